import { IconAlertTriangle, IconLock } from '@tabler/icons-react'
import { type DragEvent, type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { ScrollRegion } from '../../ui/ScrollRegion.tsx'
import { shortDay, weekdayName } from '../calendar/text.ts'
import { numberText } from '../index/format.ts'
import { commandOf } from './keys.ts'
import type { Cell, Planned } from './plan.ts'
import styles from './planner.module.css'
import { isIn, type Place, type Selection, spanOf } from './selection.ts'
import { t } from './text.ts'
import type { Plan } from './use-plan.ts'
import { briefHours, cellText, needText, noteText, shortOf } from './words.ts'

/** What is being dragged: a choice of the palette, or the plan of a day that moves with it. */
export interface Dragged {
  readonly value: Planned | null
  readonly from?: Place
}

/** So many rows of what is needed stay in sight below the people; more would leave these no room. */
const STANDING = 5

interface GridProps {
  plan: Plan
  canPlan: boolean
  today: string
  selection: Selection
  onSelect: (selection: Selection) => void
  /** Plans a choice by its place in the palette, a rest day, or the weekly plan on the selected days. */
  onApply: (what: number | 'rest' | 'weekly') => void
  dragged: { current: Dragged | undefined }
}

/** People down, days across. One day takes the focus; keys move it, select several, and plan. */
export function PlannerGrid({ plan, canPlan, today, selection, onSelect, onApply, dragged }: GridProps) {
  const { cells, choices, week, coverage, needs, refusals, set } = plan
  const table = useRef<HTMLDivElement>(null)
  const moved = useRef(false)
  const [over, setOver] = useState<Place>()
  const [copied, setCopied] = useState<readonly (readonly (Planned | null)[])[]>([])
  const { focus } = selection

  useEffect(() => {
    if (!moved.current) return
    moved.current = false
    table.current?.querySelector<HTMLElement>(`[data-place="${focus.row} ${focus.day}"]`)?.focus()
  }, [focus.row, focus.day])

  const onKeyDown = (event: KeyboardEvent) => {
    const command = commandOf(event)
    if (!command) return
    const [rows, days] = spanOf(selection)
    if (command.kind === 'move') {
      const row = Math.min(Math.max(0, focus.row + command.rows), cells.length - 1)
      const day = Math.min(Math.max(0, command.day ?? focus.day + command.days), week.length - 1)
      moved.current = true
      onSelect({ focus: { row, day }, anchor: command.extends ? selection.anchor : { row, day } })
    } else if (command.kind === 'copy') setCopied(rows.map((row) => days.map((day) => cells[row]![day]!.planned ?? null)))
    else if (!canPlan) return
    else if (command.kind === 'undo') plan.undo()
    else if (command.kind === 'redo') plan.redo()
    else if (command.kind === 'save') void (plan.staged.size > 0 && plan.save())
    else if (command.kind === 'apply') onApply(command.what)
    else if (copied.length) {
      // A copied block fills the selection, and goes beyond a smaller one.
      const [height, width] = [Math.max(rows.length, copied.length), Math.max(days.length, copied[0]!.length)]
      set(
        Array.from({ length: height * width }, (_, index) => {
          const [down, right] = [Math.floor(index / width), index % width]
          const block = copied[down % copied.length]!
          return { row: rows[0]! + down, day: days[0]! + right, value: block[right % block.length]! }
        }),
      )
    }
    event.preventDefault()
    // The keys of the list (next row, new record) are not meant here.
    event.stopPropagation()
  }

  const onDrop = (event: DragEvent, place: Place) => {
    event.preventDefault()
    setOver(undefined)
    const what = dragged.current
    dragged.current = undefined
    if (!what) return
    if (what.from) {
      const { from, value } = what
      if (from.row === place.row && from.day === place.day) return
      const stays = event.ctrlKey || event.altKey || event.metaKey
      set([{ ...place, value }, ...(stays ? [] : [{ ...from, value: null }])])
      return onSelect({ focus: place, anchor: place })
    }
    const [rows, days] = isIn(selection, place) ? spanOf(selection) : [[place.row], [place.day]]
    set(rows.flatMap((row) => days.map((day) => ({ row, day, value: valueFor(what.value, cells[row]![day]!) }))))
    if (!isIn(selection, place)) onSelect({ focus: place, anchor: place })
  }

  return (
    <ScrollRegion label={t('planner.person')} className={styles.scroll}>
      <div
        ref={table}
        role="grid"
        aria-multiselectable
        aria-readonly={!canPlan}
        aria-label={t('planner.week', { from: shortDay(week[0]!), to: shortDay(week[6]!) })}
        className={styles.table}
      >
        <div role="rowgroup" className={styles.top}>
          <div role="row" className={styles.row}>
            <div role="columnheader" className={styles.head}>
              {t('planner.person')}
            </div>
            {week.map((date) => (
              <div key={date} role="columnheader" className={styles.head} aria-current={date === today ? 'date' : undefined}>
                <span className={styles.weekday}>{weekdayName(date, 'short')}</span> {shortDay(date)}
              </div>
            ))}
          </div>
        </div>
        <div role="rowgroup" className={styles.body}>
          {cells.map((row, index) => {
            const { person } = row[0]!
            const refused = refusals.get(person.id)
            return (
              <div key={person.id} role="row" className={styles.row}>
                <div role="rowheader" className={styles.side}>
                  <span className={styles.name}>{person.name}</span>
                  {refused && <span className={styles.refused}>{refused}</span>}
                </div>
                {row.map((cell, day) => {
                  const place = { row: index, day }
                  const isFocus = focus.row === index && focus.day === day
                  return (
                    <div
                      key={cell.date}
                      role="gridcell"
                      tabIndex={isFocus ? 0 : -1}
                      aria-selected={isIn(selection, place)}
                      data-place={`${index} ${day}`}
                      data-over={(over?.row === index && over.day === day) || undefined}
                      data-closed={cell.closed || undefined}
                      data-changed={cell.changed || undefined}
                      className={styles.cell}
                      onKeyDown={onKeyDown}
                      onClick={(event) => {
                        moved.current = true
                        onSelect({ focus: place, anchor: event.shiftKey ? selection.anchor : place })
                        event.currentTarget.focus()
                      }}
                      onDragOver={(event) => {
                        if (!dragged.current || cell.closed) return
                        event.preventDefault()
                        setOver(place)
                      }}
                      onDragLeave={() => setOver(undefined)}
                      onDrop={(event) => onDrop(event, place)}
                    >
                      <span className={styles.unseen}>{cellText(cell, choices)}</span>
                      <CellChip
                        cell={cell}
                        plan={plan}
                        canDrag={canPlan && !cell.closed}
                        onDrag={(value) => {
                          dragged.current = value && { value, from: place }
                        }}
                      />
                    </div>
                  )
                })}
              </div>
            )
          })}
        </div>
        <div role="rowgroup" className={styles.body}>
          {coverage.choices.map(({ choice, days }) => (
            <div key={choice} role="row" className={`${styles.row} ${styles.sum}`}>
              <div role="rowheader" className={styles.side}>
                {t('planner.coverageOf', { choice: choices.get(choice)?.name ?? '' })}
              </div>
              {days.map((count, index) => (
                <div key={week[index]} role="gridcell" className={styles.count}>
                  {numberText(count, 'integer')}
                </div>
              ))}
            </div>
          ))}
        </div>
        <div role="rowgroup" className={styles.foot} data-long={needs.length > STANDING || undefined}>
          {needs.map((need) => (
            <div key={need.id} role="row" className={styles.row}>
              <div role="rowheader" className={styles.side}>
                {t('planner.needOf', { need: needText(need, choices) })}
              </div>
              {need.days.map(({ needed, planned }, index) => (
                <div
                  key={week[index]}
                  role="gridcell"
                  className={styles.count}
                  data-short={(needed !== null && planned < needed) || undefined}
                >
                  {needed !== null &&
                    t('planner.plannedOf', { planned: numberText(planned, 'integer'), needed: numberText(needed, 'integer') })}
                </div>
              ))}
            </div>
          ))}
          <div role="row" className={`${styles.row} ${styles.total}`}>
            <div role="rowheader" className={styles.side}>
              {t('planner.coverage')}
            </div>
            {coverage.total.map((count, index) => (
              <div key={week[index]} role="gridcell" className={styles.count}>
                {numberText(count, 'integer')}
              </div>
            ))}
          </div>
        </div>
      </div>
    </ScrollRegion>
  )
}

/** A rest day keeps the shift that the day has otherwise. */
export const valueFor = (value: Planned | null, cell: Cell): Planned | null =>
  value?.free ? { choice: cell.choice ?? value.choice, free: true } : value

interface ChipProps {
  cell: Cell
  plan: Plan
  canDrag: boolean
  onDrag: (value: Planned | undefined) => void
}

/** The plan of a day, with what speaks against it. */
function CellChip({ cell, plan, canDrag, onDrag }: ChipProps) {
  const { choices } = plan
  const choice = cell.choice === null ? undefined : choices.get(cell.choice)
  const place = [...choices.keys()].indexOf(cell.choice ?? 0)
  // That a rest day is a rest day says the day itself.
  const notes = cell.free ? cell.notes.filter(({ kind }) => kind !== 'rest') : cell.notes
  const words = notes.map(noteText)
  return (
    <div
      aria-hidden
      className={styles.chip}
      data-tone={cell.free || !choice ? 'none' : String(place % 6)}
      data-weekly={!cell.planned || undefined}
      draggable={canDrag && cell.planned !== undefined}
      title={words.join('\n') || undefined}
      onDragStart={(event) => {
        event.dataTransfer.effectAllowed = 'copyMove'
        event.dataTransfer.setData('text/plain', shortOf(choice))
        onDrag(cell.planned)
      }}
      onDragEnd={() => onDrag(undefined)}
    >
      <span className={styles.shift}>
        {cell.free ? t('planner.rest') : choice ? shortOf(choice) : t('planner.none')}
        {cell.closed && <IconLock size={13} aria-hidden />}
        {cell.conflicts.length > 0 && <IconAlertTriangle size={14} className={styles.warn} aria-hidden />}
      </span>
      {cell.hours && <span className={styles.hours}>{briefHours(cell.hours)}</span>}
      {words.length > 0 && <span className={styles.note}>{words.join(', ')}</span>}
    </div>
  )
}
