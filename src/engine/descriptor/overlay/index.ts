/**
 * A company's own changes to a shipped module: texts, help, defaults, stricter rules, layout, own fields. The overlay is
 * a partial descriptor, stored separately and merged with the shipped one at each load, so that an upgrade of the product
 * loses nothing. It cannot change what figures and history depend on.
 */

import type { Descriptor, Field as RawField } from '../../model/descriptor.generated.ts'
import type { Field, Module, Problem } from '../../model/module.ts'
import { didYouMean } from '../../runtime/expressions/hint.ts'
import { checkStructure, descriptorSchema, step } from '../schema/index.ts'

export { type Fitted, fitting, followRenames } from './fit.ts'

/** Top-level keys of an overlay; each replaces the shipped one, `fields` is merged. */
export const OVERLAY_KEYS = [
  '$schema',
  'title',
  'singular',
  'description',
  'group',
  'order',
  'icon',
  'fields',
  'columns',
  'filters',
  'search',
  'sort',
  'form',
] as const
/** Keywords of texts and appearance. */
const FREE = new Set(['title', 'description', 'help', 'default', 'widget', 'columns'])
/** Keywords that can only make a field stricter; each function checks whether a value does. */
const STRICTER: Readonly<Record<string, (given: unknown, shipped: Field) => boolean>> = {
  required: (given) => given === true,
  sensitive: (given) => given === true,
  requiredWhen: (_, shipped) => shipped.requiredWhen === undefined,
  check: (_, shipped) => shipped.checks.length === 0,
  minimum: (given, { schema }) => typeof given === 'number' && !(Number(schema.minimum ?? -Infinity) > given),
  maximum: (given, { schema }) => typeof given === 'number' && !(Number(schema.maximum ?? Infinity) < given),
  minLength: (given, { schema }) => typeof given === 'number' && given >= Number(schema.minLength ?? 0),
  maxLength: (given, { schema }) => typeof given === 'number' && given <= Number(schema.maxLength ?? Infinity),
  pattern: (_, { schema }) => schema.pattern === undefined,
}
/** Forbidden keywords of a company's own field. */
const OWN_REFUSED: Readonly<Record<string, string>> = {
  lookup: 'is filled by shipped modules only',
  lines: 'needs a shipped module',
  fields: 'needs a shipped module',
  renamedFrom: 'belongs to shipped fields',
}

export interface Overlaid {
  readonly descriptor: Descriptor
  /** Refused changes; they are left out of the descriptor. */
  readonly problems: readonly Problem[]
}

/** Merges `overlay` with a shipped descriptor. `shipped` is its resolved module, which has the fields of its kind and templates. */
export function applyOverlay(descriptor: Descriptor, overlay: Descriptor, shipped: Module): Overlaid {
  const problems: Problem[] = []
  const refuse = (pointer: string, message: string, hint?: string): void => {
    problems.push({ file: `overlay of ${shipped.name}`, pointer, line: 1, message, ...(hint ? { hint } : {}) })
  }
  const findings = checkStructure(descriptorSchema, overlay)
  for (const finding of findings) refuse(finding.pointer, finding.message, finding.hint)
  if (findings.length) return { descriptor, problems }

  const result: Record<string, unknown> = { ...descriptor }
  for (const [key, value] of Object.entries(overlay)) {
    if (!(OVERLAY_KEYS as readonly string[]).includes(key))
      refuse(step(key), `A company cannot change "${key}" of a shipped module; allowed: ${OVERLAY_KEYS.join(', ')}.`)
    else if (key === 'fields')
      result.fields = mergeFields(descriptor.fields ?? {}, overlay.fields ?? {}, {
        shipped: shipped.field,
        module: shipped,
        root: '/fields',
        refuse,
      })
    else result[key] = value
  }
  if (overlay.form) result.fields = guarded(descriptor, result.fields as Fields)
  return { descriptor: result as Descriptor, problems }
}

/**
 * The fields with the access of their shipped tabs. A company can move fields to other places, but that does not change
 * who can see them.
 */
function guarded(shipped: Descriptor, fields: Fields | undefined): Fields {
  const result: Record<string, RawField | null> = { ...fields }
  for (const { access, sections } of shipped.form?.tabs ?? []) {
    if (!access) continue
    for (const name of sections.flatMap((section) => section.fields))
      if (result[name] !== null && !result[name]?.access) result[name] = { ...result[name], access }
  }
  return result
}

type Fields = NonNullable<Descriptor['fields']>
type Refuse = (pointer: string, message: string, hint?: string) => void

/** What the fields of an overlay are checked against. */
interface MergeContext {
  readonly shipped: Readonly<Record<string, Field>>
  readonly module: Module | undefined
  readonly root: string
  readonly refuse: Refuse
}

function mergeFields(base: Fields, over: Fields, { shipped, module, root, refuse }: MergeContext): Fields {
  const result: Record<string, RawField | null> = { ...base }
  for (const [name, raw] of Object.entries(over)) {
    const pointer = root + step(name)
    const lines = module?.lines.find((entry) => entry.name === name)
    if (raw === null) refuse(pointer, 'A shipped field cannot be removed.', 'Leave it out of the form instead.')
    else if (lines) {
      const { fields, ...rest } = raw
      const baseValue = base[name] ?? {}
      for (const key of Object.keys(rest))
        if (!FREE.has(key)) refuse(`${pointer}/${key}`, `A company cannot change "${key}" of shipped rows.`)
      const free = Object.fromEntries(Object.entries(rest).filter(([key]) => FREE.has(key)))
      result[name] = {
        ...baseValue,
        ...free,
        ...(fields
          ? {
              fields: mergeFields(baseValue.fields ?? {}, fields, {
                shipped: lines.field,
                module: undefined,
                root: `${pointer}/fields`,
                refuse,
              }),
            }
          : {}),
      }
    } else if (shipped[name]) {
      const allowed = tightened(raw, shipped[name], pointer, refuse)
      if (Object.keys(allowed).length) result[name] = { ...base[name], ...allowed }
    } else if (!name.startsWith('x_'))
      refuse(
        pointer,
        `The module has no field "${name}"; own fields are called x_….`,
        didYouMean(name, Object.keys(shipped)) ?? `Call it "x_${name}".`,
      )
    else {
      for (const [key, why] of Object.entries(OWN_REFUSED)) if (key in raw) refuse(`${pointer}/${key}`, `"${key}" ${why}.`)
      if (raw.type === 'lines') refuse(`${pointer}/type`, 'Child tables need a shipped module.')
      else if (!Object.keys(OWN_REFUSED).some((key) => key in raw)) result[name] = raw
    }
  }
  return result
}

/** The keywords of `raw` that can override those of a shipped field. */
function tightened(raw: RawField, shipped: Field, pointer: string, refuse: Refuse): Partial<RawField> {
  const allowed: Record<string, unknown> = {}
  for (const [key, value] of Object.entries(raw)) {
    const stricter = STRICTER[key]
    if (FREE.has(key) || stricter?.(value, shipped)) allowed[key] = value
    else if (stricter) refuse(`${pointer}/${key}`, `"${key}" may only make a shipped field stricter.`)
    else
      refuse(
        `${pointer}/${key}`,
        `A company cannot change "${key}" of a shipped field.`,
        `Allowed: ${[...FREE, ...Object.keys(STRICTER)].join(', ')}.`,
      )
  }
  return allowed as Partial<RawField>
}
