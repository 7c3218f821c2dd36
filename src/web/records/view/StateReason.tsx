import { Alert, Text } from '@mantine/core'
import type { Module } from '../../../engine/model/module.ts'
import type { RecordRow } from '../../api/types.ts'
import { formatDateTime } from '../../fields/dates.ts'
import { label } from '../../fields/text.ts'
import { isRef, refLabel } from '../../fields/types.ts'

/** Types of fields in which people write why. */
const PROSE: ReadonlySet<string> = new Set(['text', 'longtext'])

interface Reason {
  readonly title: string
  readonly text: string
  /** Who gave it, and when, as far as the transition records it. */
  readonly by: string
}

/**
 * What was written when the record was brought into its present state: the reason of a disapproval, a return or a void. None
 * for a step forward or within the state: what these ask for, such as who took a check, is a value of the record like others.
 */
export function reasonOf({ workflow, field }: Pick<Module, 'workflow' | 'field'>, record: RecordRow): Reason | undefined {
  for (const { from, to, input, stamps, tone } of Object.values(workflow?.transitions ?? {})) {
    if (to !== record.status || from.includes(to) || tone === 'primary') continue
    const asked = input.find(({ name, required, type }) => required && PROSE.has(type) && record[name])
    if (!asked) continue
    const by = stamps.by ? record[field[stamps.by]?.refAs ?? ''] : undefined
    const time = stamps.at ? record[stamps.at] : undefined
    return {
      title: label((field[asked.name] ?? asked).title),
      text: String(record[asked.name]),
      by: [isRef(by) ? refLabel(by) : '', typeof time === 'string' ? formatDateTime(time) : ''].filter(Boolean).join(' · '),
    }
  }
  return undefined
}

/** The reason of the record's state, above its fields. */
export function StateReason({ module, record }: { module: Module; record: RecordRow }) {
  const reason = reasonOf(module, record)
  if (!reason) return null
  return (
    <Alert color="gray" mb="md" py="xs" role="note" title={reason.title}>
      <Text size="sm" style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
        {reason.text}
      </Text>
      {reason.by && (
        <Text size="xs" c="dimmed">
          {reason.by}
        </Text>
      )}
    </Alert>
  )
}
