import type { Module } from '../../engine/module.ts'

/** Number or name of a record in words; its label where the name is only a number; nothing for what has neither yet. */
export function nameOf(module: Pick<Module, 'entity'>, record: Readonly<Record<string, unknown>>): string | undefined {
  const named = record[module.entity.name]
  const found = record[module.entity.numbers[0]?.field ?? ''] ?? (typeof named === 'string' ? named : record['label']) ?? record['name']
  return found === null || found === undefined || found === '' ? undefined : String(found)
}
