/** Rows of joined queries as the JSON that the product answers. */
export type Values = Record<string, unknown>

export interface Ref {
  readonly id: number
  readonly name: string
  readonly label: string
  readonly [more: string]: unknown
}

/** A reference with the label `code · name`; null where the row has none. */
export function coded(row: Values, id: string, alias: string, more: Values = {}): Ref | null {
  if (row[id] === null) return null
  const name = row[`${alias}_name`] as string
  return { id: row[id] as number, name, label: `${row[`${alias}_code`]} · ${name}`, ...more }
}

/** A user, whose label is his name. */
export function person(row: Values, id: string, alias: string): Ref | null {
  if (row[id] === null) return null
  const name = row[`${alias}_name`] as string
  return { id: row[id] as number, name, label: name }
}

/** A column as it is stored, with the object of a reference after it. */
export const PEOPLE = ['approved_by', 'disapproved_by', 'posted_by', 'voided_by', 'closed_by', 'created_by', 'updated_by'] as const

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
