import { ActionIcon } from '@mantine/core'
import { IconCalendarMonth, IconListDetails, IconListTree } from '@tabler/icons-react'
import type { Module } from '../../../engine/model/module.ts'
import { t as calendar } from '../calendar/text.ts'
import type { ListState } from '../index/url-state.ts'
import { t as tree } from '../tree/text.ts'

interface Props {
  module: Module
  shown: boolean
  onShow: (show: NonNullable<ListState['show']>) => void
}

/** Between the list of a module and the other way of looking at it. */
const OtherToggle = ({ module, shown, onShow }: Props) => {
  const words = module.tree ? tree(shown ? 'tree.showList' : 'tree.show') : calendar(shown ? 'calendar.showList' : 'calendar.show')
  const Icon = shown ? IconListDetails : module.tree ? IconListTree : IconCalendarMonth
  return (
    <ActionIcon
      variant="default"
      size={36}
      aria-label={words}
      title={words}
      onClick={() => onShow(shown ? 'list' : module.tree ? 'tree' : 'calendar')}
    >
      <Icon size={18} stroke={1.6} />
    </ActionIcon>
  )
}

export default OtherToggle
