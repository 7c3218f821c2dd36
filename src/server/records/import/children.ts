/** Child records that a row of a sheet brings along (`panels.*.import`): of a new employee the government numbers and the address. */
import type { Module, Panel, Row } from '../../../engine/model/module.ts'
import type { Ctx } from '../../platform/context.ts'
import { AppError, type FieldErrors, invalid } from '../../platform/errors.ts'
import { creatingThrough, ownership } from '../panels.ts'
import type { Resolved } from '../write/references.ts'
import { prepareNew, runBeforeSave, store } from '../write/save.ts'

type Group = NonNullable<Panel['imports']>[number]

/** A child record that an import can make, with the rights of the caller on it. */
export interface ChildGroup {
  /** Key of the group in the rows of a job: path of the panel and position of the group in it. */
  readonly key: string
  readonly panel: Panel
  readonly target: Module
  readonly group: Group
  readonly ctx: Ctx
  /** The references of the child records, as far as found. */
  readonly known: Resolved
}

/** Values of a child record by the key of its group. */
export type ChildValues = Readonly<Record<string, Row>>

/** The child records that the caller may import with records of the module. */
export const childGroups = (ctx: Ctx, module: Module): ChildGroup[] =>
  module.panels.flatMap((panel) => {
    const target = panel.imports && ctx.modules.get(panel.module)
    const inner = target && creatingThrough(ctx, module, panel, target)
    if (!target || !inner) return []
    const known: Resolved = new Map()
    return (panel.imports ?? []).map((group, index) => ({ key: `${panel.path} ${index}`, panel, target, group, ctx: inner, known }))
  })

/** The title of a child record's field in the sheet: like the record where it is the only one. */
export const childTitle = ({ group, target }: ChildGroup, name: string): string => {
  const title = target.field[name]?.title
  return title && group.fields.length > 1 ? `${group.title}: ${title}` : group.title
}

/** Errors of a child record whose owner does not exist yet, by the titles of the sheet. */
export async function childErrors(child: ChildGroup, values: Row): Promise<FieldErrors> {
  const { ctx, panel, target, group, known } = child
  try {
    const record = await prepareNew(ctx, target, { ...group.set, ...values }, { known, isAsked: true }).catch((error: unknown) => {
      // Its owner is not there yet; what else is wrong counts.
      if (error instanceof AppError && error.errors && Object.keys(error.errors).every((name) => name in panel.where)) return undefined
      throw error
    })
    const given = record ?? { ...group.set, ...values }
    if (target.saved.length)
      await withoutTrace(ctx, () => runBeforeSave(ctx, target, { record: given, given: new Set(Object.keys(given)) }))
    return {}
  } catch (error) {
    if (!(error instanceof AppError) || error.kind === 'fault') throw error
    const errors = error.errors ?? { '': [error.message] }
    return titled(
      child,
      Object.entries(errors).filter(([name]) => !(name in panel.where)),
    )
  }
}

/** Errors by the titles of the sheet. */
function titled(child: ChildGroup, errors: readonly (readonly [string, readonly string[]])[]): FieldErrors {
  const byTitle: Record<string, string[]> = {}
  for (const [name, messages] of errors) byTitle[childTitle(child, name)] = [...(byTitle[childTitle(child, name)] ?? []), ...messages]
  return byTitle
}

/** Runs `work` in a transaction that is taken back. */
async function withoutTrace(ctx: Ctx, work: () => Promise<unknown>): Promise<void> {
  const done = new Error('rolled back')
  await ctx.db
    .tx(async () => {
      await work()
      throw done
    })
    .catch((error: unknown) => {
      if (error !== done) throw error
    })
}

/** Makes the child records of a record that has just been stored; throws 400 by the titles of the sheet. */
export async function storeChildren(groups: readonly ChildGroup[], owner: Row, children: ChildValues): Promise<void> {
  for (const child of groups) {
    const { key, ctx, panel, target, group, known } = child
    const values = children[key]
    if (!values) continue
    try {
      await store(
        ctx,
        target,
        await prepareNew(ctx, target, { ...group.set, ...values, ...ownership(panel, owner) }, { known, isAsked: true }),
      )
    } catch (error) {
      if (error instanceof AppError && error.errors) throw invalid(titled(child, Object.entries(error.errors)))
      throw error
    }
  }
}
