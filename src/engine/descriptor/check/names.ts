/** Names that a module refers to outside its fields: icons, panels, endpoints, notifications, print forms, reports. */

import type { Json, Module } from '../../model/module.ts'
import { PRINT_NEEDS } from '../../model/print.ts'
import { didYouMean } from '../../runtime/expressions/hint.ts'
import { labelPaths } from '../../runtime/format/index.ts'
import { codesOf } from '../../runtime/permissions/index.ts'
import { referencesTo } from '../resolve/link-modules.ts'
import { step } from '../schema/structure.ts'
import { checkAddresses } from './addresses.ts'
import { checkFilter } from './filter.ts'
import { checkCall } from './params.ts'
import type { Subject } from './subject.ts'
import { checkPath } from './views.ts'
import { checkRole } from './vocabulary.ts'

const PEOPLE = ['owner', 'creator', 'approvers']

/** A module by name; reports a missing one. Also undefined for files that cannot be read. */
export function findModule({ world, report }: Pick<Subject, 'world' | 'report'>, name: string, pointer: string): Module | undefined {
  if (!world.names.has(name)) report.add(pointer, `There is no module "${name}".`, didYouMean(name, world.names))
  return world.find(name)
}

/** The subject of a panel's conditions: fields of a module's records, or parameters of a report. */
const panelTarget = (target: Module): Module => {
  const parameters = target.report?.parameters
  return parameters
    ? { ...target, fields: parameters, field: Object.fromEntries(parameters.map((parameter) => [parameter.name, parameter])) }
    : target
}

