/** Entity and display of a record: columns, filters, search, order, form. */

import { keepsRecords } from '../../model/kind.ts'
import type { Field, Module } from '../../model/module.ts'
import { didYouMean } from '../../runtime/expressions/hint.ts'
import { fieldTypes, isReference } from '../../runtime/fields/types.ts'
import { labelPaths } from '../../runtime/format/index.ts'
import { parseNumberFormat } from '../../runtime/numbering/index.ts'
import { isRestricted } from '../../runtime/permissions/index.ts'
import { rootField } from '../resolve/layout.ts'
import type { Subject } from './subject.ts'

/** Fields of resolved references beside the columns of their module. */
const ALWAYS = new Set(['id', 'name', 'label'])

/** Whether the dotted path is readable from the header; reports the reason if not. One step through a reference is allowed. */
export function checkPath({ module, world, report }: Subject, path: string, pointer: string, what = 'field'): Field | undefined {
  const parts = path.split('.')
  const field = rootField(path, module.fields)
  if (!field) {
    if (module.lines.some((lines) => lines.name === parts[0]))
      return void report.add(pointer, `"${parts[0]}" is a child table; one value of the record is needed here.`)
    const names = [...module.fields.map((entry) => entry.name), ...module.fields.flatMap((entry) => (entry.refAs ? [entry.refAs] : []))]
    report.add(pointer, `There is no ${what} "${parts[0]}".`, didYouMean(parts[0]!, names))
    return undefined
  }
  if (parts.length === 1) {
    if (field.refAs === path && field.name !== path)
      report.add(pointer, `"${path}" is a record; say which column of it.`, `For example "${path}.name".`)
    return field
  }
  if (field.refAs !== parts[0] || !isReference(field.type))
    report.add(pointer, `"${parts[0]}" has no columns of its own.`, field.refAs ? `Write "${field.refAs}.${parts[1]}".` : undefined)
  else if (parts.length > 2) report.add(pointer, `"${path}" goes through more than one reference.`)
  else {
    const target = field.to ? world.find(field.to) : undefined
    if (target && !ALWAYS.has(parts[1]!) && !target.field[parts[1]!])
      report.add(pointer, `"${field.to}" has no field "${parts[1]}".`, didYouMean(parts[1]!, Object.keys(target.field)))
  }
  return field
}

