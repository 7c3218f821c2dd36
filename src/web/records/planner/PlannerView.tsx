import { ActionIcon, Button, Loader } from '@mantine/core'
import { IconArrowBackUp, IconArrowForwardUp, IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { useId, useRef, useState } from 'react'
import type { PlanChoice } from '../../../engine/model/plan.ts'
import { addDays } from '../../../kernel/dates.ts'
import { t as form } from '../../fields/text.ts'
import { today as businessDay } from '../../state/zone.ts'
import { ErrorPage } from '../../ui/ErrorPage.tsx'
import { useLeaveGuard } from '../../ui/leave-guard.ts'
import { shortDay } from '../calendar/text.ts'
import type { LayoutProps } from '../layouts/layout-props.ts'
import { PlannerDays } from './PlannerDays.tsx'
import { type Dragged, PlannerGrid, valueFor } from './PlannerGrid.tsx'
import { mondayOf, type Planned } from './plan.ts'
import styles from './planner.module.css'
import { type Selection, spanOf } from './selection.ts'
import { t } from './text.ts'
import { type Plan, usePlan } from './use-plan.ts'
import { briefHours, shortOf } from './words.ts'

const START: Selection = { anchor: { row: 0, day: 0 }, focus: { row: 0, day: 0 } }

/** The records of a week as a board of people and days. Days are planned by dragging, by keys or by a form, and saved together. */
const PlannerView = ({ module, state, setState, can, narrow }: LayoutProps) => {
  const plan = usePlan(module, state)
  const { monday, query, answer, cells, staged } = plan
  const heading = useId()
  const today = businessDay()
  const canPlan = ['new', 'edit'].some((name) => module.actions[name] !== undefined && can(module.actions[name]!.code))
  const [selection, setSelection] = useState(START)
  const dragged = useRef<Dragged>(undefined)
  useLeaveGuard(staged.size > 0, () => ({
    title: form('form.leaveTitle'),
    message: form('form.leaveMessage'),
    confirm: form('form.leave'),
    cancel: form('form.stay'),
  }))

  const show = (week: string) => setState({ week: week === mondayOf(today) ? '' : week })
  const apply = (value: Planned | null) => {
    const [rows, days] = spanOf(selection)
    plan.set(
      rows.flatMap((row) => days.flatMap((day) => (cells[row]?.[day] ? [{ row, day, value: valueFor(value, cells[row][day]!) }] : []))),
    )
  }
  const meant = (what: number | 'rest' | 'weekly'): Planned | null | undefined => {
    if (what === 'weekly') return null
    const choice = answer?.choices[what === 'rest' ? 0 : what]
    return choice && { choice: choice.id, free: what === 'rest' }
  }
  const onApply = (what: number | 'rest' | 'weekly') => {
    const value = meant(what)
    if (value !== undefined) apply(value)
  }

  if (query.isError) return <ErrorPage error={query.error} onRetry={query.refetch} />
  return (
    <section className={styles.planner} aria-labelledby={heading}>
      <div className={styles.bar}>
        <ActionIcon variant="default" size={36} aria-label={t('planner.previous')} onClick={() => show(addDays(monday, -7))}>
          <IconChevronLeft size={18} />
        </ActionIcon>
        <ActionIcon variant="default" size={36} aria-label={t('planner.next')} onClick={() => show(addDays(monday, 7))}>
          <IconChevronRight size={18} />
        </ActionIcon>
        <Button variant="default" onClick={() => show(mondayOf(today))}>
          {t('planner.today')}
        </Button>
        <h2 id={heading} className={styles.week} aria-live="polite">
          {t('planner.week', { from: shortDay(monday), to: `${shortDay(addDays(monday, 6))}, ${addDays(monday, 6).slice(0, 4)}` })}
        </h2>
        {(query.isFetching || plan.busy) && <Loader size="xs" aria-label={t('planner.loading')} role="status" />}
        {canPlan && (
          <div className={styles.whole}>
            <Button variant="default" disabled={!answer} onClick={() => void plan.copyLastWeek()}>
              {t('planner.copy')}
            </Button>
            <Button variant="default" disabled={!cells.flat().some(({ planned }) => planned)} onClick={plan.clearWeek}>
              {t('planner.clear')}
            </Button>
          </div>
        )}
      </div>
      {answer && cells.length === 0 && <p className={styles.nothing}>{t('planner.noOne')}</p>}
      {answer && cells.length > 0 && canPlan && !narrow && (
        <Palette
          choices={answer.choices}
          onApply={onApply}
          onDrag={(what) => {
            const value = what === undefined ? undefined : meant(what)
            dragged.current = value === undefined ? undefined : { value }
          }}
        />
      )}
      {answer &&
        cells.length > 0 &&
        (narrow ? (
          <PlannerDays key={monday} plan={plan} canPlan={canPlan} today={today} />
        ) : (
          <PlannerGrid
            {...{ plan, canPlan, today, onApply, dragged }}
            selection={inside(selection, cells.length)}
            onSelect={setSelection}
          />
        ))}
      {answer && (answer.page > 1 || answer.more) && (
        <nav className={styles.pages} aria-label={t('planner.page', { page: answer.page })}>
          <Button variant="default" size="xs" disabled={answer.page === 1} onClick={() => setState({ page: answer.page - 1 })}>
            {t('planner.earlier')}
          </Button>
          <span>{t('planner.page', { page: answer.page })}</span>
          <Button variant="default" size="xs" disabled={!answer.more} onClick={() => setState({ page: answer.page + 1 })}>
            {t('planner.later')}
          </Button>
        </nav>
      )}
      {canPlan && <SaveBar plan={plan} />}
    </section>
  )
}

/** The selection within the people shown. */
const inside = ({ anchor, focus }: Selection, rows: number): Selection => {
  const cut = ({ row, day }: Selection['focus']) => ({ row: Math.min(row, rows - 1), day })
  return { anchor: cut(anchor), focus: cut(focus) }
}

interface PaletteProps {
  choices: readonly PlanChoice[]
  onApply: (what: number | 'rest' | 'weekly') => void
  onDrag: (what: number | 'rest' | 'weekly' | undefined) => void
}

/** The shifts: dragged to a day, or chosen for the selected days. */
function Palette({ choices, onApply, onDrag }: PaletteProps) {
  const entries = [
    ...choices.map((choice, index) => ({
      what: index as number | 'rest' | 'weekly',
      title: shortOf(choice),
      name: choice.name,
      detail: choice.hours.find((hours) => hours !== null),
      key: index < 9 ? String(index + 1) : undefined,
      tone: String(index % 6),
    })),
    { what: 'rest' as const, title: t('planner.rest'), name: t('planner.rest'), detail: undefined, key: 'R', tone: 'none' },
    { what: 'weekly' as const, title: t('planner.weekly'), name: t('planner.weekly'), detail: undefined, key: 'Delete', tone: 'weekly' },
  ]
  return (
    <div role="toolbar" aria-label={t('planner.palette')} className={styles.palette}>
      {entries.map(({ what, title, name, detail, key, tone }) => (
        <button
          key={what}
          type="button"
          draggable
          className={styles.choice}
          data-tone={tone}
          title={key && t('planner.keyOf', { choice: name, key })}
          onClick={() => onApply(what)}
          onDragStart={(event) => {
            event.dataTransfer.effectAllowed = 'copy'
            event.dataTransfer.setData('text/plain', name)
            onDrag(what)
          }}
          onDragEnd={() => onDrag(undefined)}
        >
          {title}
          {detail && <span className={styles.hours}>{briefHours(detail)}</span>}
        </button>
      ))}
      <p className={styles.hint} title={t('planner.keys')}>
        {t('planner.paletteHint')}
      </p>
    </div>
  )
}

/** What was changed and is not saved. */
function SaveBar({ plan }: { plan: Plan }) {
  const { staged, conflicts, canUndo, canRedo, busy } = plan
  if (!staged.size && !canUndo && !canRedo) return null
  return (
    <div className={styles.save}>
      <span role="status">
        {t('planner.changed', { count: staged.size })}
        {conflicts > 0 && <span className={styles.warn}> · {t('planner.conflicts', { count: conflicts })}</span>}
      </span>
      <ActionIcon
        variant="default"
        size={36}
        aria-label={t('planner.undo')}
        title={t('planner.undo')}
        disabled={!canUndo}
        onClick={plan.undo}
      >
        <IconArrowBackUp size={18} />
      </ActionIcon>
      <ActionIcon
        variant="default"
        size={36}
        aria-label={t('planner.redo')}
        title={t('planner.redo')}
        disabled={!canRedo}
        onClick={plan.redo}
      >
        <IconArrowForwardUp size={18} />
      </ActionIcon>
      <Button variant="default" disabled={!staged.size || busy} onClick={() => void plan.discard()}>
        {t('planner.discard')}
      </Button>
      <Button disabled={!staged.size} loading={busy} onClick={() => void plan.save()}>
        {t('planner.save')}
      </Button>
    </div>
  )
}

export default PlannerView
