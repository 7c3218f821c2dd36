import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import type { Reference } from '../../../api/types.ts'
import { formatDate } from '../../../fields/dates.ts'
import { useListHref } from '../../../routing/list-href.ts'
import { Card } from '../Card.tsx'
import classes from '../dashboard.module.css'
import { Shortened } from '../Shortened.tsx'
import { t } from '../text.ts'
import type { TalentFigures } from './types.ts'

type Rows<K extends keyof TalentFigures> = NonNullable<TalentFigures[K]>

/** More people than this are shown on request. */
const FIRST = 5

interface Line {
  readonly key: number
  readonly person: Reference | null
  readonly to?: string | undefined
  readonly note?: ReactNode
  readonly end: ReactNode
}

function People({ title, lines }: { title: string; lines: readonly Line[] }) {
  return (
    <Card title={title}>
      {lines.length ? (
        <Shortened items={lines} first={FIRST}>
          {(shown) => (
            <ul className={classes.recent}>
              {shown.map(({ key, person, to, note, end }) => (
                <li key={key}>
                  <span className={classes.who}>
                    {person ? to ? <Link to={to}>{person.name}</Link> : person.name : t('talent.anonymous')}
                  </span>
                  <span className={classes.where}>{note}</span>
                  <span className="tabular">{end}</span>
                </li>
              ))}
            </ul>
          )}
        </Shortened>
      ) : (
        <p className={classes.nothing}>{t('dashboard.nothing')}</p>
      )}
    </Card>
  )
}

const useEmployee = () => {
  const wayTo = useListHref()
  return (id: number): string | undefined => wayTo('employee', `/view/${id}`)
}

export function Birthdays({ rows }: { rows: Rows<'bday_corner'> }) {
  const to = useEmployee()
  return (
    <People
      title={t('talent.birthdays')}
      lines={rows.map((row) => ({
        key: row.employee_id,
        person: row.employee,
        to: to(row.employee_id),
        note: row.department?.name,
        end: formatDate(row.date).slice(5),
      }))}
    />
  )
}

export function Anniversaries({ rows }: { rows: Rows<'anniv_corner'> }) {
  const to = useEmployee()
  return (
    <People
      title={t('talent.anniversaries')}
      lines={rows.map((row) => ({
        key: row.employee_id,
        person: row.employee,
        to: to(row.employee_id),
        note: t('talent.yearsOf', { count: row.years }),
        end: formatDate(row.date).slice(5),
      }))}
    />
  )
}

export function Newcomers({ rows }: { rows: Rows<'newly_hired_employee'> }) {
  const to = useEmployee()
  return (
    <People
      title={t('talent.newcomers')}
      lines={rows.map((row) => ({
        key: row.employee_id,
        person: row.employee,
        to: to(row.employee_id),
        note: row.department?.name,
        end: formatDate(row.date_hired),
      }))}
    />
  )
}

export function Escalations({ rows }: { rows: Rows<'todayEscalation'> }) {
  const wayTo = useListHref()
  return (
    <Card title={t('talent.escalations')}>
      {rows.length ? (
        <ul className={classes.recent}>
          {rows.map((row) => {
            const to = wayTo('escalation_and_concern', `/view/${row.id}`)
            return (
              <li key={row.id}>
                <span className={classes.who}>{to ? <Link to={to}>{row.title}</Link> : row.title}</span>
                <span className={classes.where}>{row.employee?.name ?? t('talent.anonymous')}</span>
              </li>
            )
          })}
        </ul>
      ) : (
        <p className={classes.nothing}>{t('dashboard.nothing')}</p>
      )}
    </Card>
  )
}
