import type { Module, Row } from '../../../engine/model/module.ts'
import { type Compiled, type Messages, messageOf, withoutNulls } from '../../fields/form/compiled.ts'
import { t } from '../../fields/text.ts'
import type { RecordStore } from './store.ts'

type Shape = Pick<Module, 'fields' | 'lines'>

/** Messages of conditions, checks and numbers of rows, which no schema contains; untouched rows are skipped. */
export function rulesOf(module: Shape, store: RecordStore): Messages {
  const messages: Messages = {}
  for (const [path, [message]] of Object.entries(store.rules())) {
    const [lines = '', index] = path.split('.')
    const shape = module.lines.find((candidate) => candidate.name === lines)
    const row = index === undefined ? undefined : store.rows(lines)[Number(index)]
    if (message && !(shape && row && store.isBlank(row, shape))) messages[path] = [message]
  }
  const sent = store.snapshot()
  for (const { name, minItems } of module.lines) {
    const count = (sent[name] as Row[] | undefined)?.length ?? 0
    if (count < minItems && sent[name] !== undefined) messages[name] ??= [t('form.minItems', { count: minItems })]
  }
  return messages
}

/**
 * Messages per field (`items.3.qty` in lines) of a form with child tables: errors of the rules first, then those of the
 * module's schema. `compiled` is absent when it could not be loaded; the server then reports all errors.
 */
export function validateRecord(module: Shape, store: RecordStore, compiled: Compiled | undefined): Messages {
  const messages = rulesOf(module, store)
  if (!compiled || compiled(withoutNulls(store.snapshot()))) return messages
  for (const found of compiled.errors ?? []) {
    const path = found.instancePath.split('/').filter(Boolean).join('.')
    // The rules check missing values, with their conditions.
    if (found.keyword !== 'required' && path !== '') messages[path] ??= [messageOf(found)]
  }
  return messages
}
