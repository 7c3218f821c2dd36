import { Anchor, Loader, Text, Timeline } from '@mantine/core'
import { useState } from 'react'
import type { Field, Module, Row } from '../../../engine/model/module.ts'
import { formatDateTime } from '../../fields/dates.ts'
import { FieldValue } from '../../fields/FieldValue.tsx'
import { label, t } from '../../fields/text.ts'
import { words } from '../../i18n/words.ts'
import classes from '../form/form.module.css'
import { LineChangesList } from './LineChanges.tsx'
import { Quiet, RailBox, usePart, who } from './parts.tsx'

interface FieldChange {
  readonly field: string
  readonly title: string
  readonly before: unknown
  readonly after: unknown
}
interface TimelineEvent extends Row {
  readonly kind: 'change' | 'approval' | 'comment'
  readonly id: number
  readonly at: string
  readonly action: string
  readonly text?: string
  /** Whose decision it was, where a delegate made it. */
  readonly for_user?: unknown
  readonly changes?: readonly FieldChange[]
}

/** The values of a new record are not listed: they are on the record itself. */
const telling = ({ action, changes = [] }: TimelineEvent): readonly FieldChange[] => (action === 'create' ? [] : changes)

/** Longest time between the two entries of one decision. */
const TOGETHER_MS = 5_000

/**
 * Each event once: comments have a place of their own, and a decision that moved the record is logged twice, as a decision
 * with its remarks and as its change.
 */
export function toldOf(events: readonly TimelineEvent[]): TimelineEvent[] {
  const decisions = events.filter(({ kind }) => kind === 'approval')
  const madeBy = (change: TimelineEvent) =>
    decisions.find(
      ({ action, at: time, user }) =>
        action === change.action && who({ user }) === who(change) && Math.abs(Date.parse(time) - Date.parse(change.at)) <= TOGETHER_MS,
    )
  const merged = new Map<TimelineEvent, readonly FieldChange[]>()
  for (const event of events) {
    const decision = event.kind === 'change' ? madeBy(event) : undefined
    if (decision) merged.set(decision, event.changes ?? [])
  }
  return events
    .filter((event) => event.kind !== 'comment' && !(event.kind === 'change' && madeBy(event)))
    .map((event) => ({ ...event, ...(merged.has(event) && { changes: merged.get(event)! }) }))
}

/** Who did it, and in whose place. */
export const whoFor = (event: TimelineEvent): string =>
  event.for_user ? t('timeline.for', { by: who(event), name: who({ user: event.for_user }) }) : who(event)

const DONE: Readonly<Record<string, Parameters<typeof t>[0]>> = {
  create: 'timeline.create',
  update: 'timeline.update',
  delete: 'timeline.delete',
  print: 'timeline.print',
}

/** The action in the past tense: a transition is shown as what it says was done, or as its target state. */
export function whatWasDone({ workflow }: Pick<Module, 'workflow'>, action: string): string {
  const said = DONE[action]
  if (said) return t(said)
  const transition = workflow?.transitions[action]
  const state = transition?.to ? workflow?.states[transition.to] : undefined
  return label(transition?.doneText ?? state?.title ?? transition?.title ?? words(action))
}

/** The history of a record: saves and transitions with the values before and after, approvals, remarks. */
export function TimelineBox({ module, id }: { module: Module; id: number }) {
  const query = usePart<TimelineEvent[]>(module.name, id, 'timeline', `${module.name}/${id}/timeline`)
  const events = toldOf(query.data ?? [])
  return (
    <RailBox title={t('view.timeline')}>
      {query.isPending ? (
        <Loader size="xs" />
      ) : events.length === 0 ? (
        <Quiet>{t('view.noTimeline')}</Quiet>
      ) : (
        <Timeline active={events.length} bulletSize={12} lineWidth={1}>
          {events.map((event) => (
            <Timeline.Item
              key={`${event.kind}-${event.id}`}
              title={
                <Text size="sm" fw={500}>
                  {whatWasDone(module, event.action)}
                </Text>
              }
            >
              <Text size="xs" c="dimmed">
                {[whoFor(event), formatDateTime(event.at)].filter(Boolean).join(' · ')}
              </Text>
              {event.text && <Text size="xs">“{event.text}”</Text>}
              <Changes module={module} changes={telling(event)} />
            </Timeline.Item>
          ))}
        </Timeline>
      )}
    </RailBox>
  )
}

function Changes({ module, changes }: { module: Module; changes: readonly FieldChange[] }) {
  const [open, setOpen] = useState(false)
  if (changes.length === 0) return null
  return (
    <>
      <Anchor component="button" type="button" size="xs" aria-expanded={open} onClick={() => setOpen(!open)}>
        {open ? t('view.hideChanges') : t('view.changed', { count: changes.length })}
      </Anchor>
      {open && (
        <dl className={classes.changes}>
          {changes.map((change) => (
            <div key={change.field}>
              <dt>{label(change.title)}</dt>
              <dd>
                <Difference module={module} change={change} />
              </dd>
            </div>
          ))}
        </dl>
      )}
    </>
  )
}

function Difference({ module, change }: { module: Module; change: FieldChange }) {
  const lines = module.lines.find(({ name }) => name === change.field)
  if (lines)
    return (
      <LineChangesList
        lines={lines}
        before={change.before}
        after={change.after}
        show={(field, value) => <Side field={field} value={value} />}
      />
    )
  const field = module.field[change.field]
  return (
    <>
      <Side field={field} value={change.before} /> → <Side field={field} value={change.after} />
    </>
  )
}

/** One value as its field shows it; the server has already named references. */
function Side({ field, value }: { field: Field | undefined; value: unknown }) {
  if (value === null || value === undefined || value === '') return <>{t('view.nothing')}</>
  if (Array.isArray(value) && !field) return <>{t('view.changedRows', { count: value.length })}</>
  if (!field || field.to) return <>{[value].flat().map(String).join(', ')}</>
  return <FieldValue field={field} value={value} resolved={undefined} />
}
