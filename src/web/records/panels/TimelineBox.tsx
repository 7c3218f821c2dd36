import { Anchor, Loader, Text, Timeline } from '@mantine/core'
import { useState } from 'react'
import type { Module, Row } from '../../../engine/module.ts'
import { formatDateTime } from '../../fields/dates.ts'
import { FieldValue } from '../../fields/FieldValue.tsx'
import { label, t } from '../../fields/text.ts'
import { words } from '../../i18n/words.ts'
import classes from '../form/form.module.css'
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
  readonly changes?: readonly FieldChange[]
}

/** Saying that a record was made by listing every value it was made with tells nobody anything. */
const telling = ({ action, changes = [] }: TimelineEvent): readonly FieldChange[] => (action === 'create' ? [] : changes)

/** What happened to a record: saves and transitions with the values before and after, approvals, remarks. */
export function TimelineBox({ module, id }: { module: Module; id: number }) {
  const query = usePart<TimelineEvent[]>(module.name, id, 'timeline', `${module.name}/${id}/timeline`)
  const events = query.data ?? []
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
                  {label(module.workflow?.transitions[event.action]?.title ?? words(event.action))}
                </Text>
              }
            >
              <Text size="xs" c="dimmed">
                {[who(event), formatDateTime(event.at)].filter(Boolean).join(' · ')}
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
                <Side module={module} name={change.field} value={change.before} /> →{' '}
                <Side module={module} name={change.field} value={change.after} />
              </dd>
            </div>
          ))}
        </dl>
      )}
    </>
  )
}

/** One value as its field shows it; the server has named references already, and tables are counted. */
function Side({ module, name, value }: { module: Module; name: string; value: unknown }) {
  const field = module.field[name]
  if (value === null || value === undefined || value === '') return <>{t('view.nothing')}</>
  if (Array.isArray(value) && !field) return <>{t('view.changedRows', { count: value.length })}</>
  if (!field || field.to) return <>{[value].flat().map(String).join(', ')}</>
  return <FieldValue field={field} value={value} resolved={undefined} />
}
