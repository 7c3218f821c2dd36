import { ActionIcon, Button, Loader } from '@mantine/core'
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import styles from './calendar.module.css'
import { monthLater } from './month.ts'
import { monthTitle, t } from './text.ts'

interface BarProps {
  month: string
  today: string
  /** Id of the heading with the month. */
  heading: string
  loading: boolean
  onShow: (month: string) => void
}

/** Turns the months. */
export const MonthBar = ({ month, today, heading, loading, onShow }: BarProps) => (
  <div className={styles.bar}>
    <ActionIcon variant="default" size={36} aria-label={t('calendar.previous')} onClick={() => onShow(monthLater(month, -1))}>
      <IconChevronLeft size={18} />
    </ActionIcon>
    <ActionIcon variant="default" size={36} aria-label={t('calendar.next')} onClick={() => onShow(monthLater(month, 1))}>
      <IconChevronRight size={18} />
    </ActionIcon>
    <Button variant="default" onClick={() => onShow(today.slice(0, 7))}>
      {t('calendar.today')}
    </Button>
    <h2 id={heading} className={styles.month} aria-live="polite">
      {monthTitle(month)}
    </h2>
    {loading && <Loader size="xs" aria-label={t('calendar.loading')} role="status" />}
  </div>
)