export function checkViews(subject: Subject): void {
  checkEntity(subject)
  const { shape, module, report } = subject
  for (const [index, entry] of (shape.raw.columns ?? []).entries()) {
    if (typeof entry === 'string') checkPath(subject, entry, `/columns/${index}`)
    else {
      const field = checkPath(subject, entry.path, `/columns/${index}/path`)
      if (entry.day !== undefined) checkDay(subject, entry.day, { field, pointer: `/columns/${index}/day` })
    }
  }
  const paths = module.columns.map(({ path }) => path)
  for (const [index, path] of paths.entries())
    if (paths.indexOf(path) < index) report.add(`/columns/${index}`, `The column "${path}" stands here twice.`)
  for (const [index, path] of (shape.raw.filters ?? []).entries()) {
    const field = checkPath(subject, path, `/filters/${index}`)
    if (field?.name !== path) continue
    if (field.live) report.add(`/filters/${index}`, `"${path}" is recomputed each time; nothing can be filtered or sorted by it.`)
    else if (fieldTypes[field.type].operators.length < 2)
      report.add(`/filters/${index}`, `Nothing can be filtered by a field of type ${field.type}.`)
  }
  for (const [index, path] of (shape.raw.search ?? []).entries()) {
    const field = checkPath(subject, path, `/search/${index}`)
    if (field?.name === path && field.type !== 'select' && !fieldTypes[field.type].searchable)
      report.add(`/search/${index}`, `"${path}" is ${field.type}; only texts and choices are searched.`, 'Name it among the filters.')
  }
  if (shape.raw.sort !== undefined || module.kind !== 'report') {
    for (const [index, entry] of module.sort.entries()) {
      const pointer = Array.isArray(shape.raw.sort) ? `/sort/${index}` : '/sort'
      const field = !keepsRecords(module.kind) ? undefined : checkPath(subject, entry.field, pointer)
      if (field?.name === entry.field && (field.live || !fieldTypes[field.type].sortable))
        report.add(pointer, `Nothing is sorted by "${field.name}": it is ${field.live ? 'recomputed each time' : field.type}.`)
      else if (field && index === 0 && module.entity.volume === 'large' && !field.index && !field.unique && field.name !== 'id')
        report.add(pointer, `A large module is sorted by "${field.name}", which has no index.`, `Add "index": true to the field.`)
    }
  }
  const known = new Map<string, string>()
  const names = [...module.fields.map((field) => field.name), ...module.lines.map((lines) => lines.name)]
  const place = (list: readonly string[], pointer: string): void => {
    for (const [index, name] of list.entries()) {
      if (!names.includes(name)) report.add(`${pointer}/fields/${index}`, `There is no field "${name}".`, didYouMean(name, names))
      else if (known.has(name)) report.add(`${pointer}/fields/${index}`, `"${name}" stands in the form twice.`)
      known.set(name, pointer)
    }
  }
  const form = shape.raw.form
  const { image, fields: facts = [] } = form?.header ?? {}
  for (const [index, name] of facts.entries())
    if (!module.field[name])
      report.add(`/form/header/fields/${index}`, `There is no field "${name}".`, didYouMean(name, Object.keys(module.field)))
  if (image !== undefined && module.field[image]?.type !== 'image')
    report.add('/form/header/image', `There is no image field "${image}".`, didYouMean(image, Object.keys(module.field)))
  if (form?.tabs && form.sections) report.add('/form', 'A form has either sections or tabs.')
  for (const [index, section] of (form?.sections ?? []).entries()) place(section.fields, `/form/sections/${index}`)
  const sections = new Set<string>()
  for (const [index, { section }] of (form?.tabs ?? []).entries()) {
    if (section === undefined) continue
    if (sections.has(section)) report.add(`/form/tabs/${index}/section`, `Two tabs are called "${section}".`)
    if (module.panels.some((panel) => panel.path === section))
      report.add(`/form/tabs/${index}/section`, `"${section}" is already the path of a panel.`)
    sections.add(section)
  }
  for (const [tab, entry] of (form?.tabs ?? []).entries())
    for (const [index, section] of entry.sections.entries()) place(section.fields, `/form/tabs/${tab}/sections/${index}`)
}

const DATES = new Set(['date', 'datetime'])

/** A path to the leader of a person: a field with an employee, or one through a reference (`team_id.leader_id`). */
/** The day beside a moment is a date of the same record, and a column of the same list. */
function checkDay({ module, report }: Subject, name: string, { field, pointer }: { field: Field | undefined; pointer: string }): void {
  const day = module.field[name]
  if (!day) report.add(pointer, `There is no field "${name}".`, didYouMean(name, Object.keys(module.field)))
  else if (day.type !== 'date') report.add(pointer, `"${name}" is ${day.type}; a date is needed here.`)
  else if (!module.columns.some(({ path }) => path === name)) report.add(pointer, `"${name}" is no column of the list.`, 'Add it.')
  else if (field && field.type !== 'datetime') report.add(pointer, `"${field.name}" is ${field.type}; only a datetime has a day beside it.`)
}

function checkLeader({ module, world, report }: Subject, path: string, pointer: string): void {
  const [first, second] = path.split('.')
  const field = module.field[first!]
  if (!field) return report.add(pointer, `There is no field "${first}".`, didYouMean(first!, Object.keys(module.field)))
  const target = second === undefined ? undefined : world.find(field.to ?? '')
  const end = second === undefined ? field : target?.field[second]
  if (second !== undefined && target && !end)
    report.add(pointer, `"${target.name}" has no field "${second}".`, didYouMean(second, Object.keys(target.field)))
  else if (end && end.type !== 'employee') report.add(pointer, `"${path}" is ${end.type}; an employee is needed here.`)
}

/** A path of references that ends in a module with members. */
function checkWithin({ module, world, report }: Subject, path: string, pointer: string): void {
  let owner: Module | undefined = module
  for (const name of path.split('.')) {
    const field: Field | undefined = owner.field[name]
    if (!field) return report.add(pointer, `"${owner.name}" has no field "${name}".`, didYouMean(name, Object.keys(owner.field)))
    owner = world.find(field.to ?? '')
    if (!owner) return report.add(pointer, `"${name}" refers to no other module.`)
  }
  if (!owner.entity.members) report.add(pointer, `"${owner.name}" names no members.`)
}

