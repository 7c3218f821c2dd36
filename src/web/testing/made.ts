/**
 * Records made from a module only, for stories and tests: every field has a value that fits its type, its options and its
 * limits, always the same one. Computed values are left to the module's own calculations.
 */
import type { Field, Lines, Module, Row } from '../../engine/model/module.ts'

const NAMES = ['Aurora Villanueva', 'Garcia Marketing', 'Cebu Hardware Depot', 'Emilio Mendoza', 'Luzon Paper Supply Inc.'] as const
const two = (value: number): string => String(value).padStart(2, '0')

/** A record that a reference points to; its name includes its module. */
export const madeRef = (module: string, seed: number): Row & { id: number; name: string; label: string } => {
  const code = `${module.slice(0, 3).toUpperCase()}-${String(seed).padStart(3, '0')}`
  const name = NAMES[seed % NAMES.length]!
  return { id: seed, name, code, label: `${code} · ${name}` }
}

const numberLimit = (schema: Field['schema'], name: string): number | undefined =>
  typeof schema[name] === 'number' ? (schema[name] as number) : undefined

/** Within the limits of the field. */
function limited({ schema }: Field, value: number): number {
  const least = numberLimit(schema, 'minimum') ?? numberLimit(schema, 'exclusiveMinimum')
  const most = numberLimit(schema, 'maximum') ?? numberLimit(schema, 'exclusiveMaximum')
  if (most !== undefined && value > most) return most
  if (least !== undefined && value < least) return least + (numberLimit(schema, 'exclusiveMinimum') === least ? 1 : 0)
  return value
}

const file = (seed: number) => ({ id: seed, name: 'quotation.pdf', type: 'application/pdf', size: 48_211 })

/** A value of the field's type; `seed` varies it from record to record. */
function madeValue(field: Field, seed: number): unknown {
  const day = `2026-11-${two(1 + ((seed * 3) % 27))}`
  switch (field.type) {
    case 'money':
      return limited(field, 1250.5 * seed)
    case 'quantity':
    case 'number':
    case 'integer':
      return limited(field, 4 * seed)
    case 'rate':
      return limited(field, 1.5)
    case 'percent':
      return limited(field, 12)
    case 'boolean':
      return seed % 2 === 1
    case 'date':
      return day
    case 'datetime':
      return `${day}T01:30:00.000Z`
    case 'time':
      return '08:30'
    case 'month':
      return day.slice(0, 7)
    case 'daterange':
      return { from: '2026-11-01', to: '2026-11-15' }
    case 'select':
    case 'toggle':
      return field.options?.[seed % field.options.length]?.value ?? null
    case 'multiselect':
      return field.options ? field.options.slice(0, 2).map(({ value }) => value) : ['first', 'second']
    case 'reference':
    case 'user':
    case 'employee':
      return seed
    case 'references':
      return [seed, seed + 1]
    case 'attachment':
    case 'image':
      return null
    case 'attachments':
      return []
    case 'email':
      return `person${seed}@example.com`
    case 'phone':
      return '09171234567'
    case 'url':
      return 'https://example.com'
    case 'color':
      return '#1971c2'
    case 'tin':
      return '123456789000'
    case 'sss_no':
      return '3400000012'
    case 'philhealth_no':
      return '120000000012'
    case 'pagibig_no':
      return '121000000012'
    case 'richtext':
      return '<p>Payment within <strong>30 days</strong>.</p>'
    case 'code':
      return clipped(field, `${field.name.slice(0, 3).toUpperCase()}-${String(seed).padStart(4, '0')}`)
    case 'text':
    case 'longtext':
      return clipped(field, field.name.includes('name') ? NAMES[seed % NAMES.length]! : `${field.title} ${seed}`)
    // Secrets are never in responses; the other types have values that only their input creates.
    default:
      return null
  }
}

/** Texts in common formats, for fields with a pattern. */
const SHAPED = ['1234567890', 'txt', 'sample_1', '+08:00', 'ABC-123', '08:30', 'A'] as const

const clipped = ({ schema }: Field, text: string): string => {
  const { pattern } = schema
  if (typeof pattern === 'string') return [text, ...SHAPED].find((name) => new RegExp(pattern, 'u').test(name)) ?? text
  const most = numberLimit(schema, 'maxLength')
  return most === undefined ? text : text.slice(0, most)
}

function madeFields(fields: readonly Field[], seed: number): Row {
  const row: Row = {}
  for (const field of fields) {
    const value = madeValue(field, seed)
    row[field.name] = value
    if (!field.refAs) continue
    if (field.type === 'attachment' || field.type === 'image') row[field.refAs] = value === null ? null : file(seed)
    else if (Array.isArray(value)) row[field.refAs] = value.map((id: number) => madeRef(field.to ?? field.type, id))
    else row[field.refAs] = madeRef(field.to ?? field.type, Number(value))
  }
  return row
}

const madeLines = (lines: Lines): Row[] =>
  Array.from({ length: Math.min(lines.maxItems, Math.max(lines.minItems, 3)) }, (_, index) => ({
    id: index + 1,
    ...madeFields(lines.fields, index + 1),
  }))

/** A record of the module as in a response, in a state of its workflow. */
export function madeRecord(module: Module, seed = 1, state = module.workflow?.initial): Row {
  const record: Row = { ...madeFields(module.fields, seed), id: seed, version: 1 }
  for (const lines of module.lines) record[lines.name] = madeLines(lines)
  const { workflow } = module
  if (workflow && state !== undefined) {
    record['status'] = state
    for (const { flags } of Object.values(workflow.states)) for (const flag of flags) record[flag] = false
    for (const flag of workflow.states[state]?.flags ?? []) record[flag] = true
  }
  record['label'] ??= record[module.entity.name]
  return record
}

/** The actions on a record in a state, as the server returns them to a user with all permissions. */
export function madeActions(module: Module, state: string | undefined): Row[] {
  const { workflow } = module
  const edits = workflow && state !== undefined ? workflow.states[state]?.edit : '*'
  const fixed = (['edit', 'delete'] as const).flatMap((name) => {
    const action = module.actions[name]
    if (!action) return []
    const allowed = edits === '*' || (name === 'edit' && edits !== undefined && edits.length > 0)
    return [
      { name, title: action.title, code: action.code, allowed, transition: false, ...(!allowed && { reason: 'It is no draft any more.' }) },
    ]
  })
  const transitions = Object.values(workflow?.transitions ?? {}).map(({ name, title, code, from }) => {
    const allowed = state !== undefined && from.includes(state)
    return { name, title, code, allowed, transition: true, ...(!allowed && { reason: 'Not in this state.' }) }
  })
  return [...fixed, ...transitions]
}
