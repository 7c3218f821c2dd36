import type { Module, Row, Transition } from '../../../engine/module.ts'
import { post } from '../../api/client.ts'
import type { RecordRow } from '../../api/types.ts'
import { displayText } from '../../fields/display.ts'
import { label, t } from '../../i18n/index.ts'
import { DEFAULTS, dialogs } from '../../shell/dialogs/index.ts'
import { askInput } from './askInput.tsx'

/** What the module tells of a record beneath the question: `Employees 55 · Total gross 1,200,000.00`. */
export function factsOf(module: Module, record: Row): string | undefined {
  const facts = (module.workflow?.facts ?? []).flatMap((name) => {
    const field = module.field[name]
    const text = field && displayText(field, record[name], field.refAs && record[field.refAs])
    return text ? [`${label(field.title)} ${text}`] : []
  })
  return facts.length ? facts.join(' · ') : undefined
}

/**
 * Runs a transition: asks for its input or its confirmation first, then calls the server. Null when the
 * person thought better of it; throws what the server refused outside the input form.
 */
export async function runTransition(module: Module, transition: Transition, record: RecordRow): Promise<RecordRow | null> {
  const send = (input: Row) => post<RecordRow>(`${module.name}/${record.id}/${transition.name}`, input)
  const { confirm } = transition
  const against = transition.advice && (await (await import('./advice.tsx')).adviceOn(module, transition.name, [record.id]))
  const note = against ?? factsOf(module, record)
  if (transition.input.length) {
    const title = label(transition.title)
    const message = confirm && (confirm.message ? label(confirm.message) : t(DEFAULTS[confirm.kind].message))
    return askInput(`${title} ${label(module.singular)}`, { ...transition, title, message, note, send })
  }
  if (
    (confirm || against) &&
    !(await dialogs[against && confirm?.kind !== 'danger' ? 'warning' : confirm!.kind]({
      title: label(transition.title),
      confirm: label(transition.title),
      ...(confirm?.message && { message: label(confirm.message) }),
      note,
    }))
  )
    return null
  return send({})
}
