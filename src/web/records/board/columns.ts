/** The columns of a board: every state or choice, also without records; of references those that records have. */
import type { Aggregate, Figure } from '../../../engine/model/aggregate.ts'
import type { Column, Field, Module, Row, State } from '../../../engine/model/module.ts'
import { label } from '../../i18n/index.ts'
import { t } from '../figures/text.ts'
import type { Arrangement } from '../index/columns.ts'
import { visibleColumns } from '../index/columns.ts'
import type { ColumnKey } from './moves.ts'

export interface BoardColumnOf {
  readonly key: ColumnKey
  readonly title: string
  readonly tone?: State['tone']
  /** Number of records, then their sum where the module has an amount. */
  readonly figures: readonly Figure[]
}

interface Named {
  readonly key: ColumnKey
  readonly title: string
  readonly tone?: State['tone'] | undefined
}

function named(module: Module, field: Field): Named[] {
  if (field.name === 'status' && module.workflow)
    return Object.values(module.workflow.states).map(({ name, title, tone }) => ({ key: name, title: label(title), tone }))
  return (field.options ?? []).map(({ value, label: text, tone }) => ({ key: value, title: label(text), tone }))
}

/** Columns in the order of the descriptor, or of their names. */
export function columnsOf(module: Module, field: Field, { rows }: Aggregate): readonly BoardColumnOf[] {
  const figuresOf = new Map(rows.map(({ keys, values }) => [keys[0] ?? null, values]))
  const fixed = named(module, field)
  const known = new Set(fixed.map(({ key }) => key))
  const others = rows
    .map(({ keys, labels }): Named => ({ key: (keys[0] ?? null) as ColumnKey, title: labels[0] ?? String(keys[0] ?? '') }))
    .filter(({ key }) => !known.has(key))
    .map((column) => (column.key === null ? { ...column, title: t('board.none') } : column))
  return [...fixed, ...others].map(({ key, title, tone }) => ({ key, title, ...(tone && { tone }), figures: figuresOf.get(key) ?? [0] }))
}

/** Facts on a card beneath its name: whom it is about, how much it is, and when. */
const FACTS: readonly (readonly Column['type'][])[] = [
  ['reference', 'employee', 'user'],
  ['money', 'quantity'],
  ['date', 'datetime'],
  ['select'],
]
const MOST_FACTS = 3

/** What a card says, of the columns of the list that have a value; without its name, its status and the board's field. */
export function factsOf(module: Module, arrangement: Arrangement, field: Field, row: Row): readonly Column[] {
  const numbers = new Set([...module.entity.numbers.map((number) => number.field), module.entity.name])
  const usable = visibleColumns(module, arrangement)
    .filter(({ path, via, type }) => type !== 'status' && !numbers.has(path) && (via ?? path) !== field.name)
    .filter(({ path, via }) => row[via ?? path] !== null && row[via ?? path] !== undefined && row[via ?? path] !== '')
  const kindOf = ({ type, via }: Column) => (via ? 'reference' : type)
  const first = FACTS.flatMap((types) => usable.find((column) => types.includes(kindOf(column))) ?? [])
  return [...new Set([...first, ...usable])].slice(0, MOST_FACTS)
}
