/** Writing the checked rows of a sheet. */
import type { Module, Row } from '../../../engine/model/module.ts'
import type { Ctx } from '../../platform/context.ts'
import { AppError } from '../../platform/errors.ts'
import { type PreparedChange, prepareChange, prepareNew, store, storeChange } from '../write/save.ts'
import { type ChildGroup, type ChildValues, storeChildren } from './children.ts'
import { idsOfLater } from './references.ts'
import type { LaterReference } from './sheet-record.ts'

/** A checked row; with references to rows above, also the values of which it is made again once these have ids. */
export interface Ready {
  readonly record: Row
  readonly children: ChildValues
  readonly later?: Readonly<Record<string, LaterReference>>
  readonly values?: Row
}

/** Writes one row: its record and its child records. */
export async function storeRow(
  ctx: Ctx,
  module: Module,
  groups: readonly ChildGroup[],
  { record: checked, children, later, values }: Ready,
): Promise<void> {
  const record = later
    ? await prepareNew(ctx, module, { ...values, ...(await idsOfLater(ctx, module, later)) }, { known: new Map(), isAsked: true })
    : checked
  const id = await store(ctx, module, record)
  await storeChildren(groups, { ...record, id }, children)
}

/** A checked change of a locked record. */
export interface ReadyChange {
  readonly current: Row
  readonly change: PreparedChange
  readonly later?: Readonly<Record<string, LaterReference>>
  readonly values: Row
}

/** Writes what one row changes in its record. */
export async function changeRow(ctx: Ctx, module: Module, { current, change: checked, later, values }: ReadyChange): Promise<void> {
  const change = later
    ? await prepareChange(ctx, module, current, { input: { ...values, ...(await idsOfLater(ctx, module, later)) } })
    : checked
  if ((await storeChange(ctx, module, current, change)) === 'stale') throw changedSince(String(current.id))
}

/** The refusal of a change to a record that is no longer as it was checked. */
export const changedSince = (record: string): AppError =>
  new AppError('conflict', `Someone else changed ${record} after the file was checked. Check the file again.`)
