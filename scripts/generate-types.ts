/**
 * Writes files that are derived from other sources: the TypeScript type of descriptors from `schemas/module.schema.json`,
 * those of records from the resolved modules, and the list of icon names from the icon library. `npm run module -- types`; a
 * test says when they are stale.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { compile } from 'json-schema-to-typescript'
import { loadDescriptors, type Registries } from '../src/engine/index.ts'
import type { Field, Module } from '../src/engine/model/module.ts'
import { descriptorFiles } from './descriptors.ts'
import { callSchema } from './vocabulary.ts'

const root = new URL('..', import.meta.url)
const pathOf = (path: string) => fileURLToPath(new URL(path, root))

export const TYPES_FILE = pathOf('src/engine/model/descriptor.generated.ts')
export const RECORDS_FILE = pathOf('src/server/features/records.generated.ts')
export const CALLS_FILE = pathOf('schemas/calls.schema.json')
export const ICONS_FILE = pathOf('schemas/icons.json')

/** The text of `src/engine/model/descriptor.generated.ts`. */
export async function descriptorTypes(): Promise<string> {
  const schema = JSON.parse(readFileSync(pathOf('schemas/module.schema.json'), 'utf8'))
  schema.$defs.json = { tsType: 'unknown' }
  return await compile(plainRefs(schema) as object, 'Descriptor', {
    additionalProperties: false,
    bannerComment: '/* Generated from schemas/module.schema.json by scripts/generate-types.ts. Do not edit. */',
    format: true,
    style: { semi: false, singleQuote: true, printWidth: 110, trailingComma: 'all' },
    unreachableDefinitions: true,
    ignoreMinAndMaxItems: true,
  })
}

/** References without the words beside them; otherwise every place that refers to a type becomes a type of its own. */
function plainRefs(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(plainRefs)
  if (node === null || typeof node !== 'object') return node
  if ('$ref' in node) return { $ref: node.$ref }
  return Object.fromEntries(Object.entries(node).map(([key, value]) => [key, plainRefs(value)]))
}

/** The text of `schemas/icons.json`: one string of names, because one line per name would be 6,000 lines. */
export function iconNames(): string {
  const source = readFileSync(pathOf('node_modules/@tabler/icons-react/dist/esm/icons-list.mjs'), 'utf8')
  const names = [...source.matchAll(/^\s+"([a-z0-9-]+)",?$/gm)].map((match) => match[1]!)
  const outline = names.filter((name) => !name.endsWith('-filled'))
  return `${JSON.stringify({ names: outline.sort().join(' ') })}\n`
}

/** The text of `schemas/calls.schema.json`, from which editors complete lists of effects and guards. */
export const callsText = (registries: Registries): string => `${JSON.stringify(callSchema(registries))}\n`

/**
 * Modules with effects, handlers or hooks of their own, which read their records by field. Code for documents in general
 * takes the names of fields from its parameters and needs no types.
 */
const TYPED = [
  'cto_filing',
  'daily_time_record',
  'employee',
  'leave_accrual',
  'leave_amendment',
  'leave_balance',
  'leave_filing',
  'loan_entry',
  'official_business_filing',
  'overtime_filing_with_authorization',
  'held_pay',
  'payroll',
  'payroll_adjustment',
  'piece_output',
  'record_encoding',
  'restday_filing_with_authorization',
  'service_charge',
  'shift_adjustment',
  'sss_benefit_claim',
  'time_sheet',
  'timelog_filing',
]

/** The type of a loaded value, as `fromJson` makes it: decimals are `Decimal`, dates and instants are text. */
function valueType(module: Module, field: Field): string {
  if (field.name === 'status' && module.workflow)
    return Object.keys(module.workflow.states)
      .map((state) => `'${state}'`)
      .join(' | ')
  if (field.type === 'select' && field.options?.length)
    return field.options.map(({ value }) => JSON.stringify(value).replaceAll('"', "'")).join(' | ')
  switch (field.storage) {
    case 'bigint':
      return 'number'
    case 'integer':
    case 'numeric':
      return 'Decimal'
    case 'boolean':
      return 'boolean'
    case 'jsonb':
      return 'Json'
    case 'bigint[]':
      return 'number[]'
    case 'text[]':
      return 'string[]'
    case 'daterange':
      return '{ from: string; to: string }'
    default:
      return 'string'
  }
}

/** Fields that every stored row has. Nor is a list null, or a field that saving requires. */
const NEVER_NULL = new Set(['id', 'version', 'created_at', 'updated_at', 'line_no', 'parent_id'])
/** Fields of every stored record, as `StoredRecord` has them. */
const STORED = ['id', 'version', 'created_by', 'created_by_user', 'created_at', 'updated_by', 'updated_by_user', 'updated_at']

