/** Dashboards: the modules, fields and dates that their figures name. */
import { CHOSEN } from '../../model/dashboard.ts'
import { keepsRecords } from '../../model/kind.ts'
import type { Figures, Module, Tile, TileRecords, TileType } from '../../model/module.ts'
import { didYouMean } from '../../runtime/expressions/hint.ts'
import { nameOf } from '../../runtime/permissions/index.ts'
import { step } from '../schema/structure.ts'
import { findModule } from './names.ts'
import { checkCall } from './params.ts'
import type { Subject } from './subject.ts'

/** What a tile of each type is made of; a handler can answer it in their place where it is no figure of a list. */
const MADE_OF: Readonly<Record<TileType, 'figures' | 'records' | 'stages' | 'text' | 'shortcuts'>> = {
  figure: 'figures',
  progress: 'figures',
  chart: 'figures',
  ranking: 'figures',
  funnel: 'stages',
  list: 'records',
  calendar: 'records',
  text: 'text',
  shortcuts: 'shortcuts',
}
const PARTS = ['figures', 'records', 'stages', 'text', 'shortcuts'] as const

/** Reports what the tiles of a dashboard name that does not exist. */
export function checkDashboard(subject: Subject): void {
  const { module, report, registries } = subject
  const { dashboard } = module
  if (!dashboard) return
  if (module.kind !== 'dashboard') report.add('/dashboard', 'Only a module of the kind "dashboard" has tiles.')
  for (const [index, name] of (dashboard.narrow ?? []).entries()) findModule(subject, name, `/dashboard/narrow/${index}`)
  for (const tile of dashboard.tiles) {
    const pointer = `/dashboard/tiles${step(tile.name)}`
    checkParts(subject, tile, pointer)
    const chosen = (period: string | undefined, place: string): void => {
      if (period === CHOSEN && !dashboard.period)
        report.add(
          `${place}/period`,
          'No period can be chosen on this dashboard.',
          'Name the period that it begins with: "period": "this_month".',
        )
    }
    const { figures, records, goal, handler } = tile
    if (figures) {
      checkFigures(subject, figures, `${pointer}/figures`)
      chosen(figures.period, `${pointer}/figures`)
      if (tile.show !== undefined && !Object.hasOwn(figures.measures, tile.show))
        report.add(`${pointer}/show`, `There is no figure "${tile.show}".`, didYouMean(tile.show, Object.keys(figures.measures)))
      if (['chart', 'ranking'].includes(tile.type) && !figures.groups.length)
        report.add(`${pointer}/figures`, `A ${tile.type} needs groups.`, 'Name what is grouped by in "group".')
    }
    if (typeof goal === 'object') checkFigures(subject, goal, `${pointer}/goal`)
    for (const stage of tile.stages ?? []) {
      checkFigures(subject, stage.figures, `${pointer}/stages${step(stage.name)}/figures`)
      chosen(stage.figures.period, `${pointer}/stages${step(stage.name)}/figures`)
    }
    if (records) {
      checkRecords(subject, records, { pointer: `${pointer}/records`, placed: tile.type === 'calendar' })
      chosen(records.period, `${pointer}/records`)
    }
    for (const [index, name] of (tile.shortcuts ?? []).entries()) {
      const target = findModule(subject, name, `${pointer}/shortcuts/${index}`)
      if (target && !target.actions.new) report.add(`${pointer}/shortcuts/${index}`, `Users do not create ${target.title}.`)
    }
    if (handler && !registries.unchecked.has('handlers')) {
      const schema = registries.handlers[handler.name]
      if (!schema)
        report.add(
          `${pointer}/handler`,
          `There is no handler "${handler.name}".`,
          didYouMean(handler.name, Object.keys(registries.handlers)),
        )
      else checkCall(subject, schema, handler.params, { pointer: `${pointer}/params` })
    }
  }
}

/** A tile has the part that its type is made of, and no other. */
function checkParts({ report }: Subject, tile: Tile, pointer: string): void {
  // A ranking of several lists has them as its stages.
  const part = tile.type === 'ranking' && tile.stages ? 'stages' : MADE_OF[tile.type]
  const canAsk = part !== 'text' && part !== 'shortcuts'
  const has = tile[part] !== undefined
  if (!has && !(canAsk && tile.handler)) report.add(pointer, `A ${tile.type} needs ${canAsk ? `"${part}" or a "handler"` : `"${part}"`}.`)
  if (has && tile.handler) report.add(`${pointer}/handler`, `A tile has either "${part}" or a handler.`)
  for (const other of PARTS)
    if (other !== part && tile[other] !== undefined) report.add(`${pointer}/${other}`, `A ${tile.type} has no "${other}".`)
  if (tile.type === 'progress' ? tile.goal === undefined && !tile.handler : tile.goal !== undefined)
    report.add(
      `${pointer}${tile.goal === undefined ? '' : '/goal'}`,
      tile.goal === undefined ? 'A progress needs a "goal" that it is a part of.' : 'Only a progress has a goal.',
    )
  if (tile.chart && tile.type !== 'chart') report.add(`${pointer}/chart`, `A ${tile.type} is not drawn as a chart.`)
}

