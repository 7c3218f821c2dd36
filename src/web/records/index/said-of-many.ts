import type { Module } from '../../../engine/model/module.ts'
import { label, t } from '../../i18n/index.ts'

/** The message about many records on which an action was done: "2 records approved", by the status that all of them have now. */
export function saidOfMany(
  module: Module,
  action: { readonly name: string; readonly title: string },
  results: readonly { readonly status?: string }[],
): string {
  const count = results.length
  if (action.name === 'delete') return t('bulk.deleted', { count })
  const made = module.workflow?.transitions[action.name]
  const statuses = new Set(results.map(({ status }) => status))
  const state = statuses.size === 1 ? module.workflow?.states[String([...statuses][0])] : undefined
  if (!made || !state || made.doneText || made.from.includes(state.name)) return t('bulk.done', { action: label(action.title), count })
  return t('bulk.became', { count, state: label(state.title).toLowerCase() })
}
