import type { Module, Row } from '../../../engine/model/module.ts'
import { formatDate } from '../../fields/dates.ts'
import { label, t } from '../../fields/text.ts'
import { words } from '../../i18n/words.ts'
import { today } from '../../state/zone.ts'
import { nameOf } from '../title.ts'

/** How a message calls a record. */
const calledOf = (module: Module, record: Row): string => nameOf(module, record) ?? label(module.singular)

/** The day for which a change was sent that the record shows only then: a date to come that the saved record did not take. */
const waitsUntil = (module: Module, record: Row, sent: Row): string | undefined =>
  module.fields
    .filter((field) => field.type === 'date' && field.writable && field.name in record)
    .map((field) => [sent[field.name], record[field.name]])
    .flatMap(([wanted, taken]) => (typeof wanted === 'string' && wanted > today() && wanted !== taken ? [wanted] : []))[0]

/**
 * The message about a record that was saved, or went through a transition: "PO-MNL-2026-000020 posted". A transition is
 * named by its target state; one that leaves the record in its state, or says so, by what it did; one of several approvals, by who decides
 * next. With the values that were `sent`, a change that waits for its day says so.
 */
export function saidOf(module: Module, record: Row, transition?: string, sent: Row = {}): string {
  const name = calledOf(module, record)
  if (transition === undefined) {
    const day = waitsUntil(module, record, sent)
    return day ? t('form.savedFor', { name, date: formatDate(day) }) : t('form.saved', { name })
  }
  const made = module.workflow?.transitions[transition]
  const state = module.workflow?.states[String(record['status'] ?? made?.to)]
  const stays = made?.from.includes(made.to)
  if (stays || !state || made?.doneText) return t('view.ran', { name, action: label(made?.doneText ?? made?.title ?? words(transition)) })
  const waits = Array.isArray(record['awaiting']) ? record['awaiting'].join(', ') : ''
  if (made?.approval && made.from.includes(state.name))
    return waits ? t('view.approvedWaits', { name, names: waits }) : t('view.approved', { name })
  // What a transition sends to others to decide waits for them.
  if (Object.values(module.workflow?.transitions ?? {}).some(({ approval, from }) => approval && from.includes(state.name)))
    return waits ? t('view.awaitsNames', { name, names: waits }) : t('view.awaits', { name })
  return t('view.done', { name, state: label(state.title).toLowerCase() })
}

/** The button of a print form: "Print", and what where there are several. */
export function printTitle({ print }: Pick<Module, 'print'>, form: Pick<Module['print'][number], 'title'>): string {
  if (print.length < 2) return t('view.print')
  // In the middle of the text; abbreviations keep their capitals.
  return t('view.printForm', { form: label(form.title).replace(/^\p{Lu}(?=\p{Ll})/u, (first) => first.toLowerCase()) })
}
