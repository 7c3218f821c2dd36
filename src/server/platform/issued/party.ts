/** The party that a document is addressed to. */

import type { Field, Module, Row } from '../../../engine/model/module.ts'
import { nameable } from '../../../engine/runtime/permissions/index.ts'
import type { Ctx } from '../context.ts'
import { sql, table } from '../db/sql.ts'

/** A party as addressed on documents. */
export interface Party {
  readonly title: string
  readonly name: string
  readonly address: string
  readonly tin: string
}

/**
 * The field with the addressee: of a document its first own reference to a record that has a TIN, that is filled in, of a report such a
 * parameter that it cannot do without, as a statement is of one customer, or that it ran with, as tax withheld from one supplier.
 */
export function partyField(ctx: Pick<Ctx, 'modules'>, module: Module, record: Row = {}): Field | undefined {
  const isParty = (field: Field): boolean => field.type === 'reference' && ctx.modules.get(field.to ?? '')?.field.tin !== undefined
  if (module.report) {
    const parties = module.report.parameters.filter(isParty)
    return parties.find(({ required }) => required) ?? (module.report.book ? undefined : parties.find(({ name }) => record[name]))
  }
  if (module.kind !== 'document') return undefined
  const parties = module.fields.filter((field) => isParty(field) && (field.origin === 'module' || field.origin === 'template'))
  return parties.find(({ name }) => record[name]) ?? parties[0]
}

/** Whether the caller can read the TIN on the party itself. */
export const showsTin = (ctx: Ctx, target: Module): boolean =>
  nameable(ctx.system === undefined ? ctx.principal : 'system', ctx.modules, { module: target, path: 'tin', use: 'column' })

const joined = (...parts: unknown[]): string => parts.filter((part) => typeof part === 'string' && part.trim() !== '').join(', ')

/**
 * Name, address and TIN of the party, the address being `address`, or else the one for bills or the default; `record` is the document, or the values of a report's parameters. Users who can print it can read its addressee; the TIN is only for
 * users who can read it on the party itself.
 */
export async function partyOf(ctx: Ctx, module: Module, record: Row, address: number | null = null): Promise<Party | undefined> {
  const field = partyField(ctx, module, record)
  const target = field && ctx.modules.get(field.to!)
  const id = field && Number(record[field.name])
  if (!field || !target || !id) return undefined
  const [party] = await ctx.db.query<Row>(sql`SELECT * FROM ${table(ctx, target.entity.table)} WHERE id = ${id}`)
  if (!party) return undefined
  const [place] = await ctx.db.query<Row>(
    sql`
      SELECT a.line_1, a.line_2, b.name AS barangay, c.name AS city, p.name AS province, a.zip_code, s.name AS state,
        CASE WHEN n.code <> 'PH' THEN n.name END AS country
      FROM ${table(ctx, 'address')} a
      LEFT JOIN ${table(ctx, 'barangay')} b ON b.id = a.barangay_id
      LEFT JOIN ${table(ctx, 'city')} c ON c.id = a.city_id
      LEFT JOIN ${table(ctx, 'province')} p ON p.id = a.province_id
      LEFT JOIN ${table(ctx, 'state')} s ON s.id = a.state_id
      LEFT JOIN ${table(ctx, 'country')} n ON n.id = a.country_id
      WHERE a.owner_type = ${target.name} AND a.owner_id = ${id}
      ORDER BY (a.id = ${address}) DESC NULLS LAST, (a.label = 'Billing') DESC, a.is_default DESC NULLS LAST, a.id
      LIMIT 1
    `,
  )
  return {
    title: field.title,
    name: String(party[target.entity.name] ?? ''),
    address: place
      ? joined(place.line_1, place.line_2, place.barangay, place.city, place.province, place.state, place.zip_code, place.country)
      : '',
    tin: showsTin(ctx, target) ? String(party.tin ?? '') : '',
  }
}
