/** Entries of lists, such as serial numbers, that other documents took from the same source row (`once` of `sources`). */
import type { Row } from '../../../engine/model/module.ts'
import type { EffectContext } from '../../platform/context.ts'
import { refuseByDescriptor } from '../../platform/errors.ts'
import { entriesOf, onceOf, takenEntries } from '../../records/taken-entries.ts'
import { type Link, rowName } from './links.ts'

/** Refuses rows that name an entry which a posted document took from their source row, with the rule of the source. */
export async function requireOnce(fx: EffectContext, { spec, module, linesName, rows }: Link): Promise<void> {
  const once = onceOf(spec)
  if (once.length === 0) return
  const taken = await takenEntries(fx.ctx, module, { from: spec.from, ids: rows.map((row) => Number(row[spec.link])) })
  const lines = fx.module.lines.find(({ name }) => name === linesName)!
  const all = (fx.record[linesName] as Row[] | undefined) ?? []
  for (const row of rows)
    for (const [name, field] of once) {
      const takers = taken.get(Number(row[spec.link]))?.get(field)
      const twice = entriesOf(row[name]).find((entry) => takers?.has(entry))
      if (twice === undefined) continue
      const index = all.indexOf(row)
      const mark = `${twice} was already taken by ${takers!.get(twice)!}. Remove it.`
      const message = `Line ${index + 1}, ${rowName(row)}, ${lines.field[name]!.title}: ${mark}`
      throw refuseByDescriptor(spec.rule, message, { entry: twice }, { [`${linesName}.${index}.${name}`]: [mark] })
    }
}
