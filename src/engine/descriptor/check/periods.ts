/** Cards by period: the fields, steps and calls that they name fit the module. */

import { keepsRecords } from '../../model/kind.ts'
import type { Field, FieldType } from '../../model/module.ts'
import { didYouMean } from '../../runtime/expressions/hint.ts'
import type { Subject } from './subject.ts'

const AT = '/periods'
const FIGURES: readonly FieldType[] = ['money', 'quantity', 'number', 'integer', 'percent']

export function checkPeriods(subject: Subject): void {
  const { module, report } = subject
  const { periods } = module
  if (!periods) return
  if (!keepsRecords(module.kind)) return report.add(AT, `A module of kind "${module.kind}" has no records to show by period.`)
  const names = module.fields.map(({ name }) => name)
  const find = (name: string, pointer: string, types?: readonly FieldType[]): Field | undefined => {
    const field = module.field[name]
    if (!field) report.add(pointer, `There is no field "${name}".`, didYouMean(name, names))
    else if (types && !types.includes(field.type)) report.add(pointer, `"${name}" is ${field.type}; ${types.join(' or ')} is needed here.`)
    else return field
    return undefined
  }
  for (const name of new Set(['year', periods.of])) find(name, `${AT}/of`, ['integer'])
  for (const [index, name] of periods.paper.entries()) find(name, `${AT}/paper/${index}`)
  for (const [index, name] of periods.figures.entries()) find(name, `${AT}/figures/${index}`, FIGURES)
  find(periods.due, `${AT}/due`, ['date'])
  const standing = find(periods.standing, `${AT}/standing`, ['select'])
  const values = standing?.options?.map(({ value }) => value) ?? []
  const transitions = Object.keys(module.workflow?.transitions ?? {})
  const offered = module.endpoints.filter(({ button }) => button !== undefined).map(({ path }) => path)
  const onRecord = offered.filter((path) => path.includes('{id}'))
  for (const [value, step] of Object.entries(periods.steps)) {
    if (standing && !values.includes(value))
      report.add(`${AT}/steps/${value}`, `"${value}" is no choice of "${periods.standing}".`, didYouMean(value, values))
    const steps = [...transitions, ...onRecord]
    if (!steps.includes(step)) report.add(`${AT}/steps/${value}`, `There is no transition or button "${step}".`, didYouMean(step, steps))
  }
  const { begin, expects } = periods
  const begins = offered.filter((path) => !path.includes('{id}'))
  if (begin !== undefined && !begins.includes(begin))
    report.add(`${AT}/begin`, `There is no button "${begin}" above the list.`, didYouMean(begin, begins))
  const answers = module.endpoints.filter(({ method, path }) => method === 'GET' && !path.includes('{id}')).map(({ path }) => path)
  if (expects !== undefined && !answers.includes(expects))
    report.add(`${AT}/expects`, `There is no GET call "${expects}".`, didYouMean(expects, answers))
}
