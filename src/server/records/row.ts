/** Small readers and formats that the effects share. */

import { fromMicros, toMicros } from '../../domain/minor-units.ts'
import type { Row } from '../../engine/model/module.ts'
import { type Decimal, dec, toCents } from '../../kernel/decimal.ts'
import { DomainError } from '../../kernel/errors.ts'
import type { Ctx, EffectContext } from '../platform/context.ts'
import { qualify } from '../platform/db/name.ts'
import { AppError, messageOf, refuse } from '../platform/errors.ts'
import type { RuleName } from '../platform/rules.ts'

/** `"schema"."table"` of the company. */
export const table = (ctx: Ctx, name: string): string => qualify(ctx.company.schema, name)
/** A child table of a module. */
export const linesTable = (ctx: Ctx, module: string, lines: string): string =>
  table(ctx, ctx.modules.get(module)?.lines.find((line) => line.name === lines)?.table ?? `${module}__${lines}`)

/** A reference as a number; null when empty. */
export const idOf = (row: Row, field: string): number | null => {
  const value = row[field]
  return value === null || value === undefined || value === '' ? null : Number(value)
}
export const textOf = (row: Row, field: string): string => (row[field] === null || row[field] === undefined ? '' : String(row[field]))
/** The lines of a record. */
export const linesOf = (record: Row, name: string): Row[] => (Array.isArray(record[name]) ? (record[name] as Row[]) : [])
export const centsOf = (row: Row, field: string): bigint => toCents(dec(row[field]))
export const microsOf = (row: Row, field: string): bigint => toMicros(row[field])

/** The resolved reference beside an `_id`, or an empty object. */
export const refOf = (row: Row, name: string): Row => (row[name] && typeof row[name] === 'object' ? (row[name] as Row) : {})

/** A quantity in the usual format: `1,234.5`. */
export const quantityText = (micros: bigint): string => number((fromMicros(micros) as Decimal).toFixed())
/** An amount in the usual format: `1,234.50`. */
export const moneyText = (cents: bigint): string => number(dec(cents).div(100).toFixed(2))
const number = (text: string): string => {
  const [whole = '0', fraction] = text.split('.')
  const grouped = whole.replace(/\B(?=(\d{3})+(?!\d))/g, ',')
  return fraction ? `${grouped}.${fraction}` : grouped
}

/** Runs arithmetic that refuses by a business rule: 422 with its name, where it would be a message on a field. */
export function asRule<T>(rule: RuleName, work: () => T): T {
  try {
    return work()
  } catch (error) {
    throw error instanceof DomainError ? refuse(rule, messageOf(error)) : error
  }
}

/** Something that must not happen: a fault, not a refusal. */
export const fault = (message: string): AppError => new AppError('fault', message)

/** The name of a document in messages: number, else module and id. */
export const nameOf = (fx: EffectContext): string => textOf(fx.record, 'transaction_no') || `${fx.module.singular} ${String(fx.record.id)}`

export const recordId = (fx: EffectContext): number => Number(fx.record.id)
