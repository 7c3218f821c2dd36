/** Reports: their columns and totals, their groups and formulas, and the names of a declared query. */

import type { Module, RowFilter } from '../../model/module.ts'
import { analyse, didYouMean, fits, typeName, typeOfField } from '../../runtime/expressions/index.ts'
import { isNumeric } from '../../runtime/fields/types.ts'
import { formulaScope } from '../../runtime/reports/formulas.ts'
import { rootField } from '../resolve/layout.ts'
import { step } from '../schema/structure.ts'
import { checkDrill } from './drill.ts'
import { checkMakes } from './makes.ts'
import { findModule } from './names.ts'
import type { Subject } from './subject.ts'

type ColumnCheck = (name: string, pointer: string) => void
interface Part {
  from: string
  lines?: string
  where?: RowFilter
  group?: string[]
  select?: Record<string, unknown>
}

export function checkReport(subject: Subject): void {
  const { module, report } = subject
  const spec = module.report
  if (!spec) {
    if (module.kind === 'report') report.add('/kind', 'A report needs "report" with its columns.')
    return
  }
  const columns = spec.columns.map((column) => column.name)
  const column: ColumnCheck = (name, pointer) => {
    if (!columns.includes(name))
      report.add(pointer, `There is no column "${name}"; allowed: ${columns.join(', ')}.`, didYouMean(name, columns))
  }
  for (const [index, name] of spec.totals.entries()) {
    column(name, `/report/totals/${index}`)
    const total = spec.columns.find((field) => field.name === name)
    if (total && !isNumeric(total.type)) report.add(`/report/totals/${index}`, `"${name}" is ${total.type}; only numbers add up.`)
    if (spec.formulas?.[name] !== undefined)
      report.add(`/report/totals/${index}`, `"${name}" is computed of the sums already.`, 'Leave it out; sum up what its formula reads.')
  }
  checkDrill(subject, column)
  checkMakes(subject, column)
  checkGroups(subject, column)
  checkFormulas(subject, column)
  for (const [key, name] of Object.entries(spec.opens ?? {})) column(name, `/report/opens/${key}`)
  for (const { name, widget } of spec.columns)
    if (widget === 'bookmark' && !spec.opens)
      report.add(`/report/columns${step(name)}/widget`, 'Only rows that open lists or reports can be bookmarked.', 'Declare "opens".')
  for (const key of ['module', 'id', 'version'] as const) {
    const name = spec.records?.[key]
    if (name) column(name, `/report/records/${key}`)
  }
  if ((spec.handler === undefined) === (spec.query === undefined)) report.add('/report', 'A report has either a handler or a query.')
  for (const field of [...spec.parameters, ...spec.columns])
    if (field.to)
      findModule(subject, field.to, `/report/${spec.parameters.includes(field) ? 'parameters' : 'columns'}${step(field.name)}/to`)
  checkQuery(subject, column)
}

/** Groups end with sums, so there must be columns to sum; rows that are chosen or opened have no sums among them. */
function checkGroups({ module, report }: Subject, column: ColumnCheck): void {
  const spec = module.report!
  if (!spec.subtotals) return
  for (const [index, name] of spec.subtotals.entries()) column(name, `/report/subtotals/${index}`)
  if (!spec.totals.length) report.add('/report/subtotals', 'Groups end with sums.', 'Name the columns that add up in "totals".')
  const other = (['outline', 'spread', 'book', 'key', 'records', 'opens'] as const).find((key) => spec[key])
  if (other) report.add('/report/subtotals', `A report with "${other}" has no groups with subtotals.`)
}

/** A formula reads columns that come before it, and parameters; it cannot be sorted by. */
function checkFormulas({ module, report }: Subject, column: ColumnCheck): void {
  const spec = module.report!
  const known = new Set(Object.keys(spec.formulas ?? {}))
  for (const [name, source] of Object.entries(spec.formulas ?? {})) {
    const pointer = `/report/formulas${step(name)}`
    column(name, pointer)
    const { problems, type, reads } = analyse(source, formulaScope(spec))
    for (const problem of problems) report.add(pointer, `In "${source}": ${problem.message}`, problem.hint)
    const field = spec.columns.find((candidate) => candidate.name === name)
    if (field && !problems.length && !fits(type, typeOfField(field)))
      report.add(pointer, `"${source}" gives ${typeName(type)}; ${typeName(typeOfField(field))} is needed here.`)
    for (const read of reads)
      if (known.has(read))
        report.add(pointer, `"${read}" is computed after it, or of it.`, 'Write formulas in the order in which they are computed.')
    known.delete(name)
  }
}

