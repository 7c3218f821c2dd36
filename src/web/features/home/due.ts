import { DAY_MS } from '../../../kernel/dates.ts'
import { t } from '../../i18n/home.ts'

/** The label of a task's due date, from the days until then. Past dates have no label of their own. */
export function dueLabel(days: number | null | undefined): string {
  if (days === 0) return t('tasks.dueToday')
  if (days === 1) return t('tasks.dueTomorrow')
  if (days !== null && days !== undefined && days >= 2) return t('tasks.dueIn', { days })
  return t('tasks.noDue')
}

/** Days from `today` to a date, both `YYYY-MM-DD`; null without a date. */
export const daysUntil = (date: string | null | undefined, today: string): number | null =>
  date ? Math.round((Date.parse(date) - Date.parse(today)) / DAY_MS) : null

/** In-progress tasks first, then done ones; each part in the order the server gave. */
export const inProgressFirst = <T extends { is_done: boolean }>(tasks: readonly T[]): T[] =>
  [...tasks].sort((a, b) => Number(a.is_done) - Number(b.is_done))
