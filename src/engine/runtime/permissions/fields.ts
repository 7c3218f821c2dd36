/** Fields by the names that descriptors and requests give them. */
import type { Field, Module, ModuleSet } from '../../model/module.ts'
import { isConfidential } from './confidential.ts'

/** Columns that every table has, whether or not the module lists them as fields. */
export const BUILTIN = ['id', 'version'] as const

/** Name under which the tags of a record travel. */
export const TAGS = 'tags'

/** A field by a name that a request gave; names of JavaScript's own (`constructor`) are no fields. */
export const fieldOf = (part: Pick<Module, 'field'>, name: string): Field | undefined =>
  Object.hasOwn(part.field, name) ? part.field[name] : undefined

/**
 * A field of a referenced record by the last step of a path: `name` is the record's name in references, even if the field
 * has another name (`employee.name` is the employee's `full_name`).
 */
export const referencedField = (module: Pick<Module, 'field' | 'entity'>, name: string): Field | undefined =>
  fieldOf(module, name) ?? (name === 'name' ? fieldOf(module, module.entity.name) : undefined)

/** The reference fields of a part by the names that their resolved objects travel under; of two alike, the first. */
const references = new WeakMap<readonly Field[], ReadonlyMap<string, Field>>()

function referencesOf(fields: readonly Field[]): ReadonlyMap<string, Field> {
  let byName = references.get(fields)
  if (!byName) {
    byName = new Map(fields.flatMap((field) => (field.to && field.refAs ? [[field.refAs, field] as const] : [])).toReversed())
    references.set(fields, byName)
  }
  return byName
}

/** A reference field by the name its resolved object travels under (`supplier`), or by its own name. */
export function referenceField(part: Pick<Module, 'fields' | 'field'>, segment: string): Field | undefined {
  const field = fieldOf(part, segment)
  if (field?.to) return field
  return referencesOf(part.fields).get(segment)
}

/** The states in which a flag is true. */
export const flagStates = (module: Pick<Module, 'workflow'>, flag: string): string[] =>
  Object.values(module.workflow?.states ?? {})
    .filter((state) => state.flags.includes(flag))
    .map((state) => state.name)

/**
 * Whether the field is of a confidential kind, or closed by an access code (`module` included: its values are for users
 * who can see the record).
 */
export const isRestricted = (field: Pick<Field, 'type' | 'sensitive' | 'access'>): boolean =>
  field.access !== undefined || isConfidential(field)

/** Dotted paths of a template (`{supplier.name}`). */
export const templatePaths = (template: string): string[] => [...template.matchAll(/\{([^{}]+)\}/g)].map(([, path]) => path!.trim())

/** The template that a record's label is made from. */
export const labelTemplate = (module: Pick<Module, 'entity'>): string => module.entity.label || `{${module.entity.name}}`

/** The fields that a path of references and its end go through; undefined when it names nothing, or goes through lines. */
export function fieldsAlong(modules: ModuleSet, part: Pick<Module, 'fields' | 'field'>, path: string): Field[] | undefined {
  const fields: Field[] = []
  const steps = path.split('.')
  let owner: Pick<Module, 'fields' | 'field'> | undefined = part
  let target: Module | undefined
  for (const [index, segment] of steps.entries()) {
    const last = index === steps.length - 1
    const end: Field | undefined = target ? referencedField(target, segment) : owner && fieldOf(owner, segment)
    const field: Field | undefined = last ? end : owner && referenceField(owner, segment)
    if (!field) return last && segment === 'id' ? fields : undefined
    fields.push(field)
    owner = target = field.to ? modules.get(field.to) : undefined
  }
  return fields
}