/** Beside sums every other column is one of those that rows are grouped by, or belongs to a record that they are. */
function checkGrouping({ report }: Subject, query: Part, columns: readonly string[]): void {
  const group = query.group ?? []
  const summed = Object.values(query.select ?? {}).some((source) => typeof source === 'object')
  if (!summed && group.length === 0) return
  for (const name of columns) {
    const source = query.select?.[name] ?? name
    if (typeof source !== 'string') continue
    const root = source.split('.')[0]!
    if (group.includes(source) || (source.includes('.') && group.includes(`${root}_id`))) continue
    report.add(
      query.select?.[name] === undefined ? `/report/columns${step(name)}` : `/report/query/select${step(name)}`,
      `"${source}" is neither summed up nor grouped by.`,
      group.length ? `Add it to "group", or sum it up: {"sum": "${source}"}.` : 'Name what rows are grouped by in "group".',
    )
  }
}

function checkQuery(subject: Subject, column: ColumnCheck): void {
  const { module, report } = subject
  const spec = module.report!
  const query = spec.query as (Part & { beside?: Part[]; sort?: string | string[] }) | undefined
  if (!query) return
  const beside = query.beside ?? []
  const taken = new Set([...beside.flatMap(({ select }) => Object.keys(select ?? {})), ...Object.keys(spec.formulas ?? {})])
  const mainColumns = spec.columns.map(({ name }) => name).filter((name) => !taken.has(name))
  for (const [place, name] of [query.sort ?? []].flat().entries())
    if (spec.formulas?.[name.replace(/^-/, '')] !== undefined)
      report.add(
        Array.isArray(query.sort) ? `/report/query/sort/${place}` : '/report/query/sort',
        `"${name}" is computed after rows are sorted.`,
      )
  if (!checkPart(subject, query, '/report/query', column)) return
  checkGrouping(subject, query, mainColumns)
  if (beside.length)
    for (const name of mainColumns) {
      const source = query.select?.[name] ?? name
      if (typeof source === 'string' && !query.group?.includes(source))
        report.add(`/report/columns${step(name)}`, 'Beside other modules every column is a figure, or one of the groups.')
    }
  for (const [index, part] of beside.entries()) {
    const pointer = `/report/query/beside/${index}`
    checkPart(subject, part, pointer, column)
    if (part.group?.length !== query.group?.length)
      report.add(`${pointer}/group`, `The query has ${query.group?.length ?? 0} groups; each module beside it has as many.`)
    for (const name of Object.keys(part.select ?? {}))
      if (query.select?.[name] !== undefined || beside.slice(0, index).some(({ select }) => select?.[name] !== undefined))
        report.add(`${pointer}/select${step(name)}`, `"${name}" is read of another module already.`)
  }
}

/** The names that one module of a query is read by. False where the module is missing. */
function checkPart(subject: Subject, part: Part, pointer: string, column: ColumnCheck): boolean {
  const { report } = subject
  const parameters = subject.module.report!.parameters.map(({ name }) => name)
  const target: Module | undefined = findModule(subject, part.from, `${pointer}/from`)
  if (!target) return false
  const rows = part.lines ? target.lines.find((entry) => entry.name === part.lines) : undefined
  if (part.lines && !rows)
    report.add(
      `${pointer}/lines`,
      `"${part.from}" has no child table "${part.lines}".`,
      didYouMean(
        part.lines,
        target.lines.map((entry) => entry.name),
      ),
    )
  const path = (value: string, place: string): void => {
    if (rootField(value, target.fields) === undefined && !(rows && rootField(value, rows.fields) !== undefined))
      report.add(place, `"${part.from}" has no field "${value}".`, didYouMean(value, Object.keys({ ...target.field, ...rows?.field })))
  }
  for (const [index, value] of (part.group ?? []).entries()) path(value, `${pointer}/group/${index}`)
  for (const [name, value] of Object.entries(part.select ?? {})) {
    column(name, `${pointer}/select${step(name)}`)
    path(typeof value === 'string' ? value : String(Object.values(value as object)[0]), `${pointer}/select${step(name)}`)
  }
  for (const [key, value] of Object.entries(part.where ?? {})) {
    if (!target.workflow?.flags.includes(key)) path(key, `${pointer}/where${step(key)}`)
    for (const entry of value !== null && typeof value === 'object' ? Object.values(value) : [value])
      if (typeof entry === 'string' && entry.startsWith('$') && !parameters.includes(entry.slice(1)))
        report.add(`${pointer}/where${step(key)}`, `There is no parameter "${entry.slice(1)}".`, didYouMean(entry.slice(1), parameters))
  }
  return true
}
