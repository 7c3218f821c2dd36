/** The handlers of addresses: no endpoint can have the address of a built-in call, a transition or another endpoint. */
import { builtInCall, formOf, REPORT_CALLS } from '../../model/built-in-calls.ts'
import { keepsRecords } from '../../model/kind.ts'
import type { Module } from '../../model/module.ts'
import { step } from '../schema/structure.ts'
import type { Subject } from './subject.ts'

/** Whether the server has this built-in call for the module. */
function answers(module: Module, call: string): boolean {
  return keepsRecords(module.kind) || (module.kind === 'report' && REPORT_CALLS.has(call))
}

/** The transition that `POST {id}/{word}` names; it can be written with hyphens. */
function transitionAt(module: Module, method: string, path: string): string | undefined {
  const [id, word, ...rest] = path.split('/')
  if (method !== 'POST' || !id?.startsWith('{') || word === undefined || rest.length) return undefined
  const name = word.replaceAll('-', '_')
  return module.workflow && Object.hasOwn(module.workflow.transitions, name) ? name : undefined
}

export function checkAddresses(subject: Subject): void {
  const { module, report, shape, world } = subject
  const taken = new Map<string, string>()
  for (const [key, value] of Object.entries(shape.raw.endpoints ?? {})) {
    const [method, first] = key.split(' ') as [string, string]
    const { aliases = [], replaces } = typeof value === 'string' ? {} : value
    const place = `/endpoints${step(key)}`
    for (const [index, given] of [first, ...aliases].entries()) {
      const pointer = index === 0 ? place : `${place}/aliases/${index - 1}`
      const [, head = '', tail = ''] = /^\/([^/]+)\/?(.*)$/.exec(given) ?? []
      const target = !given.startsWith('/') || head === module.name ? module : world.find(head)
      const path = given.startsWith('/') ? tail : given
      const form = formOf(target ? `${method} ${target.name}/${path}` : `${method} ${given}`)
      if (taken.has(form)) report.add(pointer, `"${method} ${given}" is declared twice.`, `It answers as "${taken.get(form)}" already.`)
      taken.set(form, `${method} ${given}`)
      if (!target) continue
      const transition = transitionAt(target, method, path)
      if (transition)
        report.add(
          pointer,
          `"${method} ${given}" is the transition "${transition}".`,
          'Leave the endpoint out. Work before the transition is its "job", conditions are "guards", what follows are "effects".',
        )
      const call = builtInCall(method, path)
      const isTaken = call !== undefined && answers(target, call)
      if (isTaken && (!replaces || target !== module))
        report.add(
          pointer,
          `"${method} ${given}" is a built-in call of ${target.title}.`,
          target === module ? 'Choose another path, or say "replaces": true.' : 'Choose another path.',
        )
      if (replaces && index === 0 && !isTaken)
        report.add(`${place}/replaces`, `"${method} ${given}" is no built-in call, so nothing is replaced.`)
    }
  }
  const parts = [
    ...module.panels.map(({ path }) => [path, `/panels${step(path)}`] as const),
    ...(shape.raw.form?.tabs ?? []).map(({ section }, index) => [section, `/form/tabs/${index}/section`] as const),
  ]
  for (const [path, pointer] of parts)
    if (
      path !== undefined &&
      (builtInCall('GET', `{id}/${path}`) || builtInCall('POST', `{id}/${path}`) || transitionAt(module, 'POST', `{id}/${path}`))
    )
      report.add(pointer, `"{id}/${path}" is a built-in call or a transition.`, 'Choose another path.')
}
