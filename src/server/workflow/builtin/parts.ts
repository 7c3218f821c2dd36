/**
 * The parts of amounts that go with quantities (`parts` of `sources`), when a document is posted. What is left at the source is
 * noted again then, under the lock of the source: others may have taken of it since the draft was made, and the last part must be
 * the rest.
 */

import type { Row, SourceLines } from '../../../engine/model/module.ts'
import { type Decimal, toDecimal } from '../../../kernel/decimal.ts'
import type { EffectContext } from '../../platform/context.ts'
import { refuseByDescriptor } from '../../platform/errors.ts'
import { computerWith, envFor } from '../../platform/expressions.ts'
import { leftOf, notedOf } from '../../records/parts.ts'
import { writeChanges } from '../stored-values.ts'
import { headerIds, linksOf, rowName } from './links.ts'

type Left = NonNullable<ReturnType<Awaited<ReturnType<typeof leftOf>>['get']>>
/** A row and what is left at its source row, which it shares with other rows of the document. */
interface Taking {
  readonly row: Row
  readonly spec: SourceLines
  readonly left: Left
}

/** Notes what is left of the sources in the rows, recomputes the record, and writes what has changed. */
export async function takeParts(fx: EffectContext): Promise<void> {
  const groups = await takingRows(fx)
  if (groups.length === 0) return
  const before = snapshot(fx)
  let changed = false
  // Rows from the same source row take one after the other.
  for (let turn = 0; groups.some((rows) => rows.length > turn); turn++) {
    const takers = groups.flatMap((rows) => rows[turn] ?? [])
    const noted = takers.filter(note)
    if (noted.length) await recompute(fx)
    changed ||= noted.length > 0
    for (const taking of takers) take(taking)
  }
  if (changed) await writeChanges(fx.ctx, fx.module, before, fx.record)
}

/** The rows that take from the same source row, in their order. */
async function takingRows(fx: EffectContext): Promise<Taking[][]> {
  const groups = new Map<Left, Taking[]>()
  for (const link of linksOf(fx)) {
    const { spec, module, rows } = link
    if (!spec.parts) continue
    const ids = new Set(rows.map((row) => Number(row[spec.link])))
    for (const id of await headerIds(fx.ctx, link)) {
      const document = await fx.ctx.services.records.load(fx.ctx, module, id)
      const left = await leftOf(fx.ctx, module, { spec, document, ids })
      for (const row of rows) {
        const source = left.get(Number(row[spec.link]))
        if (source) groups.set(source, [...(groups.get(source) ?? []), { row, spec, left: source }])
      }
    }
  }
  return [...groups.values()]
}

/**
 * Writes into a row what is left now; false when it says so already. A row from before the amounts were noted stays as its
 * users know it.
 */
function note({ row, spec, left }: Taking): boolean {
  if (isOld(row, spec)) return false
  const values = notedOf(spec, left)
  const same = Object.entries(values).every(([name, value]) => toDecimal(row[name]).eq(toDecimal(value)))
  if (!same) Object.assign(row, values)
  return !same
}

const isOld = (row: Row, spec: SourceLines): boolean => row[spec.parts!.quantity] === null || row[spec.parts!.quantity] === undefined

/** What is left once the row has taken its part; never less than nothing. */
function take({ row, spec, left }: Taking): void {
  left.open = left.open.minus(toDecimal(row[spec.quantity]))
  for (const [name, { taken }] of Object.entries(spec.parts!.amounts)) {
    const part = toDecimal(row[taken])
    const rest: Decimal = left.amounts[name]!.minus(part)
    if (rest.lt(0))
      throw refuseByDescriptor(
        spec.rule,
        `${rowName(row)}: ${part.toFixed(2)} is more than the ${left.amounts[name]!.toFixed(2)} that is left of its source. Remove the line and copy it again.`,
      )
    left.amounts[name] = rest
  }
}

/** Header and rows computed again, in place: effects keep what they know of a row by the row itself. */
async function recompute(fx: EffectContext): Promise<void> {
  const { ctx, module, record } = fx
  const computed = computerWith(ctx, module, await envFor(ctx, module)).all(record)
  const lines = new Set(module.lines.map(({ name }) => name))
  for (const [name, value] of Object.entries(computed)) {
    if (!lines.has(name)) record[name] = value
    else for (const [index, row] of ((record[name] as Row[] | undefined) ?? []).entries()) Object.assign(row, (value as Row[])[index])
  }
}

/** The record as it is, for comparison. */
const snapshot = ({ module, record }: EffectContext): Row => ({
  ...record,
  ...Object.fromEntries(module.lines.map(({ name }) => [name, ((record[name] as Row[] | undefined) ?? []).map((row) => ({ ...row }))])),
})
