import { t } from '../../i18n/home.ts'

/** How a task's due date reads, from the days until then. Whatever is neither today nor ahead has no label of its own. */
export function dueLabel(days: number | null | undefined): string {
  if (days === 0) return t('tasks.dueToday')
  if (days === 1) return t('tasks.dueTomorrow')
  if (days !== null && days !== undefined && days >= 2) return t('tasks.dueIn', { days })
  return t('tasks.noDue')
}

/** In-progress tasks first, then done ones; each part in the order the server gave. */
export const inProgressFirst = <T extends { is_done: boolean }>(tasks: readonly T[]): T[] =>
  [...tasks].sort((a, b) => Number(a.is_done) - Number(b.is_done))
