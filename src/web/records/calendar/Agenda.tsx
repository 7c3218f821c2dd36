import styles from './calendar.module.css'
import { EntryList } from './EntryLink.tsx'
import { agendaOf, byGroup, type Entry } from './month.ts'
import { longDay, t } from './text.ts'

/** The days of a month below each other, for narrow screens: those with entries, and today. */
export function Agenda({ month, entries, today }: { month: string; entries: readonly Entry[]; today: string }) {
  return (
    <ol className={styles.agenda}>
      {agendaOf(month, entries, today).map((entry) => (
        <li key={entry.day}>
          <h3 className={styles.agendaDay} aria-current={entry.day === today ? 'date' : undefined}>
            {longDay(entry.day)}
          </h3>
          {entry.entries.length > 0 ? (
            <EntryList groups={byGroup(entry.entries)} day={entry.day} />
          ) : (
            <p className={styles.nothing}>{t('calendar.free')}</p>
          )}
        </li>
      ))}
    </ol>
  )
}
