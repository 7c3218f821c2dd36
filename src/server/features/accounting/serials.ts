/** Serial numbers in reports: the number under which an invoice or a receipt is known outside of the company. */
import type { Ctx } from '../../platform/context.ts'
import { literal, quote } from '../../platform/db/name.ts'
import { table } from '../../records/row.ts'

/** SQL of the serial number of the document that the row `alias` names by `source_module` and `source_id`; NULL where it has none. */
export function serialSql(ctx: Ctx, alias: string): string {
  const cases = [...ctx.modules.values()].flatMap(({ name, entity, print }) => {
    const serial = print.find(({ tax }) => tax)?.tax?.serial
    if (!serial) return []
    return [
      `WHEN ${literal(name)} THEN (SELECT x.${quote(serial)} FROM ${table(ctx, entity.table)} x WHERE x.id = ${quote(alias)}.source_id)`,
    ]
  })
  return cases.length ? `CASE ${quote(alias)}.source_module ${cases.join(' ')} END` : 'NULL::text'
}
