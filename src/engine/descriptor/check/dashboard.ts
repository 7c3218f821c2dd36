/** Dashboards: the modules, fields and dates that their figures name. */
import { CHOSEN } from '../../model/dashboard.ts'
import type { Figures, Module } from '../../model/module.ts'
import { didYouMean } from '../../runtime/expressions/hint.ts'
import { nameOf } from '../../runtime/permissions/index.ts'
import { step } from '../schema/structure.ts'
import type { Subject } from './index.ts'
import { findModule } from './names.ts'

/** Reports what the tiles of a dashboard name that does not exist. */
export function checkDashboard(subject: Subject): void {
  const { module, report } = subject
  const { dashboard } = module
  if (!dashboard) return
  if (module.kind !== 'dashboard') report.add('/dashboard', 'Only a module of the kind "dashboard" has tiles.')
  for (const tile of dashboard.tiles) {
    const pointer = `/dashboard/tiles${step(tile.name)}`
    checkFigures(subject, tile.figures, `${pointer}/figures`)
    if (!Object.hasOwn(tile.figures.measures, tile.show))
      report.add(`${pointer}/show`, `There is no figure "${tile.show}".`, didYouMean(tile.show, Object.keys(tile.figures.measures)))
    if (tile.type !== 'figure' && !tile.figures.groups.length)
      report.add(`${pointer}/figures`, `A ${tile.type} needs groups.`, 'Name what is grouped by in "group".')
    if (tile.figures.period === CHOSEN && !dashboard.period)
      report.add(
        `${pointer}/figures/period`,
        'No period can be chosen on this dashboard.',
        'Name the period that it begins with: "period": "this_month".',
      )
  }
}

/** Reports what figures name that does not exist. */
export function checkFigures(subject: Subject, figures: Figures, pointer: string): void {
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
  if (figures.period) checkDate(target, figures.date ?? target.entity.date)
  if (figures.less) {
    checkFigures(subject, figures.less, `${pointer}/less`)
    const kinds = [figures, figures.less].flatMap(({ measures }) => Object.values(measures).map(({ kind }) => kind))
    if (kinds.some((kind) => kind !== 'sum' && kind !== 'count')) report.add(`${pointer}/less`, 'Only sums and counts can be subtracted.')
    if (Object.keys(figures.measures).join() !== Object.keys(figures.less.measures).join())
      report.add(`${pointer}/less/measures`, 'Both lists need figures of the same names, in the same order.')
    if (figures.groups.length !== figures.less.groups.length) report.add(`${pointer}/less/group`, 'Both lists need the same groups.')
  }

  function checkDate(module: Module, name: string | undefined): void {
    if (name === undefined) report.add(`${pointer}/period`, `${module.title} have no date of their own.`, 'Name the date field: "date".')
    else if (!['date', 'datetime'].includes(module.field[name]?.type ?? ''))
      report.add(`${pointer}/${figures.date ? 'date' : 'period'}`, `"${name}" is no date of ${module.title}.`, didYouMean(name, names))
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
