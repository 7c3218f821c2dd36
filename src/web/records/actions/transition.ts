import type { FieldType, Module, Row, Transition } from '../../../engine/model/module.ts'
import { inputStates } from '../../../engine/runtime/compute/index.ts'
import { post } from '../../api/client.ts'
import { ApiError } from '../../api/errors.ts'
import { refreshRecords } from '../../api/queries.ts'
import type { RecordRow } from '../../api/types.ts'
import { displayText } from '../../fields/display.ts'
import { t as tr } from '../../fields/text.ts'
import { label, t } from '../../i18n/index.ts'
import { DEFAULTS, dialogs } from '../../ui/dialogs/index.ts'
import { nameOf } from '../title.ts'
import { askInput } from './askInput.tsx'
import { noteOf } from './note.tsx'

/** The record's facts beneath the question: `Employees 55 · Total gross 1,200,000.00`. */
export function factsOf(module: Module, record: Row): string | undefined {
  const facts = (module.workflow?.facts ?? []).flatMap((name) => {
    const field = module.field[name]
    const text = field && displayText(field, record[name], field.refAs && record[field.refAs])
    return text ? [`${label(field.title)} ${text}`] : []
  })
  return facts.length ? facts.join(' · ') : undefined
}

/** Types of fields that name the subject of a record. */
const PARTIES: readonly FieldType[] = ['reference', 'employee', 'user']

/**
 * The subject of a question, beneath its text: the record's name with its facts, or else its first reference and its last
 * amount; and its next state.
 */
export function aboutOf(module: Module, record: Row, transition: Transition): string[] {
  const shown = module.columns.flatMap(({ path }) => {
    const root = path.split('.')[0]
    return module.fields.filter((field) => field.name === root || field.refAs === root)
  })
  const party = shown.find(({ type, name }) => PARTIES.includes(type) && record[name] !== null && record[name] !== undefined)
  const amount = shown.findLast(({ type, name }) => type === 'money' && record[name] !== null && record[name] !== undefined)
  const partyText = party && displayText(party, record[party.name], party.refAs && record[party.refAs])
  const amountText = amount && displayText(amount, record[amount.name])
  const facts =
    factsOf(module, record) ??
    [partyText && `${label(party.title)} ${partyText}`, amountText && `${label(amount.title)} ${amountText}`].filter(Boolean).join(' · ')
  const name = [label(module.singular), nameOf(module, record)].filter(Boolean).join(' ')
  const { states } = module.workflow ?? {}
  const state = transition.to === record.status ? undefined : states?.[transition.to]
  return [
    [name, facts].filter(Boolean).join(' · '),
    ...(transition.reverses && mayHaveEntries(module, record) ? [tr('confirm.reverses')] : []),
    ...(state ? [tr('confirm.becomes', { state: label(state.title) })] : []),
  ]
}

/** What is posted in a state of its own has no entries before it. */
const mayHaveEntries = ({ workflow }: Module, record: Row): boolean =>
  record.is_posted === true || !Object.values(workflow?.states ?? {}).some(({ flags }) => flags?.includes('is_posted'))

const isOutdated = (error: unknown): boolean =>
  error instanceof ApiError && (error.status === 409 || error.rule === 'E_STATE' || error.rule === 'E_APPROVAL')

/**
 * Runs a transition: asks for its input or its confirmation first, then calls the server. Null when the user cancelled;
 * throws refusals of the server outside the input form.
 */
export async function runTransition(module: Module, transition: Transition, record: RecordRow): Promise<RecordRow | null> {
  // A decision is about the values that the page shows: one about values that were changed since is refused.
  const seen = transition.approval && record.version !== undefined ? { version: record.version } : {}
  const send = (input: Row) =>
    post<RecordRow>(`${module.name}/${record.id}/${transition.name}`, { ...input, ...seen }).catch((error: unknown) => {
      // Another user saved first: the page shows the current record beside the refusal.
      if (isOutdated(error)) void refreshRecords(module.name)
      throw error
    })
  const { confirm } = transition
  const against = transition.advice && (await (await import('./advice.tsx')).adviceOn(module, transition.name, [record.id]))
  const note = noteOf(aboutOf(module, record, transition), against)
  if (transition.input.length) {
    const title = label(transition.title)
    const message = confirm && (confirm.message ? label(confirm.message) : t(DEFAULTS[confirm.kind].message))
    // "Void Bill", but "Mark as filed": what more words say needs no object after it.
    return askInput(title.includes(' ') ? title : `${title} ${label(module.singular)}`, {
      ...transition,
      module,
      request: `transition ${transition.name}`,
      title,
      message,
      note,
      record,
      states: (input, env) => inputStates(module, transition.input, { record, input, env }),
      send,
    })
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
