import { NativeSelect } from '@mantine/core'
import { useState } from 'react'
import { label } from '../../i18n/index.ts'
import { longDay, shortDay, weekdayName } from '../calendar/text.ts'
import { numberText } from '../index/format.ts'
import type { Cell } from './plan.ts'
import styles from './planner.module.css'
import { t } from './text.ts'
import type { Plan } from './use-plan.ts'
import { needText, noteText, shiftText, shortOf } from './words.ts'

const WEEKLY = 'weekly'
const REST = 'rest'

/** A day of the week as a form, for narrow screens: each person with a list of shifts. */
export function PlannerDays({ plan, canPlan, today }: { plan: Plan; canPlan: boolean; today: string }) {
  const { week, cells, choices, coverage, needs, refusals, set, answer } = plan
  const [chosen, setChosen] = useState(Math.max(0, week.indexOf(today)))
  const offered = answer?.choices ?? []

  const change = (row: number, cell: Cell, value: string) => {
    if (value === WEEKLY) return set([{ row, day: chosen, value: null }])
    const choice = value === REST ? (cell.choice ?? offered[0]?.id) : Number(value)
    if (choice !== undefined) set([{ row, day: chosen, value: { choice, free: value === REST } }])
  }

  return (
    <>
      <div role="tablist" aria-label={t('planner.day')} className={styles.days}>
        {week.map((date, index) => (
          <button
            key={date}
            type="button"
            role="tab"
            aria-selected={index === chosen}
            aria-current={date === today ? 'date' : undefined}
            className={styles.dayTab}
            onClick={() => setChosen(index)}
          >
            <span className={styles.unseen}>{longDay(date)}</span>
            <span aria-hidden>{weekdayName(date, 'short')}</span>
            <span aria-hidden>{Number(date.slice(8))}</span>
          </button>
        ))}
      </div>
      <p className={styles.cover}>
        {shortDay(week[chosen]!)} · {t('planner.coverage')}: {numberText(coverage.total[chosen] ?? 0, 'integer')}
        {coverage.choices
          .filter(({ days }) => days[chosen])
          .map(({ choice, days }) => ` · ${shortOf(choices.get(choice))} ${numberText(days[chosen] ?? 0, 'integer')}`)}
      </p>
      {needs.some(({ days }) => days[chosen]?.needed != null) && (
        <ul className={styles.needs}>
          {needs.map((need) => {
            const { needed = null, planned = 0 } = need.days[chosen] ?? {}
            if (needed === null) return null
            return (
              <li key={need.id} data-short={planned < needed || undefined}>
                {needText(need, choices)}:{' '}
                {t('planner.plannedIs', { planned: numberText(planned, 'integer'), needed: numberText(needed, 'integer') })}
              </li>
            )
          })}
        </ul>
      )}
      <ul className={styles.people}>
        {cells.map((row, index) => {
          const cell = row[chosen]!
          const weekly = shiftText({ ...cell, ...cell.person.days[cell.date]?.usual }, choices)
          return (
            <li key={cell.person.id} data-changed={cell.changed || undefined}>
              <NativeSelect
                label={cell.person.name}
                size="md"
                disabled={!canPlan || cell.closed}
                value={cell.planned ? (cell.free ? REST : String(cell.planned.choice)) : WEEKLY}
                onChange={(event) => change(index, cell, event.currentTarget.value)}
                data={[
                  { value: WEEKLY, label: `${t('planner.weekly')}: ${weekly}` },
                  ...offered.map(({ id, name }) => ({ value: String(id), label: name })),
                  { value: REST, label: t('planner.rest') },
                ]}
              />
              {cell.notes.map((note) => (
                <p key={noteText(note)} className={styles.dayNote} data-conflict={cell.conflicts.includes(note) || undefined}>
                  {noteText(note)}
                </p>
              ))}
              {refusals.get(cell.person.id) && <p className={styles.refused}>{label(refusals.get(cell.person.id)!)}</p>}
            </li>
          )
        })}
      </ul>
    </>
  )
}
