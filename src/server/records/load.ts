/** Records with exact decimals, for calculations and effects. */

import type { Module, Row } from '../../engine/model/module.ts'
import type { Ctx } from '../platform/context.ts'
import { read, readWhole } from './read.ts'
import { exactWhole } from './write/references.ts'

/** Turns the texts of a record read in `exact` mode into decimals, references included. */
function exactRecord(ctx: Ctx, module: Module, row: Row): Row {
  for (const lines of module.lines) {
    for (const line of (row[lines.name] as Row[] | undefined) ?? []) exactWhole(ctx, lines, line)
  }
  return exactWhole(ctx, module, row)
}

/** The whole record with exact decimals, within the caller's rows for `action`; locked when asked. */
export async function loadExact(
  ctx: Ctx,
  module: Module,
  id: number,
  { action, lock }: { readonly action: string; readonly lock: boolean },
): Promise<Row> {
  return exactRecord(ctx, module, await read(ctx, module, id, { action, mode: 'exact', whole: true, lock }))
}

/** The same for several records by one statement; those that the caller does not reach are left out. */
export async function loadExactly(
  ctx: Ctx,
  module: Module,
  ids: readonly number[],
  { action, lock }: { readonly action: string; readonly lock: boolean },
): Promise<Row[]> {
  if (!ids.length) return []
  return (await readWhole(ctx, module, ids, { action, mode: 'exact', lock })).map((row) => exactRecord(ctx, module, row))
}

/** The stored values of the header, within the caller's rows for `action`: no references, no child tables, no lock. */
export async function loadHeader(ctx: Ctx, module: Module, id: number, action: string): Promise<Row> {
  return exactWhole(ctx, module, await read(ctx, module, id, { action, mode: 'exact', whole: true, storedOnly: true }))
}

/** The record for effects and handlers, without permission check. */
export function load(ctx: Ctx, module: Module, id: number, options: { lock?: boolean } = {}): Promise<Row> {
  return loadExact({ ...ctx, system: ctx.system ?? 'load' }, module, id, { action: 'view', lock: options.lock ?? false })
}
