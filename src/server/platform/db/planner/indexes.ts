import type { Field, Kind, Lines, Module } from '../../../../engine/model/module.ts'
import { fit, literal, quote } from '../name.ts'
import type { IndexSpec } from './spec.ts'

/** Kinds whose rows the server writes, by the thousand; users look at those of a day or a person, which have indexes. */
const WRITTEN_BY_SERVER: ReadonlySet<Kind> = new Set(['log', 'process'])

/** Storage types with an order that makes sense to users who sort a list. */
const ORDERED = new Set(['text', 'bigint', 'integer', 'numeric', 'date', 'timestamptz', 'time'])

/** Indexes of a record table: unique values, columns that lists filter and sort by, references, search. */
export function moduleIndexes(module: Module, fields: readonly Field[], trigram: string | undefined): IndexSpec[] {
  const table = module.entity.table
  const { entity } = module
  const large = entity.volume === 'large'
  const has = (name: string | undefined): name is string => name !== undefined && fields.some((field) => field.name === name)
  const indexSpecs: IndexSpec[] = [...uniqueIndexes(module, fields)]

  for (const columns of entity.indexes) indexSpecs.push(btree(table, columns.map(quote), columns.join('__')))
  for (const field of fields) indexSpecs.push(...fieldIndexes(table, field))
  if (has('status') && has(entity.date))
    indexSpecs.push(btree(table, ['"status"', `${quote(entity.date)} DESC`, '"id" DESC'], 'status_date'))
  if (has(entity.date)) indexSpecs.push(btree(table, [`${quote(entity.date)} DESC`, '"id" DESC'], 'date'))
  if (large && has(entity.branch) && has(entity.date)) {
    indexSpecs.push(btree(table, [quote(entity.branch), `${quote(entity.date)} DESC`, '"id" DESC'], 'branch_date'))
  }
  // An index for each column that users can sort by makes lists fast and writing slow.
  if (large && !WRITTEN_BY_SERVER.has(module.kind)) {
    const listed = module.columns
      .map((column) => column.path)
      .filter((path) => fields.some((field) => field.name === path && ORDERED.has(field.storage)))
    for (const path of listed) indexSpecs.push(btree(table, [quote(path), '"id"'], `${path}__list`))
  }
  for (const part of module.sort.slice(0, 1)) {
    if (has(part.field))
      indexSpecs.push(
        btree(table, [`${quote(part.field)}${part.descending ? ' DESC' : ''}`, part.descending ? '"id" DESC' : '"id"'], 'sort'),
      )
  }
  if (trigram)
    for (const path of module.search) {
      const field = fields.find((candidate) => candidate.name === path)
      if (field?.storage === 'text' && field.type !== 'select')
        indexSpecs.push({ name: fit(`${table}__${path}__search`), unique: false, method: 'gin', keys: [`${quote(path)} ${trigram}`] })
    }
  return withoutCovered(indexSpecs)
}

/** Indexes of a child table: its parent in line order, references, and those that the fields declare. */
export function lineIndexes({ table, indexes = [] }: Pick<Lines, 'table' | 'indexes'>, fields: readonly Field[]): IndexSpec[] {
  const source = fields.some((field) => field.name === 'source_line_id') ? [btree(table, ['"source_line_id"'], 'source_line_id')] : []
  return withoutCovered([
    btree(table, ['"parent_id"', '"line_no"'], 'parent'),
    ...source,
    ...indexes.map((columns) => btree(table, columns.map(quote), columns.join('__'))),
    ...fields
      .filter((field) => field.unique)
      .map((field) => ({ ...btree(table, ['"parent_id"', quote(field.name)], `${field.name}__key`), unique: true })),
    ...fields.flatMap((field) => fieldIndexes(table, field)),
  ])
}

function fieldIndexes(table: string, field: Field): IndexSpec[] {
  if (field.storage === 'bigint[]')
    return [{ name: fit(`${table}__${field.name}__idx`), unique: false, method: 'gin', keys: [quote(field.name)] }]
  if ((field.to && field.storage === 'bigint') || field.index) return [btree(table, [quote(field.name)], field.name)]
  return []
}

/**
 * Unique values. A voided document frees its values, except its number. In a combination, rows with an empty plain value
 * are exempt, while an empty reference is a value of its own (`key` for no branch occurs once).
 */
function uniqueIndexes(module: Module, fields: readonly Field[]): IndexSpec[] {
  const table = module.entity.table
  const numbers = new Set(module.entity.numbers.map((number) => number.field))
  const voided = Object.values(module.workflow?.states ?? {})
    .filter((state) => state.flags.includes('is_voided'))
    .map((state) => literal(state.name))
  const alive = voided.length ? `"status" NOT IN (${voided.join(', ')})` : undefined
  const sets = [...fields.filter((field) => field.unique || numbers.has(field.name)).map((field) => [field.name]), ...module.entity.unique]
  const seen = new Set<string>()
  return sets.flatMap((columns) => {
    const key = columns.join('__')
    const columnFields = columns.map((name) => fields.find((field) => field.name === name))
    if (seen.has(key) || columnFields.includes(undefined)) return []
    seen.add(key)
    const plain =
      columns.length > 1 ? columnFields.filter((field) => field && !field.to).map((field) => `${quote(field?.name ?? '')} IS NOT NULL`) : []
    const where = [...(columns.every((name) => numbers.has(name)) ? [] : [alive]), ...plain]
      .filter((part) => part !== undefined)
      .join(' AND ')
    return [
      {
        name: fit(`${table}__${key}__key`),
        unique: true,
        method: 'btree' as const,
        keys: columns.map(quote),
        ...(where ? { where } : {}),
        ...(columns.length > 1 ? { nullsEqual: true } : {}),
      },
      // Codes differ by more than the case of letters, as imports and searches read them.
      ...(columns.length === 1 && columnFields[0]?.type === 'code'
        ? [
            {
              name: fit(`${table}__${key}__lower`),
              unique: true,
              method: 'btree' as const,
              keys: [`lower(${quote(key)})`],
              ...(where ? { where } : {}),
            },
          ]
        : []),
    ]
  })
}

const btree = (table: string, keys: readonly string[], suffix: string): IndexSpec => ({
  name: fit(`${table}__${suffix}__idx`),
  unique: false,
  method: 'btree',
  keys,
})

/** Leaves out an index whose keys are the beginning of another one's, in the same order. */
function withoutCovered(indexes: readonly IndexSpec[]): IndexSpec[] {
  const plain = (key: string) => key.replace(/ DESC$/, '')
  return indexes.filter((indexSpec, position) => {
    if (indexSpec.unique || indexSpec.method !== 'btree') return true
    return !indexes.some((other, place) => {
      if (other === indexSpec || other.method !== 'btree' || other.where) return false
      const begins = indexSpec.keys.every((key, index) => other.keys[index] !== undefined && plain(key) === plain(other.keys[index] ?? ''))
      return begins && (other.keys.length > indexSpec.keys.length || place < position)
    })
  })
}
