import { Button, VisuallyHidden } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import type { RecordsAnswer, TileAnswer, TileRecord } from '../../../../engine/model/tile-answer.ts'
import { addDays, daysBetween, weekday } from '../../../../kernel/dates.ts'
import { ToneBadge } from '../../../fields/ToneBadge.tsx'
import { currentLocale } from '../../../i18n/index.ts'
import { dateText } from '../../../records/index/format.ts'
import { useListHref } from '../../../routing/list-href.ts'
import { today } from '../../../state/zone.ts'
import { Card } from '../Card.tsx'
import dashboard from '../dashboard.module.css'
import { label, t } from '../text.ts'
import classes from './tiles.module.css'
import { cellText, listQueryOf } from './words.ts'

type Tone = 'grey' | 'green' | 'amber' | 'red' | 'blue'
const NEXT = 4

/** A record in two lines: its name and its last column, and between them the others. */
function Line({ records, row }: { records: RecordsAnswer; row: TileRecord }) {
  const wayTo = useListHref()
  const badge = (path: string): ReactNode =>
    path === 'status' && row.badge && <ToneBadge tone={row.badge.tone as Tone} text={label(row.badge.title)} />
  const [first, ...others] = records.columns.map((column, index) => ({
    path: column.path,
    text: cellText(column, row.values[index]),
  }))
  const end = others.pop()
  const to = wayTo(records.module, `/view/${row.id}`)
  // Without its first column a record is called by the next one that says something.
  const called = [first, ...others].find((cell) => cell?.text)
  const name = called?.text ?? String(row.id)
  const note = others
    .filter((cell) => cell !== called)
    .map(({ text }) => text)
    .filter(Boolean)
    .join(' · ')
  return (
    <li className={classes.line}>
      <span className={classes.name}>
        {to ? <Link to={to}>{name}</Link> : name}
        {note && <span className={classes.more}>{note}</span>}
      </span>
      <span className={classes.end}>{end && (badge(end.path) || end.text)}</span>
    </li>
  )
}

export function ListTile({ tile }: { tile: TileAnswer }) {
  const wayTo = useListHref()
  const { records } = tile
  if (!records) return null
  const all = wayTo(records.module, listQueryOf({ ...records.filter }, records.search))
  const late = tile.late && records.total > 0
  return (
    <Card
      title={label(tile.title)}
      aside={
        all && records.total > 0 ? (
          <Link
            to={all}
            className={dashboard.all}
            data-late={late || undefined}
            aria-label={`${label(tile.title)}: ${t('tiles.all', { count: records.total })}`}
          >
            {t('tiles.all', { count: records.total })}
          </Link>
        ) : undefined
      }
    >
      {records.rows.length ? (
        <ul className={classes.lines}>
          {records.rows.map((row) => (
            <Line key={row.id} records={records} row={row} />
          ))}
        </ul>
      ) : (
        <p className={dashboard.nothing}>{t('tiles.none')}</p>
      )}
    </Card>
  )
}

const WEEK = 7
const MONDAY = '2026-01-05'

/** The weeks of the days, Monday first; null outside of them. */
function weeksOf(from: string, to: string): (string | null)[][] {
  const first = addDays(from, 1 - weekday(from))
  const count = Math.ceil((daysBetween(first, to) + 1) / WEEK)
  return Array.from({ length: count }, (_, week) =>
    Array.from({ length: WEEK }, (__, day) => {
      const date = addDays(first, week * WEEK + day)
      return date < from || date > to ? null : date
    }),
  )
}

export function CalendarTile({ tile }: { tile: TileAnswer }) {
  const wayTo = useListHref()
  const { records } = tile
  if (!records?.days || !records.date) return null
  const { days, date, rows } = records
  const counts = new Map<string, number>()
  for (const row of rows) counts.set(row.date ?? '', (counts.get(row.date ?? '') ?? 0) + 1)
  const now = today()
  const coming = rows.filter((row) => (row.date ?? '') >= now).slice(0, NEXT)
  const dayName = (index: number, width: 'narrow' | 'long') =>
    new Date(`${addDays(MONDAY, index)}T00:00:00Z`).toLocaleDateString(currentLocale(), { weekday: width, timeZone: 'UTC' })
  return (
    <Card title={label(tile.title)} aside={<span className={classes.days}>{`${dateText(days.from)} – ${dateText(days.to)}`}</span>}>
      <table className={classes.calendar}>
        <caption className={classes.caption}>{label(tile.title)}</caption>
        <thead>
          <tr>
            {Array.from({ length: WEEK }, (_, index) => (
              <th key={index} scope="col" abbr={dayName(index, 'long')}>
                {dayName(index, 'narrow')}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {weeksOf(days.from, days.to).map((week, row) => (
            <tr key={week.find((day) => day !== null) ?? row}>
              {week.map((day, index) => {
                if (day === null) return <td key={index} />
                const count = counts.get(day) ?? 0
                const to = count ? wayTo(records.module, listQueryOf({ ...records.filter, [date]: day }, records.search)) : undefined
                const text = String(Number(day.slice(8)))
                return (
                  <td key={day} data-today={day === now || undefined} data-full={count > 0 || undefined}>
                    {to ? (
                      <Link to={to} className={classes.day} data-count={count}>
                        {text}
                        <VisuallyHidden>{` ${t('tiles.onDay', { date: dateText(day), count })}`}</VisuallyHidden>
                      </Link>
                    ) : (
                      text
                    )}
                  </td>
                )
              })}
            </tr>
          ))}
        </tbody>
      </table>
      {coming.length > 0 && (
        <ul className={classes.lines}>
          {coming.map((row) => (
            <Line key={row.id} records={records} row={row} />
          ))}
        </ul>
      )}
    </Card>
  )
}

export function TextTile({ tile }: { tile: TileAnswer }) {
  return (
    <Card title={label(tile.title)}>
      {label(tile.text ?? '')
        .split(/\n\s*\n/)
        .map((paragraph) => (
          <p key={paragraph} className={classes.text}>
            {paragraph}
          </p>
        ))}
    </Card>
  )
}

export function ShortcutsTile({ tile }: { tile: TileAnswer }) {
  const wayTo = useListHref()
  const offered = (tile.shortcuts ?? []).flatMap(({ module, title }) => {
    const to = wayTo(module, '/new')
    return to ? [{ module, title, to }] : []
  })
  if (!offered.length) return null
  return (
    <nav className={classes.shortcuts} aria-label={label(tile.title)}>
      {offered.map(({ module, title, to }) => (
        <Button
          key={module}
          component={Link}
          to={to}
          variant="default"
          size="sm"
          leftSection={<IconPlus size={16} stroke={1.6} aria-hidden />}
        >
          {label(title)}
        </Button>
      ))}
    </nav>
  )
}