export function checkNames(subject: Subject): void {
  const { shape, module, registries, report } = subject
  const icon = (name: string | undefined, pointer: string): void => {
    if (name !== undefined && !registries.icons.has(name))
      report.add(pointer, `There is no icon "${name}".`, didYouMean(name, registries.icons))
  }
  icon(shape.raw.icon, '/icon')
  for (const action of Object.values(module.actions))
    icon(action.icon, action.kind === 'transition' ? `/workflow/transitions${step(action.name)}/icon` : `/actions${step(action.name)}/icon`)

  for (const [index, alias] of (module.aliases ?? []).entries()) {
    const other = [...subject.world.modules.values()].find(
      (candidate) => candidate.name === alias || (candidate !== module && candidate.aliases?.includes(alias)),
    )
    if (other && other.name !== module.name) report.add(`/aliases/${index}`, `"${alias}" is the address of "${other.name}" already.`)
  }
  for (const panel of module.panels) {
    const pointer = `/panels${step(panel.path)}`
    const target = findModule(subject, panel.module, `${pointer}/module`)
    if (!target) continue
    const given = shape.raw.panels?.[panel.path]
    if (typeof given === 'string' || !given?.where) {
      const ties = referencesTo(module.name, target)
      if (ties.length !== 1)
        report.add(
          pointer,
          ties.length
            ? `"${target.name}" has several references to "${module.name}": ${ties.join(', ')}.`
            : `"${target.name}" has no reference to "${module.name}".`,
          `Say which records belong here, for example "where": { "${ties[0] ?? 'owner_id'}": "$id" }.`,
        )
    }
    checkFilter(subject, panel.where, {
      target: panelTarget(target),
      pointer: `${pointer}/where`,
      sibling: (name) => (name === 'id' ? { to: module.name } : module.field[name]),
    })
    if (panel.default && target.entity.defaultRecord?.field !== panel.default)
      report.add(
        `${pointer}/default`,
        `"${panel.default}" does not mark the default record of "${panel.module}".`,
        target.entity.defaultRecord
          ? `Use "${target.entity.defaultRecord.field}".`
          : `Name the field in "entity.defaultRecord" of "${panel.module}".`,
      )
    for (const [index, { set, fields }] of (panel.imports ?? []).entries()) {
      for (const name of [...Object.keys(set), ...fields])
        if (!target.field[name]?.writable)
          report.add(
            `${pointer}/import/${index}`,
            `"${panel.module}" has no field "${name}" that can be filled in.`,
            didYouMean(name, Object.keys(target.field)),
          )
    }
    const { date, done, show = [] } = panel.upcoming ?? {}
    for (const name of [date, done, ...show])
      if (name !== undefined && !target.field[name])
        report.add(`${pointer}/upcoming`, `"${panel.module}" has no field "${name}".`, didYouMean(name, Object.keys(target.field)))
  }
  checkAddresses(subject)
  for (const endpoint of module.endpoints) {
    const pointer = `/endpoints${step(`${endpoint.method} ${endpoint.path}`)}`
    handler(endpoint.handler, endpoint.params, pointer)
    const { input = [], where, advice = [] } = endpoint.button ?? {}
    for (const [index, call] of advice.entries()) handler(call.name, call.params, `${pointer}/button/advice/${index}`)
    for (const field of input) if (field.to) findModule(subject, field.to, `${pointer}/button/input${step(field.name)}/to`)
    if (where && !endpoint.path.includes('{id}'))
      report.add(`${pointer}/button/where`, 'Only a button on a record, with {id} in its path, depends on values.')
    else if (where) checkFilter(subject, where, { target: module, pointer: `${pointer}/button/where`, sibling: () => undefined })
  }
  for (const [index, name] of module.saved.entries())
    if (!registries.unchecked.has('hooks') && !registries.hooks.has(name))
      report.add(`/saved/${index}`, `There is no save hook "${name}".`, didYouMean(name, registries.hooks))
  if (module.approves && !registries.unchecked.has('approvers') && !registries.approvers.has(module.approves))
    report.add(
      '/approves',
      `Nothing called "${module.approves}" answers approval levels.`,
      didYouMean(module.approves, registries.approvers),
    )
  for (const [index, call] of (module.form.advice ?? []).entries()) handler(call.name, call.params, `/form/advice/${index}`)
  for (const [index, proposal] of (module.form.propose ?? []).entries()) {
    const pointer = `/form/propose/${index}`
    handler(proposal.handler.name, proposal.handler.params, `${pointer}/handler`)
    const lines = module.lines.find((line) => line.name === proposal.lines)
    if (proposal.lines !== undefined && !lines) {
      const tables = module.lines.map(({ name }) => name)
      report.add(`${pointer}/field`, `There is no child table "${proposal.lines}".`, didYouMean(proposal.lines, tables))
      continue
    }
    const known = lines ? lines.field : module.field
    for (const [name, place] of [
      [proposal.field, `${pointer}/field`] as const,
      ...proposal.on.map((entry, n) => [entry, `${pointer}/on/${n}`] as const),
      ...(proposal.also ?? []).map((entry, n) => [entry, `${pointer}/also/${n}`] as const),
    ])
      if (!known[name])
        report.add(place, `There is no field "${name}"${lines ? ` in "${lines.name}"` : ''}.`, didYouMean(name, Object.keys(known)))
    if (known[proposal.field]?.writable === false)
      report.add(`${pointer}/field`, `"${proposal.field}" is not entered: nothing can be proposed.`)
  }
  for (const [name, { advice }] of Object.entries(module.workflow?.transitions ?? {}))
    for (const [index, call] of (advice ?? []).entries())
      handler(call.name, call.params, `/workflow/transitions${step(name)}/advice/${index}`)
  const codes = codesOf(module)
  const checkCode = (code: string, pointer: string) => {
    if (!codes.includes(code))
      report.add(pointer, `${module.title} have no permission code "${code}"; allowed: ${codes.join(', ')}.`, didYouMean(code, codes))
  }
  for (const [index, code] of module.everyone.entries()) checkCode(code, `/everyone/${index}`)
  if (module.report?.handler) handler(module.report.handler, module.report.params, '/report/handler')

  for (const [index, entry] of module.notify.entries()) {
    const target = entry.of === undefined ? module.name : module.field[entry.of]?.to
    if (target === undefined) {
      const references = module.fields.filter((field) => field.to).map((field) => field.name)
      report.add(`/notify/${index}/of`, `"${entry.of}" is not a reference.`, didYouMean(entry.of ?? '', references))
      continue
    }
    const transitions = Object.keys((entry.of === undefined ? module : subject.world.find(target))?.workflow?.transitions ?? {})
    if ((entry.on === '') === (entry.before === undefined))
      report.add(`/notify/${index}`, 'Say either "on", a transition, or "before", a day.')
    if (entry.also && (entry.before || entry.of !== undefined))
      report.add(`/notify/${index}/also`, 'Only a notification of a transition of the record itself is also mailed or made a task.')
    if (entry.also?.includes('task') && !entry.to.includes('approvers'))
      report.add(`/notify/${index}/also`, 'A task ends with a decision: it needs "approvers" in "to".')
    if (entry.when !== undefined && entry.of !== undefined)
      report.add(`/notify/${index}/when`, 'Only a notification of the record itself has a condition.')
    const day = entry.before && module.field[entry.before.date]
    if (entry.before && day?.type !== 'date' && day?.type !== 'datetime')
      report.add(
        `/notify/${index}/before/date`,
        day ? `"${day.name}" is ${day.type}; a date is needed here.` : `There is no field "${entry.before.date}".`,
        day ? undefined : didYouMean(entry.before.date, Object.keys(module.field)),
      )
    else if (day && day.storage === 'none')
      report.add(`/notify/${index}/before/date`, `"${day.name}" is recomputed each time; it has no day to wait for.`)
    if (entry.on !== '' && !transitions.includes(entry.on))
      report.add(
        `/notify/${index}/on`,
        `There is no transition "${entry.on}"; allowed: ${transitions.join(', ')}.`,
        didYouMean(entry.on, transitions),
      )
    for (const path of labelPaths(entry.title ?? '')) checkPath(subject, path, `/notify/${index}/title`)
    for (const [position, who] of entry.to.entries()) {
      const field = module.field[who]
      const person = field !== undefined && (field.type === 'user' || field.type === 'employee' || field.to === 'user')
      if (who.startsWith('role:')) {
        checkRole(subject, who.slice('role:'.length), `/notify/${index}/to/${position}`)
        continue
      }
      if (who.startsWith('can:')) {
        checkCode(who.slice('can:'.length), `/notify/${index}/to/${position}`)
        continue
      }
      if (!PEOPLE.includes(who) && !person)
        report.add(
          `/notify/${index}/to/${position}`,
          `"${who}" is not a recipient; allowed: ${PEOPLE.join(', ')}, role:<code>, can:<code>, or a field with a user or employee.`,
          didYouMean(who, [...PEOPLE, ...Object.keys(module.field)]),
        )
    }
  }
  for (const [index, form] of module.print.entries()) {
    if (module.print.findIndex(({ name }) => name === form.name) < index)
      report.add(`/print/${index}/name`, `There is a print form "${form.name}" already; this one would never be printed.`)
    if (!registries.printTemplates.has(form.template))
      report.add(
        `/print/${index}/template`,
        `There is no print template "${form.template}"; allowed: ${[...registries.printTemplates].join(', ')}.`,
        didYouMean(form.template, registries.printTemplates),
      )
    const cells = module.lines.flatMap((lines) => lines.fields.map((field) => `${lines.name}.${field.name}`))
    const parts = [...Object.keys(module.field), ...module.lines.map((lines) => lines.name), ...cells]
    for (const [key, known] of [['omit', parts] as const, ['blank', cells] as const, ['also', cells] as const])
      for (const [position, name] of form[key].entries())
        if (!known.includes(name)) report.add(`/print/${index}/${key}/${position}`, `There is no field "${name}".`, didYouMean(name, known))
    for (const [key, name] of Object.entries(form.tax ?? {}))
      if (!module.field[name])
        report.add(`/print/${index}/tax/${key}`, `There is no field "${name}".`, didYouMean(name, Object.keys(module.field)))
    const tables = module.lines.map((lines) => lines.name)
    for (const name of Object.keys(form.rows))
      if (!tables.includes(name)) report.add(`/print/${index}/rows/${name}`, `There is no child table "${name}".`, didYouMean(name, tables))
    for (const fields of PRINT_NEEDS[form.template] ?? [])
      if (!fields.some((name) => module.field[name]))
        report.add(
          shape.raw.print && typeof shape.raw.print !== 'string' ? `/print/${index}/template` : '/print',
          `The template "${form.template}" prints the field ${fields.map((name) => `"${name}"`).join(' or ')}, which this module does not have.`,
        )
  }

  function handler(name: string, params: Json, pointer: string): void {
    if (registries.unchecked.has('handlers')) return
    const schema = registries.handlers[name]
    if (!schema) report.add(pointer, `There is no handler "${name}".`, didYouMean(name, Object.keys(registries.handlers)))
    else checkCall(subject, schema, params, { pointer: `${pointer}/params` })
  }
}
