/** What the answers of the reference have in common. */
export type Values = Record<string, unknown>

/** A referenced record as answers show it. */
export interface Ref {
  readonly id: number
  readonly name: string
  readonly label: string
  readonly [more: string]: unknown
}

const STATES = ['draft', 'approved', 'disapproved', 'posted', 'closed', 'voided']

/** `is_draft` and so on. */
export const flags = (status: unknown, states: readonly string[] = STATES): Values =>
  Object.fromEntries(states.map((state) => [`is_${state}`, status === state]))

const ACTIONS = [
  ['view', 'View', 'view', 'eye', false, STATES],
  ['edit', 'Edit', 'edit', 'pencil', false, ['draft', 'disapproved']],
  ['delete', 'Delete', 'edit', 'trash', false, ['draft', 'disapproved']],
  ['print', 'Print', 'view', 'printer', false, STATES],
  ['duplicate', 'Duplicate', 'new', 'copy', false, STATES],
  ['post', 'Post', 'post', 'check', true, ['draft', 'approved']],
  ['close', 'Close', 'post', 'lock', true, ['posted']],
  ['reopen', 'Reopen', 'post', 'lock-open', true, ['closed']],
  ['void', 'Void', 'void', 'ban', true, ['draft', 'approved', 'posted']],
] as const

/** What the user can do with a record in this status, and if not, why not. */
export function actions(status: string, codes: ReadonlySet<string> | undefined): Values[] {
  return ACTIONS.map(([name, title, code, icon, transition, states]) => {
    const applicable = (states as readonly string[]).includes(status)
    const granted = codes?.has(code) === true
    const reason = !applicable
      ? `"${title}" is possible for ${states.join(' or ')} records only.`
      : granted
        ? undefined
        : `You need the "${code}" permission to do this.`
    return { name, title, code, transition, applicable, allowed: applicable && granted, icon, ...(reason ? { reason } : {}) }
  })
}
