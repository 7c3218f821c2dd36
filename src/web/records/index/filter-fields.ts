/** Which fields a list can be filtered by, how, and how a filter reads on its chip. */
import { makeField } from '../../../engine/model/make-field.ts'
import type { Field, Module, Option } from '../../../engine/model/module.ts'
import { readByDigit } from '../../../engine/runtime/fields/grouping.ts'
import type { Tag } from '../../api/types.ts'
import { label, t } from '../../i18n/index.ts'
import { dateText, numberText } from './format.ts'
import type { Conditions } from './url-state.ts'

type FilterKind = 'choice' | 'boolean' | 'reference' | 'number' | 'date' | 'text'
export interface FilterField {
  /** Not offered; shown where an address or a saved view filters by it. */
  readonly internal?: boolean
  readonly name: string
  readonly title: string
  readonly kind: FilterKind
  readonly field: Field
  readonly options: readonly Option[]
}

const KINDS: Partial<Record<Field['type'], FilterKind>> = {
  select: 'choice',
  multiselect: 'choice',
  toggle: 'choice',
  boolean: 'boolean',
  reference: 'reference',
  references: 'reference',
  user: 'reference',
  employee: 'reference',
  money: 'number',
  quantity: 'number',
  rate: 'number',
  percent: 'number',
  number: 'number',
  integer: 'number',
  date: 'date',
  datetime: 'date',
  month: 'date',
}
const UNFILTERABLE: readonly Field['type'][] = [
  'lines',
  'json',
  'password',
  'secret',
  'attachment',
  'attachments',
  'image',
  'geopoint',
  'geofence',
  'address',
  'time',
]

/** Columns of every table, and counters of the server: users would not filter by them. The status includes progress. */
const INTERNAL = new Set(['version', 'id'])

const optionsOf = (module: Module, field: Field): readonly Option[] => {
  if (field.name === 'status' && module.workflow) return badgeOptions(module)
  return field.options ?? []
}

/** Values of the status badge: the states, and the progress names instead of the posted one. */
const badgeOptions = (module: Module): Option[] =>
  Object.values(module.workflow!.states).flatMap(({ name, title }) => {
    const progress = module.workflow!.progress ? (module.field.progress?.options ?? []) : []
    if (name !== 'posted' || progress.length === 0) return [{ value: name, label: title }]
    return [...progress, { value: name, label: t('filter.any', { value: label(title) }) }]
  })

const describe = (module: Module, field: Field): FilterField => {
  const options = optionsOf(module, field)
  const kind = options.length > 0 ? 'choice' : (KINDS[field.type] ?? 'text')
  const internal = INTERNAL.has(field.name) || field.widget === 'hidden' || (field.name === 'progress' && module.field.status !== undefined)
  return { name: field.name, title: field.title, kind, field, options, ...(internal && { internal }) }
}

/** Every field that a list of the module may be filtered by; quick filters first. */
export const filterFields = (module: Module): { quick: FilterField[]; others: FilterField[] } => {
  const usable = module.fields
    .filter((field) => field.storage !== 'none' && !field.sensitive && !UNFILTERABLE.includes(field.type))

    .map((field) => describe(module, field))
  const far = (path: string): FilterField[] => {
    const field = module.reached?.[path]
    return field
      ? [
          {
            name: path,
            title: field.title,
            kind: field.options ? 'choice' : (KINDS[field.type] ?? 'text'),
            field,
            options: field.options ?? [],
          },
        ]
      : []
  }
  const quick = module.filters
    .flatMap((name) => usable.find((field) => field.name === name) ?? far(name))
    .filter(({ internal }) => !internal)
  return { quick, others: usable.filter((field) => !quick.includes(field)) }
}

/** Tags are no field, but lists are narrowed by them like by a choice. */
export const tagFilter = (tags: readonly Tag[]): FilterField => ({
  name: 'tags',
  title: t('tags.label'),
  kind: 'choice',
  field: makeField('tags', 'multiselect', t('tags.label')),
  options: tags.map(({ id, name }) => ({ value: String(id), label: name })),
})

const valueText = (filter: FilterField, value: string): string => {
  if (filter.kind === 'boolean') return t(value === 'true' ? 'list.yes' : 'list.no')
  if (filter.kind === 'date') return dateText(value)
  if (filter.kind === 'number')
    return numberText(value, filter.field.type, { scale: filter.field.scale, byDigit: readByDigit(filter.field) })
  return label(filter.options.find((option) => option.value === value)?.label ?? value)
}

/** Text of a chip after its title: `Posted, Draft`, `2026/01/01 – 2026/01/31`, `from 100.00`. */
export const conditionsText = (filter: FilterField, conditions: Conditions): string => {
  const { eq, in: list, like, gte, lte, null: empty } = conditions
  if (empty) return t(empty === 'true' ? 'filter.isEmpty' : 'filter.isNotEmpty')
  if (list)
    return list
      .split(',')
      .map((value) => valueText(filter, value))
      .join(', ')
  if (eq) return valueText(filter, eq)
  if (like) return `“${like}”`
  if (gte && lte) return gte === lte ? valueText(filter, gte) : `${valueText(filter, gte)} – ${valueText(filter, lte)}`
  if (gte) return t('filter.from', { value: valueText(filter, gte) })
  return lte ? t('filter.until', { value: valueText(filter, lte) }) : ''
}
