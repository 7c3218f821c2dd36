/** Workflow: existing and reachable states, transitions with known guards, effects and fields. */

import type { Call, Due, Field, Transition, Workflow } from '../../model/module.ts'
import { didYouMean } from '../../runtime/expressions/hint.ts'
import { step } from '../schema/structure.ts'
import { findModule } from './names.ts'
import { checkCall } from './params.ts'
import type { Subject } from './subject.ts'
import { checkTransitionTexts } from './texts.ts'
import { checkRole } from './vocabulary.ts'

export function checkWorkflow(subject: Subject): void {
  const { module, report } = subject
  const { workflow } = module
  if (!workflow) return
  const states = Object.keys(workflow.states)
  if (states.length === 0) return report.add('/workflow', 'The workflow has no states.')
  for (const transition of Object.values(workflow.transitions)) checkTransition(subject, workflow, transition)
  const reached = reachable(workflow)
  for (const name of states) {
    const pointer = `/workflow/states${step(name)}`
    const state = workflow.states[name]!
    if (!reached.has(name)) report.add(pointer, `Nothing leads to the state "${name}".`, 'Add a transition to it, or leave it out.')
    if (state.final && leaves(workflow, name)) report.add(pointer, `"${name}" is final, but a transition leaves it.`)
    // A state with flags is a settled one and needs no transition; code may still leave it.
    else if (!state.final && !state.saveTo && state.flags.length === 0 && !leaves(workflow, name))
      report.warn(pointer, `Nothing leads out of the state "${name}".`, 'Add a transition from it, or say "final": true.')
    if (state.saveTo && !workflow.states[state.saveTo])
      report.add(`${pointer}/saveTo`, `There is no state "${state.saveTo}".`, didYouMean(state.saveTo, states))
    if (state.edit !== '*')
      for (const field of state.edit)
        if (!module.field[field] && !module.lines.some((lines) => lines.name === field))
          report.add(`${pointer}/edit`, `There is no field "${field}".`, didYouMean(field, Object.keys(module.field)))
    for (const flag of state.flags) {
      if (!/^is_[a-z_]+$/.test(flag)) report.add(`${pointer}/flags`, `A flag is named is_…, not "${flag}".`)
      else if (module.field[flag])
        report.add(`/fields${step(flag)}`, `"${flag}" is a flag of the state "${name}" and cannot be a field as well.`)
    }
  }
  if (
    states.filter(
      (name) =>
        subject.shape.raw.workflow && typeof subject.shape.raw.workflow === 'object' && subject.shape.raw.workflow.states?.[name]?.initial,
    ).length > 1
  )
    report.add('/workflow/states', 'More than one state is initial.')
  for (const [index, name] of (workflow.facts ?? []).entries())
    if (!module.field[name])
      report.add(`/workflow/facts/${index}`, `There is no field "${name}".`, didYouMean(name, Object.keys(module.field)))
  checkProgress(subject, workflow)
}

const leaves = ({ transitions }: Workflow, state: string): boolean =>
  Object.values(transitions).some((transition) => transition.from.includes(state))

function reachable(workflow: Workflow): Set<string> {
  const reached = new Set([
    workflow.initial,
    ...Object.values(workflow.states)
      .filter(({ external }) => external)
      .map(({ name }) => name),
  ])
  const queue = [...reached]
  for (let name = queue.pop(); name !== undefined; name = queue.pop()) {
    const onward = Object.values(workflow.transitions)
      .filter((transition) => transition.from.includes(name!))
      .map((transition) => transition.to)
    const saved = workflow.states[name]?.saveTo
    for (const next of saved ? [...onward, saved] : onward) {
      if (reached.has(next)) continue
      reached.add(next)
      queue.push(next)
    }
  }
  return reached
}