function checkSecondPerson({ module, registries, report }: Subject): void {
  const rule = module.entity.secondPerson
  if (!rule) return
  const [head, column] = rule.person.split('.') as [string, string | undefined]
  const field = column === undefined ? module.field[head] : module.lines.find((lines) => lines.name === head)?.field[column]
  if (field?.to !== 'user' && field?.to !== 'employee')
    report.add('/entity/secondPerson/person', `"${rule.person}" is no field with a user or an employee.`)
  for (const [index, name] of (rule.fields ?? []).entries())
    if (!module.field[name])
      report.add(`/entity/secondPerson/fields/${index}`, `There is no field "${name}".`, didYouMean(name, Object.keys(module.field)))
  if (rule.setting !== undefined && !registries.settings.has(rule.setting))
    report.add(
      '/entity/secondPerson/setting',
      `There is no setting "${rule.setting}".`,
      didYouMean(rule.setting, registries.settings.keys()),
    )
}

/** The people whom lines name (`entity.listed`) are a field with a user or employee. */
function checkListed({ module, report }: Subject, path: string): void {
  const [name = '', field = ''] = path.split('.')
  const lines = module.lines.find((candidate) => candidate.name === name)
  const to = lines?.fields.find((candidate) => candidate.name === field)?.to
  if (to === 'user' || to === 'employee') return
  const people = module.lines.flatMap((candidate) =>
    candidate.fields.filter((entry) => entry.to === 'user' || entry.to === 'employee').map((entry) => `${candidate.name}.${entry.name}`),
  )
  report.add('/entity/listed', `"${path}" is no field of lines with a user or employee.`, didYouMean(path, people))
}

