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

/** The address of the record as the features that keep addresses give it. */
async function addressOf(ctx: Ctx, owner: { module: string; id: number }, preferred: number | null): Promise<string> {
  for (const read of ctx.services.addresses) {
    const address = await read(ctx, owner, preferred)
    if (address) return address
  }
  return ''
}

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
  return {
    title: field.title,
    name: String(party[target.entity.name] ?? ''),
    address: await addressOf(ctx, { module: target.name, id }, address),
    tin: showsTin(ctx, target) ? String(party.tin ?? '') : '',
  }
}
