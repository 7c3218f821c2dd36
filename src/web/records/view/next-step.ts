import type { Module, Row } from '../../../engine/model/module.ts'
import type { BarAction } from '../actions/ActionBar.tsx'

/** The usual next step: the transition forward, else the follow-on document, else finishing an unposted record. */
export function nextStep(all: readonly BarAction[], module: Pick<Module, 'targets'>, record: Row): BarAction | undefined {
  const allowed = all.filter((action) => !action.disabled)
  const follows = new Set((module.targets ?? []).filter((target) => !target.exception).map((target) => `create-${target.module}`))
  return (
    allowed.find((action) => action.tone === 'primary') ??
    allowed.find((action) => follows.has(action.name)) ??
    // A posted record is for reading: its few editable fields are not the main purpose.
    (record.is_posted === true ? undefined : allowed.find((action) => action.name === 'edit'))
  )
}
