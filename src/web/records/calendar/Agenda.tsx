import styles from './calendar.module.css'
import { EntryList } from './EntryLink.tsx'
import { agendaOf, byGroup, type Entry } from './month.ts'
import { longDay, missingOn, t } from './text.ts'

interface AgendaProps {
  month: string
  entries: readonly Entry[]
  today: string
  /** The last day of which entries came; undefined when all did. */
  cut: string | undefined
}

/** The days of a month below each other, for narrow screens: those with entries, today, and that later ones did not come. */
export function Agenda({ month, entries, today, cut }: AgendaProps) {
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
            <p className={styles.nothing}>{missingOn(entry.day, cut) ?? t('calendar.free')}</p>
          )}
        </li>
      ))}
      {cut !== undefined && <li className={styles.nothing}>{t('calendar.notLoadedAfter', { day: longDay(cut) })}</li>}
    </ol>
  )
}
