import type { Module, Row } from '../../../engine/model/module.ts'
import type { BarAction } from '../actions/ActionBar.tsx'

/** The next step of the ordinary course: the step forward, else the document that follows, else finishing what is not posted yet. */
export function nextStep(all: readonly BarAction[], module: Pick<Module, 'targets'>, record: Row): BarAction | undefined {
  const allowed = all.filter((action) => !action.disabled)
  const follows = new Set((module.targets ?? []).filter((target) => !target.exception).map((target) => `create-${target.module}`))
  return (
    allowed.find((action) => action.tone === 'primary') ??
    allowed.find((action) => follows.has(action.name)) ??
    // What is posted is there to be read: the little that may still be changed is not what one comes for.
    (record.is_posted === true ? undefined : allowed.find((action) => action.name === 'edit'))
  )
}