function checkTransition(subject: Subject, workflow: Workflow, transition: Transition): void {
  const { module, report, registries, world } = subject
  const place = `/workflow/transitions${step(transition.name)}`
  const states = Object.keys(workflow.states)
  for (const name of [...transition.from, transition.to]) {
    if (!workflow.states[name])
      report.add(
        name === transition.to ? `${place}/to` : `${place}/from`,
        `There is no state "${name}"; allowed: ${states.join(', ')}.`,
        didYouMean(name, states),
      )
  }
  const { by, at: when, clear } = transition.stamps
  checkTransitionTexts(subject, transition)
  for (const [name, key] of [[by, 'by'], [when, 'at'], ...(clear ?? []).map((entry) => [entry, 'clear'])] as [
    string | undefined,
    string,
  ][]) {
    if (name && !module.field[name])
      report.add(`${place}/stamps/${key}`, `There is no field "${name}".`, didYouMean(name, Object.keys(module.field)))
  }
  const stamped = (name: string | undefined, key: string, fits: (field: Field) => boolean, needed: string): void => {
    const field = name === undefined ? undefined : module.field[name]
    if (field && !fits(field)) report.add(`${place}/stamps/${key}`, `"${name}" is ${field.type}; ${needed} is needed here.`)
  }
  stamped(by, 'by', ({ to }) => to === 'user', 'a user')
  stamped(when, 'at', ({ type }) => type === 'datetime' || type === 'date', 'a day or a time')
  for (const field of transition.input) {
    const target = module.field[field.name]
    if (target && target.storage !== field.storage)
      report.add(
        `${place}/input${step(field.name)}/type`,
        `What is asked is ${field.type} and goes to "${field.name}", which is ${target.type}.`,
        'Leave the type out, or ask under another name.',
      )
    if (!module.field[field.name] && !subject.registries.unchecked.has('effects') && transition.effects.length === 0) {
      report.add(
        `${place}/input${step(field.name)}`,
        `"${field.name}" is not a field of the record, so what is asked would be lost.`,
        didYouMean(field.name, Object.keys(module.field)),
      )
    }
  }
  calls(transition.guards, 'guards')
  calls(transition.effects, 'effects')
  if (transition.job && !registries.unchecked.has('jobs') && !registries.jobs.has(transition.job))
    report.add(`${place}/job`, `There is no job "${transition.job}".`, didYouMean(transition.job, registries.jobs))
  if (transition.create) {
    const target = findModule(subject, transition.create.module, `${place}/create/module`)
    if (target && !world.shapes.get(target.name)?.raw.sources?.[subject.module.name])
      report.add(`${place}/create/module`, `"${target.name}" does not name "${subject.module.name}" among its sources.`)
    const then = transition.create.transition
    if (target && then && !target.workflow?.transitions[then])
      report.add(
        `${place}/create/transition`,
        `"${target.name}" has no transition "${then}".`,
        didYouMean(then, Object.keys(target.workflow?.transitions ?? {})),
      )
  }
  if (transition.due) checkDue(subject, workflow, transition.due, `${place}/due`)
  for (const [index, level] of (transition.approval?.levels ?? []).entries()) {
    const ways = [level.role, level.user_id, level.field, level.manager].filter((way) => way !== undefined && way !== false)
    if (ways.length !== 1) report.add(`${place}/approval/levels/${index}`, 'A level names exactly one of role, user_id, field and manager.')
    if (level.role !== undefined) checkRole(subject, level.role, `${place}/approval/levels/${index}/role`)
    if (level.field === undefined) continue
    const person = module.field[level.field]
    const pointer = `${place}/approval/levels/${index}/field`
    if (!person) report.add(pointer, `There is no field "${level.field}".`, didYouMean(level.field, Object.keys(module.field)))
    else if (person.to !== 'user' && person.to !== 'employee')
      report.add(pointer, `"${level.field}" is ${person.type}; a user or an employee is needed here.`)
  }

  function calls(list: readonly Call[], kind: 'guards' | 'effects'): void {
    if (registries.unchecked.has(kind)) return
    for (const [index, call] of list.entries()) {
      const known = registries[kind]
      const schema = known[call.name]
      const pointer = `${place}/${kind}/${index}`
      if (schema) checkCall(subject, schema, call.params, { pointer: `${pointer}${step(call.name)}`, input: transition.input })
      else report.add(pointer, `There is no ${kind.slice(0, -1)} "${call.name}".`, didYouMean(call.name, Object.keys(known)))
    }
  }
}

/** A day that the server can compare, a text for the reason, transitions that start from the same states. */
function checkDue({ module, report }: Subject, workflow: Workflow, due: Due, pointer: string): void {
  const named = (name: string | undefined, key: 'date' | 'reason', types: readonly string[]): void => {
    if (name === undefined) return
    const field = module.field[name]
    if (!field) report.add(`${pointer}/${key}`, `There is no field "${name}".`, didYouMean(name, Object.keys(module.field)))
    else if (!types.includes(field.type))
      report.add(`${pointer}/${key}`, `"${name}" is ${field.type}; ${types.join(' or ')} is needed here.`)
    else if (field.storage === undefined) report.add(`${pointer}/${key}`, `"${name}" is not stored.`)
  }
  named(due.date, 'date', ['date'])
  named(due.reason, 'reason', ['text', 'longtext'])
  for (const [rule, name] of Object.entries(due.otherwise))
    if (!workflow.transitions[name])
      report.add(
        `${pointer}/otherwise${step(rule)}`,
        `There is no transition "${name}".`,
        didYouMean(name, Object.keys(workflow.transitions)),
      )
}

function checkProgress({ module, report }: Subject, workflow: Workflow): void {
  const { progress } = workflow
  if (!progress) return
  if (progress.lines && !module.lines.some((lines) => lines.name === progress.lines))
    report.add(
      '/workflow/progress/lines',
      `There is no child table "${progress.lines}".`,
      didYouMean(
        progress.lines,
        module.lines.map((lines) => lines.name),
      ),
    )
  if (progress.overdue && module.field[progress.overdue.date]?.type !== 'date')
    report.add(
      '/workflow/progress/overdue/date',
      `There is no date field "${progress.overdue.date}".`,
      didYouMean(progress.overdue.date, Object.keys(module.field)),
    )
  if (progress.forgone && module.field[progress.forgone.amount]?.type !== 'money')
    report.add(
      '/workflow/progress/forgone/amount',
      `There is no money field "${progress.forgone.amount}".`,
      didYouMean(progress.forgone.amount, Object.keys(module.field)),
    )
  const names = [...progress.names, ...[progress.overdue, progress.forgone].flatMap((entry) => entry?.name ?? [])]
  for (const name of Object.keys(progress.tones))
    if (!names.includes(name))
      report.add(
        '/workflow/progress/tones',
        `"${name}" is not a name of the progress; allowed: ${names.join(', ')}.`,
        didYouMean(name, names),
      )
}
