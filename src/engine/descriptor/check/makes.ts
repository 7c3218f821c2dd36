/** Records that are made of chosen rows of a report: what they take must exist on both sides. */

import { didYouMean } from '../../runtime/expressions/index.ts'
import { step } from '../schema/structure.ts'
import type { Subject } from './subject.ts'

/** `column` reports a name that is no column of the report. */
export function checkMakes({ shape, module, world, report }: Subject, column: (name: string, pointer: string) => void): void {
  const spec = module.report!
  for (const [index, name] of (spec.key ?? []).entries()) column(name, `/report/key/${index}`)
  if (spec.makes && !spec.key) report.add('/report/makes', 'Rows can be chosen only where it is said what identifies them.', 'Add "key".')
  const known = [...spec.columns, ...spec.parameters].map(({ name }) => name)
  for (const make of spec.makes ?? []) {
    const pointer = `/report/makes${step(make.name)}`
    const values = (given: Readonly<Record<string, unknown>>, fields: readonly string[], place: string): void => {
      for (const [name, value] of Object.entries(given)) {
        if (!fields.includes(name))
          report.add(`${pointer}/${place}${step(name)}`, `"${make.module}" has no field "${name}" there.`, didYouMean(name, fields))
        if (typeof value === 'string' && value.startsWith('$') && !known.includes(value.slice(1)))
          report.add(
            `${pointer}/${place}${step(name)}`,
            `There is no column or parameter "${value.slice(1)}".`,
            didYouMean(value.slice(1), known),
          )
      }
    }
    if (!world.names.has(make.module))
      report.add(`${pointer}/module`, `There is no module "${make.module}".`, didYouMean(make.module, world.names))
    const target = world.find(make.module)
    if (!target) continue
    const names = target.fields.map(({ name }) => name)
    values(make.header, names, 'header')
    for (const [index, name] of (shape.raw.report?.makes?.[make.name]?.ask ?? []).entries())
      if (!names.includes(name)) report.add(`${pointer}/ask/${index}`, `"${make.module}" has no field "${name}".`, didYouMean(name, names))
    const lines = target.lines.find(({ name }) => name === make.lines)
    const tables = target.lines.map(({ name }) => name)
    if (lines)
      values(
        make.line,
        lines.fields.map(({ name }) => name),
        'line',
      )
    else report.add(`${pointer}/lines`, `"${make.module}" has no child table "${make.lines}".`, didYouMean(make.lines, tables))
  }
}
