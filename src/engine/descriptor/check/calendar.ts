/** Other ways to look at a list. A calendar's days, words and colours are fields of the records (of a report: columns and parameters) that fit. */

import { isHandWritten } from '../../model/kind.ts'
import type { Field } from '../../model/module.ts'
import { didYouMean } from '../../runtime/expressions/hint.ts'
import { isReference } from '../../runtime/fields/types.ts'
import { labelPaths } from '../../runtime/format/index.ts'
import type { Subject } from './subject.ts'
import { checkPath } from './views.ts'

const AT = '/calendar'

/** A tree needs a reference of the module to itself, and its words are fields. */
export function checkTree(subject: Subject): void {
  const { module, shape, report } = subject
  const raw = shape.raw.tree
  if (!raw) return
  if (!module.tree)
    return report.add('/tree', 'Nothing says what a record lies below.', 'Name the reference to the same module in "entity.tree".')
  if (module.calendar) report.add('/tree', 'A list is shown in one other way: as a tree or as a calendar.')
  for (const key of ['title', 'detail'] as const) for (const name of labelPaths(raw[key] ?? '')) checkPath(subject, name, `/tree/${key}`)
  for (const name of labelPaths(raw.diagram?.person ?? '')) checkPath(subject, name, '/tree/diagram/person')
  const image = raw.diagram?.image
  if (image === undefined) return
  const pictures = module.fields.filter(({ type }) => type === 'image').map(({ name }) => name)
  if (!pictures.includes(image)) report.add('/tree/diagram/image', `There is no image field "${image}".`, didYouMean(image, pictures))
}

export function checkCalendar(subject: Subject): void {
  const { module, shape, report } = subject
  const calendar = module.calendar
  if (!calendar) return
  if (isHandWritten(module.kind) || (module.kind === 'report' && !module.report))
    return report.add(AT, `A module of kind "${module.kind}" has no list to show as a calendar.`)
  const fields: readonly Field[] = module.report?.columns ?? module.fields
  const find = (name: string, pointer: string): Field | undefined => {
    const field = fields.find((candidate) => candidate.name === name)
    if (!field)
      report.add(
        pointer,
        `There is no ${module.report ? 'column' : 'field'} "${name}".`,
        didYouMean(
          name,
          fields.map((entry) => entry.name),
        ),
      )
    return field
  }
  const path = (name: string, pointer: string): unknown => (module.report ? find(name, pointer) : checkPath(subject, name, pointer))

  for (const key of ['start', 'end'] as const) {
    const name = calendar[key]
    const field = name === undefined ? undefined : find(name, `${AT}/${key}`)
    if (field && field.type !== 'date') report.add(`${AT}/${key}`, `"${name}" is ${field.type}; a date is needed here.`)
    // A query for the records of a month by their days does not find those without one.
    else if (field && key === 'end' && !module.report && !field.required)
      report.add(`${AT}/end`, `"${name}" may be empty; records without a last day would be missing.`, 'Make the field required.')
  }
  const named = !module.report || shape.raw.calendar?.title !== undefined
  for (const name of named ? labelPaths(calendar.title) : []) path(name, `${AT}/title`)
  if (calendar.group !== undefined) path(calendar.group, `${AT}/group`)
  if (calendar.rows !== undefined && module.report) report.add(`${AT}/rows`, 'A report has no heat map.')
  else if (calendar.rows !== undefined) path(calendar.rows, `${AT}/rows`)
  checkColour(subject, calendar.color === undefined ? undefined : find(calendar.color, `${AT}/color`))

  const yearly = calendar.yearly === undefined ? undefined : find(calendar.yearly, `${AT}/yearly`)
  if (yearly && yearly.type !== 'boolean') report.add(`${AT}/yearly`, `"${yearly.name}" is ${yearly.type}; yes or no is needed here.`)
  else if (yearly && (module.report || calendar.end !== undefined)) report.add(`${AT}/yearly`, 'Only records of one day return every year.')

  if (!module.report) {
    if (calendar.range) report.add(`${AT}/range`, 'Only reports have parameters that take the days shown.')
    return
  }
  if (!named) report.add(AT, 'Rows of a report have no label; the calendar needs a "title".')
  if (!calendar.range) return report.add(AT, 'The calendar of a report needs the "range" of its parameters.')
  for (const [index, name] of calendar.range.entries()) {
    const field = module.report.parameters.find((parameter) => parameter.name === name)
    const names = module.report.parameters.map((parameter) => parameter.name)
    if (!field) report.add(`${AT}/range/${index}`, `There is no parameter "${name}".`, didYouMean(name, names))
    else if (field.type !== 'date') report.add(`${AT}/range/${index}`, `"${name}" is ${field.type}; a date is needed here.`)
  }
}

/** A board of days needs one record for each person and day, and fields that planning can write. */
export function checkPlanner(subject: Subject): void {
  const { module, report, registries } = subject
  const { planner } = module
  if (!planner) return
  const place = '/planner'
  if (isHandWritten(module.kind) || module.kind === 'report')
    return report.add(place, `A module of kind "${module.kind}" has no records to plan with.`)
  const names = module.fields.map(({ name }) => name)
  const find = (name: string, pointer: string, fits: (field: Field) => boolean, needed: string): void => {
    const field = module.field[name]
    if (!field) report.add(pointer, `There is no field "${name}".`, didYouMean(name, names))
    else if (!fits(field)) report.add(pointer, `"${name}" is ${field.type}; ${needed} is needed here.`)
  }
  const single = ({ type, required }: Field): boolean => isReference(type) && type !== 'references' && required
  find(planner.person, `${place}/person`, single, 'a required reference')
  find(planner.choice, `${place}/choice`, single, 'a required reference')
  find(planner.date, `${place}/date`, ({ type, required }) => type === 'date' && required, 'a required date')
  if (planner.free !== undefined) find(planner.free, `${place}/free`, ({ type }) => type === 'boolean', 'yes or no')
  for (const [index, name] of planner.follows.entries())
    find(name, `${place}/follows/${index}`, ({ writable, required }) => writable && !required, 'a field that can be emptied')
  const key = [planner.person, planner.date].sort().join()
  if (!module.entity.unique.some((fields) => [...fields].sort().join() === key))
    report.add(place, 'A day of a person could have several records.', `Add ["${planner.person}", "${planner.date}"] to "entity.unique".`)
  if (!registries.unchecked.has('handlers') && !registries.handlers[planner.days])
    report.add(`${place}/days`, `There is no handler "${planner.days}".`, didYouMean(planner.days, Object.keys(registries.handlers)))
}

/** Colours belong to values of the field that colours; states have their own. */
function checkColour({ module, report }: Subject, field: Field | undefined): void {
  const { color, tones } = module.calendar!
  const values = Object.keys(tones)
  if (color === undefined && values.length) report.add(`${AT}/tones`, 'There are colours, but no "color" that names their field.')
  if (!field) return
  if (isReference(field.type)) return report.add(`${AT}/color`, `"${field.name}" is a reference; a field with few values is needed here.`)
  const states = module.workflow && field.name === 'status' ? Object.keys(module.workflow.states) : undefined
  const known = states ?? field.options?.map((option) => option.value)
  if (states && values.length) report.add(`${AT}/tones`, 'A status has the colours of its states.')
  else if (known)
    for (const value of values)
      if (!known.includes(value))
        report.add(`${AT}/tones/${value}`, `"${value}" is no choice of "${field.name}".`, didYouMean(value, known))
}