function checkEntity(subject: Subject): void {
  const { module, shape, report } = subject
  const { entity } = module
  const need = (name: string | undefined, pointer: string, fits: (field: Field) => boolean = () => true, what = ''): void => {
    if (name === undefined || name === 'id') return
    const field = module.field[name]
    if (!field) report.add(pointer, `There is no field "${name}".`, didYouMean(name, Object.keys(module.field)))
    else if (!fits(field)) report.add(pointer, `"${name}" is ${field.type}; ${what} is needed here.`)
  }
  need(entity.name, '/entity/name')
  need(entity.date, '/entity/date', (field) => DATES.has(field.type), 'a date')
  need(entity.owner, '/entity/owner', (field) => field.to === 'user' || field.to === 'employee', 'a user or employee')
  if (entity.listed !== undefined) checkListed(subject, entity.listed)
  if (entity.personal && !entity.owner)
    report.add('/entity/personal', 'Rows are personal to an owner.', 'Name the field with the owner in "entity.owner".')
  for (const [index, state] of (entity.ownerSees ?? []).entries()) {
    const states = Object.keys(module.workflow?.states ?? {})
    if (!states.includes(state)) report.add(`/entity/ownerSees/${index}`, `There is no state "${state}".`, didYouMean(state, states))
  }
  for (const [index, name] of (entity.period ?? []).entries())
    need(name, `/entity/period/${index}`, (field) => field.type === 'date', 'a date')
  for (const [index, name] of (entity.inForce ?? []).entries())
    need(name, `/entity/inForce/${index}`, (field) => field.type === 'date', 'a date')
  need(entity.systemKey, '/entity/systemKey', (field) => field.storage === 'text', 'a text')
  need(entity.publicCode, '/entity/publicCode', (field) => field.storage === 'text', 'a text')
  for (const [index, path] of (entity.picker ?? []).entries()) {
    const field = checkPath(subject, path, `/entity/picker/${index}`)
    if (field && !path.includes('.') && isRestricted(field))
      report.add(`/entity/picker/${index}`, `Pickers are open to people who may not see the records, and "${path}" is not.`)
  }
  const needCall = (call: string, pointer: string): void => {
    if (!subject.module.endpoints.some((endpoint) => endpoint.method === 'GET' && endpoint.path === call))
      report.add(pointer, `The module has no call "GET ${call}".`, 'Name one of its endpoints that needs no id.')
  }
  for (const [index, { call }] of (entity.pickerFigures ?? []).entries()) needCall(call, `/entity/pickerFigures/${index}/call`)
  if (entity.pickerChoices) needCall(entity.pickerChoices.call, '/entity/pickerChoices/call')
  need(
    entity.involves,
    '/entity/involves',
    (field) => Boolean(field.to && subject.world.find(field.to)?.entity.leaders?.length),
    'a reference to a module of people (`leaders`)',
  )
  need(
    entity.led,
    '/entity/led',
    (field) => field.required && Boolean(field.to && subject.world.find(field.to)?.entity.leaders?.length),
    'a required reference to a module of people (`leaders`)',
  )
  for (const [index, path] of (entity.leaders ?? []).entries()) checkLeader(subject, path, `/entity/leaders/${index}`)
  need(entity.sharing?.level, '/entity/sharing/level', (field) => field.type === 'select', 'a select')
  need(entity.sharing?.with, '/entity/sharing/with', (field) => field.type === 'references' && field.to === 'user', 'references to users')
  need(entity.origin?.module, '/entity/origin/module', (field) => field.type === 'text', 'a text')
  need(entity.origin?.id, '/entity/origin/id', (field) => field.type === 'integer', 'an integer')
  need(entity.subject?.module, '/entity/subject/module', (field) => field.type === 'reference', 'a reference to the modules')
  need(entity.subject?.record, '/entity/subject/record', (field) => field.type === 'integer', 'an integer')
  for (const [index, name] of (entity.subject?.values ?? []).entries()) need(name, `/entity/subject/values/${index}`)
  need(entity.members?.when, '/entity/members/when', (field) => field.storage === 'boolean', 'a yes or no')
  need(entity.members?.users, '/entity/members/users', (field) => field.type === 'references' && field.to === 'user', 'references to users')
  if (entity.within) checkWithin(subject, entity.within, '/entity/within')
  const codes = new Set([...module.fields, ...module.lines].flatMap(({ access }) => access ?? []))
  for (const [code, path] of Object.entries(entity.membersOnly ?? {})) {
    if (!codes.has(code)) report.add('/entity/membersOnly', `No field has the access code "${code}".`, didYouMean(code, [...codes]))
    checkWithin(subject, path, `/entity/membersOnly/${code}`)
  }
  need(entity.defaultRecord?.field, '/entity/defaultRecord/field', (field) => field.type === 'boolean', 'a yes or no')
  for (const [index, name] of (entity.defaultRecord?.within ?? []).entries()) need(name, `/entity/defaultRecord/within/${index}`)
  checkSecondPerson(subject)
  for (const [index, name] of (entity.offeredColumns ?? []).entries()) need(name, `/entity/offeredColumns/${index}`)
  for (const [index, key] of (entity.choices ?? []).entries()) need(key.replace('-', ''), `/entity/choices/${index}`)
  need(entity.branch, '/entity/branch', (field) => isReference(field.type), 'a reference')
  for (const [index, name] of (entity.alsoBranches ?? []).entries())
    need(name, `/entity/alsoBranches/${index}`, (field) => isReference(field.type), 'a reference')
  need(entity.tree, '/entity/tree', (field) => field.to === module.name, `a reference to ${module.name}`)
  if (entity.items && !module.lines.some((lines) => lines.name === entity.items))
    report.add(
      '/entity/items',
      `There is no child table "${entity.items}".`,
      didYouMean(
        entity.items,
        module.lines.map((lines) => lines.name),
      ),
    )
  for (const [index, names] of entity.unique.entries())
    for (const [position, name] of names.entries()) need(name, `/entity/unique/${index}/${position}`)
  for (const [index, names] of entity.indexes.entries())
    for (const [position, name] of names.entries()) need(name, `/entity/indexes/${index}/${position}`)
  if (shape.raw.entity?.label !== undefined) for (const path of labelPaths(entity.label)) checkPath(subject, path, '/entity/label')
  for (const series of entity.numbers) {
    need(series.field, '/entity/number', (field) => field.type === 'text' || field.type === 'code', 'text')
    const format = parseNumberFormat(series.format)
    if ('error' in format) report.add('/entity/number', format.error)
    else for (const path of format.paths) checkPath(subject, path, '/entity/number')
    const moments = ['save', ...Object.keys(module.workflow?.transitions ?? {})]
    if (!moments.includes(series.at))
      report.add('/entity/number/at', `"${series.at}" is not a moment; allowed: ${moments.join(', ')}.`, didYouMean(series.at, moments))
  }
}
