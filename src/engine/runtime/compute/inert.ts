/** Fields on which nothing else of their module depends, so that changing them affects nothing else. */
import { onceFor } from '../../../kernel/once-for.ts'
import type { Field, FieldType, Module } from '../../model/module.ts'

/** Plain texts: their own schema contains all checks. */
const TEXTS: ReadonlySet<FieldType> = new Set(['text', 'longtext', 'email', 'phone', 'url', 'color'])
/** Keywords with texts for users. */
const SPOKEN = new Set(['name', 'title', 'help', 'description', 'message', 'schema', 'edit', 'origin'])

/**
 * Names of the fields whose change needs no computation, no lookup of references and no rule beside the field's own
 * schema. Any mention of a field in an expression, filter or parameter of the module counts as use: a missing field costs
 * time, a wrong one would save values that the rules refuse.
 */
export const inertFields = onceFor((module: Module): ReadonlySet<string> => {
  const { lines, compute, entity, workflow, notify, form } = module
  // What is copied is read from other documents, and only into fields that users cannot set.
  const sources = module.sources.map(({ copy: _, lines, ...source }) => ({
    ...source,
    lines: Object.values(lines).map(({ copy: _copied, ...spec }) => spec),
  }))
  const used = mentions({ lines, compute, entity, workflow, sources, notify, propose: form.propose, advice: form.advice })
  for (const field of module.fields) mentions(field, used)
  const named = new Set([module.entity.name, module.entity.date, module.entity.branch, module.entity.owner])
  return new Set(module.fields.filter((field) => isPlain(field) && !used.has(field.name) && !named.has(field.name)).map(({ name }) => name))
})

/** A text that users can set freely. */
const isPlain = (field: Field): boolean =>
  TEXTS.has(field.type) &&
  field.storage === 'text' &&
  field.writable &&
  field.readonly === false &&
  !field.required &&
  !field.unique &&
  !field.computed &&
  !field.lookup &&
  !field.fetch &&
  !field.visible &&
  !field.editRight &&
  !field.requiredWhen &&
  !field.checks.length

/** Adds every identifier in the texts of a value, at any place, to `found`. */
function mentions(value: unknown, found: Set<string> = new Set()): Set<string> {
  if (typeof value === 'string') for (const word of value.match(/[A-Za-z_]\w*/g) ?? []) found.add(word)
  else if (Array.isArray(value)) for (const each of value) mentions(each, found)
  else if (typeof value === 'object' && value !== null)
    for (const [key, each] of Object.entries(value)) {
      if (SPOKEN.has(key)) continue
      mentions(key, found)
      mentions(each, found)
    }
  return found
}
