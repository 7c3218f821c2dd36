import { Button } from '@mantine/core'
import { useRef, useState } from 'react'
import { Link } from 'react-router-dom'
import type { Module, Row } from '../../../engine/model/module.ts'
import { refreshRecords } from '../../api/queries.ts'
import type { RecordRow } from '../../api/types.ts'
import { displayText } from '../../fields/display.ts'
import { ToneBadge } from '../../fields/ToneBadge.tsx'
import { label, t as tr } from '../../i18n/index.ts'
import { useHeldFocus } from '../../ui/focus.ts'
import { toast, toastError } from '../../ui/toast.ts'
import { listCalls, recordCalls, runCall } from '../actions/offered.ts'
import { runTransition } from '../actions/transition.ts'
import { t } from '../calendar/text.ts'
import type { LayoutProps } from '../layouts/layout-props.ts'
import { type Card, paperOf, valuesFor } from './cards.ts'
import styles from './periods.module.css'

interface Step {
  readonly title: string
  readonly run: () => Promise<unknown>
}

/** The next step on a record, where the reader can take it. */
function stepOf({ module, can }: LayoutProps, row: Row): Step | undefined {
  const name = module.periods!.steps[String(row[module.periods!.standing])]
  if (name === undefined) return undefined
  const call = recordCalls(module, row).find(({ path }) => path === name)
  if (call) return { title: label(call.button.title), run: () => runCall(module, call, { id: Number(row.id) }) }
  const transition = module.workflow?.transitions[name]
  if (!transition?.from.includes(String(row.status)) || !can(transition.code)) return undefined
  const title = label(transition.title)
  const run = async () => {
    if (!(await runTransition(module, transition, row as RecordRow))) return
    toast('success', tr('calls.done', { action: title }))
    await refreshRecords(module.name)
  }
  return { title, run }
}

/** What begins the record of a period without one: a call above the list, or an empty form; both with the period filled in. */
function beginning({ module, newPath }: LayoutProps, row: Row): (Step | { readonly title: string; readonly to: string }) | undefined {
  const periods = module.periods!
  const title = t('periods.prepare')
  if (periods.begin === undefined) {
    const values = JSON.stringify(valuesFor(periods, row, module.fields))
    return newPath === undefined ? undefined : { title, to: `${newPath}?values=${encodeURIComponent(values)}` }
  }
  const call = listCalls(module).find(({ path }) => path === periods.begin)
  return call && { title, run: () => runCall(module, call, { given: valuesFor(periods, row, call.button.input) }) }
}

const Standing = ({ module, card, today }: { module: Module; card: Card; today: string }) => {
  const { standing, due } = module.periods!
  const { row, isExpected } = card
  if (isExpected) {
    const isLate = typeof row[due] === 'string' && row[due] < today
    return <ToneBadge tone={isLate ? 'red' : 'amber'} text={t(isLate ? 'periods.lateUnprepared' : 'periods.toPrepare')} />
  }
  const option = module.field[standing]?.options?.find(({ value }) => value === row[standing])
  return option ? <ToneBadge tone={option.tone ?? 'grey'} text={label(option.label)} /> : null
}

/** One paper of a period: how far it is, until when it is due, its figures, and the next step. */
export const PeriodCard = (props: LayoutProps & { card: Card; period: string; today: string }) => {
  const { module, rowPath, card, period, today } = props
  const periods = module.periods!
  const { row, isExpected } = card
  const [busy, setBusy] = useState(false)
  const heading = useRef<HTMLHeadingElement>(null)
  const held = useHeldFocus(heading)
  const title = paperOf(module, row) || label(module.singular)
  const path = isExpected ? undefined : rowPath?.(row)
  const step = isExpected ? beginning(props, row) : stepOf(props, row)
  const [main] = periods.figures
  const facts = [periods.due, ...periods.figures].flatMap((name) => {
    const field = module.field[name]
    const text = field && displayText(field, row[name])
    // Nothing paid, no difference, no error: that needs no line.
    return text && (name === main || row[name] !== 0) ? [{ name, title: label(field.title), text }] : []
  })
  const named = step && tr('list.actionOn', { action: step.title, record: `${title}, ${period}` })
  const run = ({ run: work }: Step) => {
    setBusy(true)
    work()
      .catch((error: unknown) => {
        toastError(error)
        void refreshRecords(module.name)
      })
      .finally(() => setBusy(false))
  }
  return (
    <li className={styles.card} {...held}>
      <h4 ref={heading} tabIndex={-1} className={styles.title}>
        {path ? (
          <Link to={path} data-row-link>
            {title}
          </Link>
        ) : (
          title
        )}
      </h4>
      <div className={styles.standing}>
        <Standing module={module} card={card} today={today} />
      </div>
      <dl className={styles.facts}>
        {facts.map((fact) => (
          <div key={fact.name}>
            <dt>{fact.title}</dt>
            <dd>{fact.text}</dd>
          </div>
        ))}
      </dl>
      {step && (
        <div className={styles.step}>
          {'to' in step ? (
            <Button size="xs" variant="default" component={Link} to={step.to} aria-label={named}>
              {step.title}
            </Button>
          ) : (
            <Button size="xs" variant="default" loading={busy} aria-label={named} onClick={() => run(step)}>
              {step.title}
            </Button>
          )}
        </div>
      )}
    </li>
  )
}
