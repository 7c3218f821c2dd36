import type { Module, Row } from '../../../engine/model/module.ts'
import { label, t } from '../../fields/text.ts'
import { words } from '../../i18n/words.ts'
import { nameOf } from '../title.ts'

/** How a message calls a record. */
const calledOf = (module: Module, record: Row): string => nameOf(module, record) ?? label(module.singular)

/**
 * The message about a record that was saved, or went through a transition: "PO-MNL-2026-000020 posted". A transition is
 * named by its target state; one that leaves the record in its state, by its own name.
 */
export function saidOf(module: Module, record: Row, transition?: string): string {
  const name = calledOf(module, record)
  if (transition === undefined) return t('form.saved', { name })
  const made = module.workflow?.transitions[transition]
  const state = module.workflow?.states[String(record['status'] ?? made?.to)]
  const stays = made?.from.includes(made.to)
  if (stays || !state) return t('view.ran', { name, action: label(made?.title ?? words(transition)) })
  return t('view.done', { name, state: label(state.title).toLowerCase() })
}
