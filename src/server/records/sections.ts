/** Tabs of a form that are read and saved by themselves: `{id}/{section}`. */
import type { Module, Row, Tab } from '../../engine/model/module.ts'
import type { Ctx } from '../platform/context.ts'
import { type FieldErrors, forbidden, invalid, notFound } from '../platform/errors.ts'
import { requireAction, seesOf } from './access.ts'
import { didYouMean } from './query/paths.ts'
import { read, requireRecord } from './read.ts'
import { answer } from './response.ts'

/** Fields of a response beside the tab's own, which a client can send back. */
const FRAME = ['id', 'label', 'version'] as const

/** The tab with a section name, for callers who can see it; 404 for any other name, 403 without its access code. */
function tabOf(ctx: Ctx, module: Module, section: string): Tab {
  const tab = module.form.tabs.find((candidate) => candidate.section === section)
  if (!tab) throw notFound(`${module.singular} has no section "${section}".`)
  if (!seesOf(ctx)(tab)) throw forbidden(`You need the access "${tab.access}" for this section.`)
  return tab
}

/** Names of the tab's fields and child tables that the caller can see, and of their resolved references. */
function namesOf(ctx: Ctx, module: Module, tab: Tab): { names: string[]; refs: string[] } {
  const sees = seesOf(ctx)
  const placed = tab.sections.flatMap((section) => section.fields)
  const fields = module.fields.filter((field) => placed.includes(field.name) && sees(field))
  const lines = module.lines.filter((line) => placed.includes(line.name) && sees(line))
  return { names: [...fields, ...lines].map((entry) => entry.name), refs: fields.flatMap((field) => field.refAs ?? []) }
}

function cut(ctx: Ctx, module: Module, tab: Tab, record: Row): Row {
  const { names, refs } = namesOf(ctx, module, tab)
  return Object.fromEntries([...FRAME, ...names, ...refs].filter((name) => name in record).map((name) => [name, record[name]]))
}

/** The values of one tab. */
export async function readSection(ctx: Ctx, module: Module, id: number, section: string): Promise<Row> {
  requireAction(ctx, module, 'view')
  const record = await read(ctx, module, id, { action: 'view' })
  return cut(ctx, module, tabOf(ctx, module, section), record)
}

/**
 * Saves fields of one tab and returns the tab. Values of other tabs are refused with a message on their field; `version`
 * is compared with that of the whole record, as in any save.
 */
export async function saveSection(
  ctx: Ctx,
  module: Module,
  id: number,
  { section, input }: { readonly section: string; readonly input: Row },
): Promise<Row> {
  requireAction(ctx, module, 'update')
  await requireRecord(ctx, module, id, { action: 'edit' })
  const tab = tabOf(ctx, module, section)
  const { names, refs } = namesOf(ctx, module, tab)
  const errors: FieldErrors = {}
  const values: Row = {}
  for (const [name, value] of Object.entries(input)) {
    if (names.includes(name) || refs.includes(name) || name === 'version') values[name] = value
    else if (!(FRAME as readonly string[]).includes(name)) errors[name] = [`This section has no field "${name}".${didYouMean(name, names)}`]
  }
  if (Object.keys(errors).length) throw invalid(errors)
  return ctx.db.tx(async () => {
    await ctx.services.records.update(ctx, module, id, values)
    return cut(ctx, module, tab, await answer(ctx, module, id))
  })
}
