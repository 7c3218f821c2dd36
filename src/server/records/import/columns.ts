/** The field of each column of a sheet: by title or by name, lines as `Items: Quantity` or `items.qty`. */
import { makeField } from '../../../engine/model/make-field.ts'
import type { Field, Lines, Module } from '../../../engine/model/module.ts'
import type { Ctx } from '../../platform/context.ts'
import { type FieldErrors, invalid } from '../../platform/errors.ts'
import { type Sees, seesOf } from '../access.ts'
import { didYouMean } from '../query/paths.ts'
import { report } from '../write/messages.ts'
import { type ChildGroup, childGroups, childTitle } from './children.ts'
import { keysOf, RECORD_ID } from './match.ts'
import type { ImportMode, ImportOptions } from './mode.ts'

export interface SheetColumn {
  readonly field: Field
  readonly lines?: Lines
  /** The child record whose field it fills. */
  readonly child?: ChildGroup
  /** Only says which record a row means: its id, its version, its number. */
  readonly identifies?: true
  readonly title: string
}

const NOT_IN_SHEETS = new Set<Field['type']>(['attachment', 'attachments', 'image', 'password', 'secret'])
const normal = (text: string): string =>
  text
    .toLowerCase()
    .replaceAll(/[\s_*]+/g, ' ')
    .trim()

/** Columns of every record; a module can have a field of its own with the title. */
const NOT_FIELDS = new Set(['id', 'version'])
/** The title of the column by which a record that has changed since an export is recognized. */
const RECORD_VERSION = 'Record version'

/** The columns a sheet may have, in the order of the template. Where records are changed, those that identify them come first. */
export function sheetColumns(ctx: Ctx, module: Module, mode: ImportMode = 'create'): SheetColumn[] {
  const sees = seesOf(ctx)
  const usable = (field: Field): boolean => isUsable(field, sees)
  const header = distinct(module.fields.filter(usable).map((field) => ({ field, title: field.title })))
  if (mode === 'update') return [...identifying(ctx, module), ...header]
  return [
    ...(mode === 'create_update' ? identifying(ctx, module) : []),
    ...header,
    ...module.lines
      .filter((lines) => sees(lines) && lines.readonly !== true)
      .flatMap((lines) => lines.fields.filter(usable).map((field) => ({ field, lines, title: `${lines.title}: ${field.title}` }))),
    ...childGroups(ctx, module).flatMap(childColumns),
  ]
}

/** A title that an earlier column has is the name of its field instead. */
function distinct(columns: readonly SheetColumn[]): SheetColumn[] {
  const taken = new Set<string>()
  return columns.map((column) => {
    const title = taken.has(normal(column.title)) ? column.field.name : column.title
    taken.add(normal(title))
    return { ...column, title }
  })
}

function identifying(ctx: Ctx, module: Module): SheetColumn[] {
  const readonlyKeys = new Set(keysOf(ctx, module).flatMap((key) => key.filter(({ writable }) => !writable)))
  return [makeField('id', 'integer', RECORD_ID), makeField('version', 'integer', RECORD_VERSION), ...readonlyKeys].map((field) => ({
    field,
    title: field.title,
    identifies: true,
  }))
}

const isUsable = (field: Field, sees: Sees): boolean =>
  field.writable && sees(field) && !NOT_IN_SHEETS.has(field.type) && field.widget !== 'hidden'

function childColumns(child: ChildGroup): SheetColumn[] {
  const { group, target } = child
  const fields = group.fields.flatMap((name) => target.field[name] ?? []).filter((field) => isUsable(field, seesOf(child.ctx)))
  return fields.map((field) => ({ field, child, title: childTitle(child, field.name) }))
}

interface Mapped {
  readonly columns: (SheetColumn | undefined)[]
  /** Titles without a column that were not left out by choice. */
  readonly unknown: string[]
}

/**
 * The column of each title: by the choice in `mapping`, else by its name. Unknown titles are 400 unless there is a mapping,
 * which can be completed; empty ones and system values are skipped.
 */
export function mapColumns(
  ctx: Ctx,
  module: Module,
  titles: readonly string[],
  { mapping, mode }: Pick<ImportOptions, 'mapping' | 'mode'>,
): Mapped {
  const columns = sheetColumns(ctx, module, mode)
  const byTitle = new Map<string, SheetColumn>()
  for (const column of columns) {
    const names = [column.title]
    if (column.lines) names.push(`${column.lines.name}.${column.field.name}`)
    else if (!column.child && !NOT_FIELDS.has(column.field.name)) names.push(column.field.name)
    if (!column.lines && !column.child && column.field.refAs) names.push(column.field.refAs)
    for (const name of names) if (!byTitle.has(normal(name))) byTitle.set(normal(name), column)
  }
  const readonlyTitles = new Set(
    module.fields.filter((field) => !field.writable).flatMap((field) => [normal(field.title), normal(field.name)]),
  )
  const onlyForNew = new Set(
    mode === 'update'
      ? sheetColumns(ctx, module)
          .filter(({ lines, child }) => lines ?? child)
          .flatMap(({ title, lines, field }) => [normal(title), ...(lines ? [normal(`${lines.name}.${field.name}`)] : [])])
      : [],
  )
  const errors: FieldErrors = {}
  const seen = new Set<SheetColumn>()
  const unknown: string[] = []
  const matches = titles.map((title) => {
    const chosen = mapping && Object.hasOwn(mapping, title) ? mapping[title]! : title
    if (chosen === '') return undefined
    const column = byTitle.get(normal(chosen))
    if (column && seen.has(column)) report(errors, title, 'This column occurs twice.')
    if (column) {
      seen.add(column)
      return column
    }
    if (!title.trim() || readonlyTitles.has(normal(title))) return undefined
    if (onlyForNew.has(normal(title))) {
      report(
        errors,
        title,
        'An import changes no lines of existing records. Remove this column from the file, and change the lines in the form.',
      )
      return undefined
    }
    unknown.push(title)
    if (!mapping)
      report(
        errors,
        title,
        `There is no column "${title.slice(0, 80)}".${didYouMean(
          title,
          columns.map((sheetColumn) => sheetColumn.title),
        )}`,
      )
    return undefined
  })
  if (!seen.size && !(mapping && unknown.length))
    report(errors, 'file', 'The first row must hold the titles of the columns, as in the template.')
  if (Object.keys(errors).length) throw invalid(errors)
  return { columns: matches, unknown }
}
