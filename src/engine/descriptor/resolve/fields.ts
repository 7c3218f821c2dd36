/** Raw field → resolved field: titles, storage, schema, reference names; all that does not depend on other fields or modules. */

import type { Field as RawField } from '../../model/descriptor.generated.ts'
import type { Check, Field, FieldType, Json, Option, RowFilter, Storage } from '../../model/module.ts'
import { valueSchema } from '../../runtime/fields/schema.ts'
import { fieldTypes, isReference } from '../../runtime/fields/types.ts'
import { fieldTitle, optionLabel, plural } from './humanize.ts'

export type Origin = Field['origin']
/** A raw field with the keywords that only a kind or template can have. */
export type FieldSpec = RawField & { readonly serverOnly?: boolean; readonly storage?: Storage }

/** Name of the resolved object in responses: `supplier_id` → `supplier`, `posted_by` → `posted_by_user`. */
function refName(name: string, type: FieldType, to: string): string | undefined {
  if (!isReference(type)) return undefined
  if (type === 'references') return name.endsWith('_ids') ? plural(name.slice(0, -4)) : `${name}_${plural(to)}`
  return name.endsWith('_id') ? name.slice(0, -3) : `${name}_${to}`
}

const optionsOf = (raw: FieldSpec): readonly Option[] | undefined =>
  raw.options?.map((entry) =>
    typeof entry === 'string'
      ? { value: entry, label: optionLabel(entry) }
      : compact<Option>({
          value: entry.value,
          label: entry.label ?? optionLabel(entry.value),
          tone: entry.tone,
          offered: entry.offered,
        }),
  )

const checksOf = (raw: FieldSpec['check'], title: string): readonly Check[] => {
  if (raw === undefined) return []
  const list = Array.isArray(raw) ? raw : [raw]
  return list.map((entry) =>
    typeof entry === 'string'
      ? { expr: entry, message: `${title} is not valid.` }
      : {
          expr: entry.expr,
          message: entry.message ?? `${title} is not valid.`,
          ...(entry.severity === 'confirm' ? { severity: 'confirm' } : {}),
        },
  )
}

function proposalOf(raw: FieldSpec['propose']): Field['propose'] {
  if (raw === undefined || raw === null) return undefined
  if (raw === 'next') return { next: [] }
  return 'where' in raw ? { where: [raw.where].flat() as readonly RowFilter[] } : raw
}

function fetchOf(paths: FieldSpec['fetch']): Field['fetch'] {
  if (!paths) return undefined
  return [paths].flat().map((path) => {
    const parts = path.split('.')
    const split = parts[0] === 'parent' ? 2 : 1
    return { from: parts.slice(0, split).join('.'), path: parts.slice(split).join('.') }
  })
}

function defaultOf(raw: FieldSpec['default']): Field['default'] {
  if (raw === undefined) return undefined
  if (raw !== null && typeof raw === 'object' && !Array.isArray(raw)) return { expr: (raw as { expr: string }).expr }
  return { value: raw as Json }
}

/** The value without its undefined members, so that a Module is unchanged by a conversion to JSON and back. */
export const compact = <T extends object>(value: T): T => {
  for (const key of Object.keys(value) as (keyof T)[]) if (value[key] === undefined) delete value[key]
  return value
}

/** Resolves one field. `type` must be a known type; everything else has a default. */
export function resolveField(name: string, raw: FieldSpec, origin: Origin): Field {
  const type = raw.type as FieldType
  const info = fieldTypes[type]
  const options = optionsOf(raw)
  const title = raw.title ?? fieldTitle(name)
  const scale = info.storage === 'numeric' ? (raw.scale ?? info.scale) : undefined
  const to = isReference(type) ? (raw.to ?? info.to) : undefined
  // A list can lose entries that records have: `unknownChoices` of the server decides about these fields.
  const base = compact({ type, title, description: raw.description, options: raw.optionsOf ? undefined : options, scale })
  const readonly = raw.computed !== undefined || raw.lookup !== undefined ? true : (raw.readonly ?? false)
  return compact<Field>({
    name,
    type,
    title,
    description: raw.description,
    help: raw.help,
    storage: raw.live ? 'none' : (raw.storage ?? (type === 'toggle' && options ? 'text' : info.storage)),
    scale,
    required: raw.required ?? false,
    unique: raw.unique ?? false,
    index: raw.index ?? to !== undefined,
    to,
    refAs: to ? refName(name, type, to) : undefined,
    refColumns: [],
    filter: raw.filter as Field['filter'],
    offered: raw.offered as Field['offered'],
    pickerChoices: raw.pickerChoices,
    fetch: fetchOf(raw.fetch),
    lookup: raw.lookup as Field['lookup'],
    suggest: raw.suggest && ({ ...raw.suggest, for: name } as Field['suggest']),
    computed: raw.computed,
    live: raw.live ?? false,
    propose: proposalOf(raw.propose),
    default: defaultOf(raw.default),
    visible: raw.visible,
    readonly,
    requiredWhen: raw.requiredWhen,
    checks: checksOf(raw.check, title),
    access: raw.access,
    editRight: raw.editRight,
    recordOf: raw.recordOf,
    sensitive: raw.sensitive ?? (type === 'password' || type === 'secret'),
    renamedFrom: raw.renamedFrom,
    options,
    optionsOf: raw.optionsOf,
    widget: raw.widget,
    writable: readonly !== true && !raw.serverOnly && type !== 'lines',
    schema: valueSchema(base, raw as Record<string, unknown>),
    origin,
  })
}

/** `over` merged over `base`, key by key: how a descriptor changes a field of a template or kind. */
export function overField(base: FieldSpec | undefined, over: FieldSpec | undefined): FieldSpec {
  const laid = { ...base, ...over }
  // `null` takes away what the template or the kind says.
  if (base) for (const key of Object.keys(laid) as (keyof FieldSpec)[]) if (laid[key] === null) delete laid[key]
  return laid
}

/** Columns every table has. They can be listed, sorted and filtered like any other. */
export function systemFields(): Field[] {
  const system = (name: string, spec: FieldSpec): Field => resolveField(name, { ...spec, serverOnly: true, readonly: true }, 'system')
  return [
    system('id', { type: 'integer', title: 'ID', storage: 'bigint' }),
    system('version', { type: 'integer', title: 'Version' }),
    system('created_by', { type: 'user', title: 'Created by' }),
    system('created_at', { type: 'datetime', title: 'Created' }),
    system('updated_by', { type: 'user', title: 'Changed by' }),
    system('updated_at', { type: 'datetime', title: 'Changed' }),
  ]
}