/** Reports what the records of a tile name that does not exist. */
function checkRecords(
  subject: Subject,
  records: TileRecords,
  { pointer, placed }: { readonly pointer: string; readonly placed: boolean },
): void {
  const { report, world } = subject
  const target = findModule(subject, records.module, `${pointer}/module`)
  if (!target) return
  if (!keepsRecords(target.kind)) return report.add(`${pointer}/module`, `${target.title} have no records to list.`)
  const names = target.fields.map(({ name }) => name)
  const path = (value: string, use: 'column' | 'filter' | 'sort', pointer: string): void => {
    if (!nameOf('system', world.modules, { module: target, path: value, use }))
      report.add(pointer, `"${records.module}" has no field "${value}".`, didYouMean(value, names))
  }
  for (const [index, name] of records.columns.entries()) path(name, 'column', `${pointer}/columns/${index}`)
  for (const name of Object.keys(records.where)) path(name, 'filter', `${pointer}/where${step(name)}`)
  for (const word of (records.sort ?? '').split(',').filter(Boolean)) path(word.replace(/^[-+]/, ''), 'sort', `${pointer}/sort`)
  if (records.period || records.date || placed) checkDate(subject, target, { date: records.date, pointer })
}

/** The date that a period is of: the one named, else the module's own. */
function checkDate(
  { report }: Subject,
  module: Module,
  { date, pointer }: { readonly date: string | undefined; readonly pointer: string },
): void {
  const name = date ?? module.entity.date
  if (name === undefined) report.add(`${pointer}/period`, `${module.title} have no date of their own.`, 'Name the date field: "date".')
  else if (!['date', 'datetime'].includes(module.field[name]?.type ?? ''))
    report.add(
      `${pointer}/${date ? 'date' : 'period'}`,
      `"${name}" is no date of ${module.title}.`,
      didYouMean(
        name,
        module.fields.map((field) => field.name),
      ),
    )
}

/** Whether both are figures of the same records: an average less another is then that of the differences. */
const isOfSameRecords = (figures: Figures, less: Figures): boolean => {
  const recordsOf = ({ module, groups, where, period, date, search }: Figures) =>
    JSON.stringify([module, groups, where, period, date, search])
  return recordsOf(figures) === recordsOf(less)
}

/** Reports what figures name that does not exist. */
function checkFigures(subject: Subject, figures: Figures, pointer: string): void {
  const { report, world } = subject
  const target = findModule(subject, figures.module, `${pointer}/module`)
  if (!target) return
  if (target.report) return checkReportFigures(subject, figures, target, pointer)
  const names = [...target.fields, ...target.lines].map(({ name }) => name)
  const path = (value: string, pointer: string): void => {
    const known =
      nameOf('system', world.modules, { module: target, path: value, use: 'group' }) ?? target.lines.find(({ name }) => name === value)
    if (!known) report.add(pointer, `"${figures.module}" has no field "${value}".`, didYouMean(value, names))
  }
  for (const [index, grouping] of figures.groups.entries()) path(grouping.path, `${pointer}/group/${index}`)
  for (const [name, measure] of Object.entries(figures.measures)) if (measure.path) path(measure.path, `${pointer}/measures${step(name)}`)
  for (const name of Object.keys(figures.where)) path(name, `${pointer}/where${step(name)}`)
  if (figures.period) checkDate(subject, target, { date: figures.date, pointer })
  if (figures.less) {
    checkFigures(subject, figures.less, `${pointer}/less`)
    const kinds = [figures, figures.less].flatMap(({ measures }) => Object.values(measures).map(({ kind }) => kind))
    const additive = ['sum', 'count', ...(isOfSameRecords(figures, figures.less) ? ['average'] : [])]
    if (!kinds.every((kind) => additive.includes(kind)))
      report.add(`${pointer}/less`, 'Only sums and counts can be subtracted, and averages of the same records.')
    if (Object.keys(figures.measures).join() !== Object.keys(figures.less.measures).join())
      report.add(`${pointer}/less/measures`, 'Both lists need figures of the same names, in the same order.')
    if (figures.groups.length !== figures.less.groups.length) report.add(`${pointer}/less/group`, 'Both lists need the same groups.')
  }
}

/** Figures of a report are counts and sums of its rows, grouped by its columns, for values of its parameters. */
function checkReportFigures({ report }: Subject, figures: Figures, target: Module, pointer: string): void {
  const { columns, parameters, totals } = target.report!
  const known = (name: string, names: readonly string[], pointer: string): void => {
    if (!names.includes(name)) report.add(pointer, `"${figures.module}" has no "${name}" there.`, didYouMean(name, names))
  }
  for (const [index, { path }] of figures.groups.entries())
    known(
      path,
      columns.map(({ name }) => name),
      `${pointer}/group/${index}`,
    )
  for (const [name, { kind, path }] of Object.entries(figures.measures)) {
    if (kind !== 'count' && kind !== 'sum') report.add(`${pointer}/measures${step(name)}`, 'Rows of a report are counted or summed up.')
    else if (path) known(path, totals, `${pointer}/measures${step(name)}`)
  }
  for (const name of Object.keys(figures.where))
    known(
      name,
      parameters.map((parameter) => parameter.name),
      `${pointer}/where${step(name)}`,
    )
  for (const key of ['period', 'compare', 'less', 'sort'] as const)
    if (figures[key] !== undefined)
      report.add(`${pointer}/${key}`, `Figures of a report have no "${key}".`, 'Give its parameters in "where".')
}
