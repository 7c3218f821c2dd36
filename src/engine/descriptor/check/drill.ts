/** How a report is read: its outline, and figures that open what they are made of in a report with these parameters. */

import type { Drill } from '../../model/module.ts'
import { didYouMean } from '../../runtime/expressions/index.ts'
import { isNumeric } from '../../runtime/fields/types.ts'
import { step } from '../schema/structure.ts'
import type { Subject } from './subject.ts'

/** `column` reports a name that is no column of the report. */
export function checkDrill({ module, world, report }: Subject, column: (name: string, pointer: string) => void): void {
  const spec = module.report!
  const figure = (name: string, pointer: string) => {
    column(name, pointer)
    const field = spec.columns.find((candidate) => candidate.name === name)
    if (field && !isNumeric(field.type)) report.add(pointer, `"${name}" is ${field.type}; only figures are made of rows.`)
  }
  if (spec.spread !== undefined) figure(spec.spread, '/report/spread')
  for (const key of ['level', 'total'] as const) {
    const name = spec.outline?.[key]
    if (name !== undefined) column(name, `/report/outline/${key}`)
  }
  const known = [...spec.columns, ...spec.parameters].map(({ name }) => name)
  for (const [place, drill] of (spec.drill ?? []).entries()) {
    const pointer = `/report/drill/${place}`
    for (const [index, name] of drill.columns.entries()) figure(name, `${pointer}/columns/${index}`)
    if (drill.when !== undefined) column(drill.when, `${pointer}/when`)
    for (const [name, value] of Object.entries(drill.with)) {
      if (typeof value !== 'string' || !value.startsWith('$') || spec.spread !== undefined) continue
      if (!known.includes(value.slice(1)))
        report.add(
          `${pointer}/with${step(name)}`,
          `There is no column or parameter "${value.slice(1)}".`,
          didYouMean(value.slice(1), known),
        )
    }
    checkTarget({ world, report }, drill, pointer)
  }
}

type To = Pick<Drill, 'to' | 'with'>

/** What opens is a report with these parameters. */
function checkTarget({ world, report }: Pick<Subject, 'world' | 'report'>, drill: To, pointer: string): void {
  if (!world.names.has(drill.to)) report.add(`${pointer}/to`, `There is no module "${drill.to}".`, didYouMean(drill.to, world.names))
  const target = world.find(drill.to)
  if (!target) return
  const parameters = target.report?.parameters.map(({ name }) => name)
  if (!parameters) report.add(`${pointer}/to`, `"${drill.to}" is not a report.`)
  else
    for (const name of Object.keys(drill.with))
      if (!parameters.includes(name))
        report.add(`${pointer}/with${step(name)}`, `"${drill.to}" has no parameter "${name}".`, didYouMean(name, parameters))
}

/** Figures of a record: numeric fields that open a report with values of the record. */
export function checkRecordDrill({ module, world, report }: Subject): void {
  const inLines = module.lines.flatMap((lines) => lines.fields.map((field) => [`${lines.name}.${field.name}`, field] as const))
  const fields = new Map([...module.fields.map((field) => [field.name, field] as const), ...inLines])
  const names = [...fields.keys()]
  for (const [place, drill] of (module.drill ?? []).entries()) {
    const pointer = `/drill/${place}`
    for (const [index, name] of drill.fields.entries()) {
      const field = fields.get(name)
      if (!field) report.add(`${pointer}/fields/${index}`, `There is no field "${name}".`, didYouMean(name, names))
      else if (!isNumeric(field.type))
        report.add(`${pointer}/fields/${index}`, `"${name}" is ${field.type}; only figures are made of rows.`)
    }
    // Values of a row go with figures of the same table.
    const known = names.filter((name) => !name.includes('.') || drill.fields.every((field) => field.split('.')[0] === name.split('.')[0]))
    for (const [name, value] of Object.entries(drill.with))
      if (typeof value === 'string' && value.startsWith('$') && !known.includes(value.slice(1)))
        report.add(`${pointer}/with${step(name)}`, `There is no field "${value.slice(1)}".`, didYouMean(value.slice(1), known))
    checkTarget({ world, report }, drill, pointer)
  }
}
