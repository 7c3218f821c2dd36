/** Words that a descriptor takes from the product around it: applications, codes, field accesses, roles, pages; titles. */
import { isHandWritten } from '../../model/kind.ts'
import { didYouMean } from '../../runtime/expressions/hint.ts'
import { codesOf } from '../../runtime/permissions/codes.ts'
import { MODULE_ACCESS } from '../../runtime/permissions/confidential.ts'
import { editRightOf } from '../../runtime/permissions/edit-right.ts'
import { STANDARD_ACTIONS } from '../resolve/kinds.ts'
import { step } from '../schema/structure.ts'
import type { Subject } from './subject.ts'

/** Permission codes that mean the same in every module; a module may have further ones of its own. */
const CODES = ['index', 'view', 'new', 'edit', 'delete', 'post', 'void', 'process', 'approval', 'view_all']

export function checkVocabulary(subject: Subject): void {
  const { module, shape, registries, report, world } = subject
  const { applications, access, pages } = registries
  if (applications.size && !applications.has(module.application))
    report.warn(
      shape.raw.application === undefined ? '' : '/application',
      `There is no application "${module.application}": the module stands in no menu.`,
      didYouMean(module.application, applications),
    )
  for (const [index, { application }] of module.alsoIn.entries())
    if (applications.size && !applications.has(application))
      report.warn(`/alsoIn/${index}`, `There is no application "${application}".`, didYouMean(application, applications))
  if (isHandWritten(module.kind) && !module.dashboard && pages.size && !pages.has(module.name))
    report.warn(
      '/kind',
      `A ${module.kind} needs a screen of its own, and there is none of this name.`,
      'Add the screen to the screens.ts of a feature, or declare a report.',
    )

  const code = (given: string | undefined, pointer: string, additional: readonly string[] = []): void => {
    const near = given === undefined || CODES.includes(given) || additional.includes(given) ? undefined : didYouMean(given, CODES)
    if (near) report.warn(pointer, `The permission code "${given}" is this module's own; no role has it yet.`, near)
  }
  for (const [name, transition] of Object.entries(module.workflow?.transitions ?? {}))
    code(transition.code, `/workflow/transitions${step(name)}/code`, [name])
  for (const [key, endpoint] of Object.entries(shape.raw.endpoints ?? {}))
    if (typeof endpoint !== 'string') code(endpoint.code, `/endpoints${step(key)}/code`)
  const actions = shape.raw.actions
  const known = [
    ...Object.keys(STANDARD_ACTIONS),
    ...Object.keys(module.workflow?.transitions ?? {}),
    ...module.endpoints.map((endpoint) => endpoint.code),
  ]
  const done = (name: string, pointer: string): void => {
    if (known.includes(name) || CODES.includes(name) || didYouMean(name, CODES)) return
    report.warn(
      pointer,
      `Nothing carries out the action "${name}": it is not a standard one, and no transition or endpoint has this name or code.`,
      `Standard actions are: ${Object.keys(STANDARD_ACTIONS).join(', ')}.`,
    )
  }
  if (Array.isArray(actions))
    for (const [index, name] of actions.entries()) {
      code(name, `/actions/${index}`, known)
      done(name, `/actions/${index}`)
    }
  else if (actions)
    for (const [name, action] of Object.entries(actions)) {
      code(action.code, `/actions${step(name)}/code`, [name])
      done(name, `/actions${step(name)}`)
    }

  for (const field of module.fields) {
    if (field.editRight === undefined) continue
    const right = editRightOf(field.editRight)
    const target = world.find(right.module)
    if (!target)
      report.add(
        `/fields${step(field.name)}/editRight`,
        `There is no module "${right.module}", so no one would hold the right "${field.editRight}".`,
        'Write it as `module.code`, for example "user.edit".',
      )
    else if (!codesOf(target).includes(right.code))
      report.add(
        `/fields${step(field.name)}/editRight`,
        `${target.title} has no permission code "${right.code}"; it has: ${codesOf(target).join(', ')}.`,
        didYouMean(right.code, codesOf(target)),
      )
  }

  walk(shape.raw, '', (key, value, pointer) => {
    if (['title', 'singular', 'label'].includes(key) && typeof value === 'string' && value.trim() === '')
      report.add(pointer, 'Words for people are missing here.', 'Leave the key out to take the usual words.')
    if (key === 'access' && typeof value === 'string' && access.size && value !== MODULE_ACCESS && !access.has(value))
      report.add(
        pointer,
        `No role can hold the field access "${value}", so no one would see this; allowed: ${[...access].join(', ')}, ${MODULE_ACCESS}.`,
        didYouMean(value, [...access, MODULE_ACCESS]),
      )
  })
}

/** Warns of a role that no template knows: it may be a company's own. */
export function checkRole({ registries, report }: Pick<Subject, 'registries' | 'report'>, role: string, pointer: string): void {
  const codes = new Set([...registries.roles].map((code) => code.toUpperCase()))
  if (codes.size && !codes.has(role.toUpperCase()))
    report.warn(
      pointer,
      `No role of the product has the code "${role}"; in companies without a role of this code it means no one.`,
      didYouMean(role.toUpperCase(), codes),
    )
}

/** Every key with a value of its own, except below `default`, `params` and names that authors choose (`fields.title`). */
function walk(value: unknown, pointer: string, visit: (key: string, value: unknown, pointer: string) => void): void {
  if (Array.isArray(value)) for (const [index, entry] of value.entries()) walk(entry, `${pointer}/${index}`, visit)
  else if (value !== null && typeof value === 'object')
    for (const [key, entry] of Object.entries(value)) {
      if (['default', 'params', 'with', 'where', 'filter', 'offered', 'copy', 'effects', 'guards', 'rows'].includes(key)) continue
      if (typeof entry === 'object') walk(entry, pointer + step(key), visit)
      else visit(key, entry, pointer + step(key))
    }
}
