import { ActionIcon } from '@mantine/core'
import { IconCalendarMonth, IconListDetails } from '@tabler/icons-react'
import { t } from './text.ts'

/** Between the list of a module and its calendar. */
const CalendarToggle = ({ shown, onShow }: { shown: boolean; onShow: (show: 'list' | 'calendar') => void }) => {
  const words = t(shown ? 'calendar.showList' : 'calendar.show')
  const Icon = shown ? IconListDetails : IconCalendarMonth
  return (
    <ActionIcon variant="default" size={36} aria-label={words} title={words} onClick={() => onShow(shown ? 'list' : 'calendar')}>
      <Icon size={18} stroke={1.6} />
    </ActionIcon>
  )
}

export default CalendarToggle
