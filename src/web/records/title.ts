import type { Module } from '../../engine/model/module.ts'

/** Whether the name is a text. Months, days and moments are shown by the label, in the format of lists. */
const isWords = (named: unknown): named is string => typeof named === 'string' && !/^\d{4}-\d{2}($|-\d{2})/.test(named)

/** Number or name of a record as text; its label where the name is only a choice, a number or a day; empty for a record without either yet. */
export function nameOf(module: Pick<Module, 'entity' | 'field'>, record: Readonly<Record<string, unknown>>): string | undefined {
  const named = record[module.entity.name]
  const words = isWords(named) ? named : undefined
  // One choice names many records: the agency of a remittance, the kind of a movement.
  const spoken = module.field[module.entity.name]?.type === 'select' ? (record['label'] ?? words) : (words ?? record['label'])
  const match = record[module.entity.numbers[0]?.field ?? ''] ?? spoken ?? record['name']
  return match === null || match === undefined || match === '' ? undefined : String(match)
}