/** A field and its type, `employee_id: number`; a reference is two, its id and its record. */
function fieldTypes(module: Module, fields: readonly Field[]): string[] {
  return fields
    .filter(({ type }) => type !== 'lines' && type !== 'password')
    .flatMap((field) => {
      const isSure =
        NEVER_NULL.has(field.name) || field.required || field.storage.endsWith('[]') || (field.name === 'status' && module.workflow)
      const value = `${field.name}: ${valueType(module, field)}${isSure ? '' : ' | null'}`
      const reference =
        field.refAs && field.refAs !== field.name
          ? [`${field.refAs}: ${field.storage.endsWith('[]') ? 'Reference[]' : field.required ? 'Reference' : 'Reference | null'}`]
          : []
      return [value, ...reference]
    })
}

/** Names of transitions whose user and time the record keeps: `posted` for `posted_by`, `posted_by_user` and `posted_at`. */
function stampsOf(types: readonly string[]): string[] {
  return types
    .flatMap((type) => /^(\w+)_by: number \| null$/.exec(type)?.[1] ?? [])
    .filter((name) => types.includes(`${name}_by_user: Reference | null`) && types.includes(`${name}_at: string | null`))
}

/** The rows of the approvals, which are the same in every module that is approved. */
const isApproval = (types: readonly string[]): boolean => types.join() === APPROVAL.join()
const APPROVAL = [
  'level: Decimal | null',
  'approver_id: number | null',
  'approver: Reference | null',
  "action: 'approve' | 'disapprove' | 'return' | null",
  'remarks: string | null',
  'acted_at: string | null',
]

function recordType(module: Module): string {
  const types = fieldTypes(module, module.fields)
  const stamps = stampsOf(types).filter((name) => name !== 'created' && name !== 'updated')
  const shared = new Set([...STORED, ...stamps.flatMap((name) => [`${name}_by`, `${name}_by_user`, `${name}_at`])])
  const lines = module.lines
    .filter(({ apart }) => !apart)
    .flatMap((part) => {
      const row = fieldTypes(module, part.fields)
      return isApproval(row)
        ? [`${part.name}: ApprovalRow[]`]
        : [`${part.name}: {`, '  id: number', ...row.map((type) => `  ${type}`), '}[]']
    })
  const bases = ['StoredRecord', ...(stamps.length ? [`Stamped<${stamps.map((name) => `'${name}'`).join(' | ')}>`] : [])]
  const fields = [...types.filter((type) => !shared.has(type.split(':')[0]!)), ...lines]
  return [`  ${module.name}: ${bases.join(' & ')} & {`, ...fields.map((type) => `    ${type}`), '  }'].join('\n')
}

/** The text of `src/server/features/records.generated.ts`: the records that `load` answers, by module. */
export function recordTypes(registries: Registries): string {
  const { modules } = loadDescriptors(descriptorFiles(), registries)
  return `/* Generated from the modules by scripts/generate-types.ts (npm run module -- types). Do not edit. */
import type { Row } from '../../engine/model/module.ts'
import type { Decimal } from '../../kernel/decimal.ts'
import type { Json } from '../../kernel/json.ts'

/** A referenced record: its id, its name, and the columns that the field asks for. */
export type Reference = Row & { readonly id: number }

/** What every record has. */
export type StoredRecord = {
  id: number
  version: Decimal
  created_by: number | null
  created_by_user: Reference | null
  created_at: string
  updated_by: number | null
  updated_by_user: Reference | null
  updated_at: string
}

/** Who carried out transitions, and when: \`posted_by\`, \`posted_by_user\` and \`posted_at\` of \`posted\`. */
export type Stamped<Name extends string> = { [By in \`\${Name}_by\`]: number | null } & {
  [User in \`\${Name}_by_user\`]: Reference | null
} & { [At in \`\${Name}_at\`]: string | null }

/** A decision of an approver. */
export type ApprovalRow = {
  id: number
${APPROVAL.map((type) => `  ${type}`).join('\n')}
}

/** Records as services load them, by module. */
export interface Records {
${TYPED.map((name) => recordType(modules.get(name)!)).join('\n')}
}
`
}

/** Writes all files. */
export async function writeGenerated(registries: Registries): Promise<void> {
  writeFileSync(CALLS_FILE, callsText(registries))
  writeFileSync(TYPES_FILE, await descriptorTypes())
  writeFileSync(ICONS_FILE, iconNames())
  writeFileSync(RECORDS_FILE, recordTypes(registries))
}
