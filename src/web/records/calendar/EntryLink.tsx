import { Link } from 'react-router-dom'
import styles from './calendar.module.css'
import type { Entry } from './month.ts'
import { shortDay, t } from './text.ts'

/** Text of an entry besides its title: the meaning of its colour, and its duration. */
const details = ({ meaning, from, to }: Entry): string =>
  [meaning, from === to ? undefined : `${shortDay(from)} – ${shortDay(to)}`].filter(Boolean).join(', ')

/** An entry on one day: a link to its record, where the reader may open it. Bars of several days join at their ends. */
export function EntryLink({ entry, day, tabIndex }: { entry: Entry; day: string; tabIndex?: number }) {
  const text = details(entry)
  const props = {
    className: styles.entry!,
    'data-tone': entry.tone,
    'data-from': entry.from < day || undefined,
    'data-to': entry.to > day || undefined,
    title: [entry.title, text].filter(Boolean).join(' · '),
  }
  const words = (
    <>
      {entry.title}
      {text && <span className={styles.unseen}> ({text})</span>}
    </>
  )
  return entry.path ? (
    <Link {...props} to={entry.path} tabIndex={tabIndex}>
      {words}
    </Link>
  ) : (
    <span {...props}>{words}</span>
  )
}

/** The entries of a day below each other, under the names of their groups. */
export function EntryList({ groups, day }: { groups: readonly { group: string | undefined; entries: readonly Entry[] }[]; day: string }) {
  return groups.map(({ group, entries }) => (
    <div key={group ?? ''}>
      {group !== undefined && (
        <p className={styles.group} aria-hidden>
          {group}
        </p>
      )}
      <ul className={styles.entries} aria-label={group}>
        {entries.map((entry) => (
          <li key={entry.id}>
            <EntryLink entry={{ ...entry, from: day, to: day }} day={day} />
            {entry.from !== entry.to && (
              <span className={styles.span}>
                {entry.from < day && t('calendar.from', { day: shortDay(entry.from) })}{' '}
                {entry.to > day && t('calendar.until', { day: shortDay(entry.to) })}
              </span>
            )}
            {entry.meaning && (
              <span className={styles.meaning} aria-hidden>
                {entry.meaning}
              </span>
            )}
          </li>
        ))}
      </ul>
    </div>
  ))
}
