/** Common parts of the reference's responses. */
import { S } from './base.ts'

export type Values = Record<string, unknown>

/** A referenced record as answers show it. */
export interface Ref {
  readonly id: number
  readonly name: string
  readonly label: string
  readonly [more: string]: unknown
}

// One index look-up per reference: joins of fifteen tables cost more to plan than the page costs to read.
/** SQL of a referenced record as answers show it. */
export const ref = (table: string, column: string, label: string, more = ''): string =>
  `(select json_build_object('id', r.id, 'name', r.name, 'label', ${label}${more}) from ${S}.${table} r where r.id = t.${column})`
/** SQL of the label of a record with a code and a name. */
export const CODED = "r.code || ' · ' || r.name"
/** SQL of a user's column as the user. */
export const person = (column: string): string => `${ref('"user"', column, 'r.name')} as ${column.replace(/_id$/, '')}_user`
/** SQL of the tags of a document, by name. */
export const tagsOf = (table: string): string =>
  `(select coalesce(json_agg(json_build_object('id', g.id, 'name', g.name, 'color', g.color) order by lower(g.name), g.id), '[]'::json)
    from ${S}.record_tag k join ${S}.tagging g on g.id = k.tag_id where k.module = '${table}' and k.record_id = t.id) as tags`
/** SQL of a line's item. */
export const ITEM = ref(
  'item',
  'item_id',
  "r.sku_code || ' · ' || r.name",
  ", 'uom_id', r.uom_id, 'item_type', r.item_type, 'vat_class', r.vat_class",
)
/** SQL of a line's unit of measure. */
export const UOM = ref('uom', 'uom_id', CODED, ", 'precision', r.precision")

const STATES = ['draft', 'approved', 'disapproved', 'posted', 'closed', 'voided']
/** States of documents that are not closed by hand. */
export const PLAIN_STATES: readonly string[] = STATES.filter((state) => state !== 'closed')

/** `is_draft` and so on. */
export const flags = (status: unknown, states: readonly string[] = STATES): Values =>
  Object.fromEntries(states.map((state) => [`is_${state}`, status === state || (status === 'closed' && state === 'posted')]))

const ACTIONS = [
  ['view', 'View', 'view', 'eye', false, STATES],
  ['edit', 'Edit', 'edit', 'pencil', false, ['draft', 'disapproved', 'posted']],
  ['delete', 'Delete', 'edit', 'trash', false, ['draft', 'disapproved']],
  ['print', 'Print', 'view', 'printer', false, STATES],
  ['duplicate', 'Duplicate', 'new', 'copy', false, STATES],
  ['post', 'Post', 'post', 'check', true, ['draft', 'approved']],
  ['undo_approval', 'Undo approval', 'approval', 'arrow-back-up', true, ['approved']],
  ['close', 'Close', 'post', 'lock', true, ['posted']],
  ['reopen', 'Reopen', 'post', 'lock-open', true, ['closed']],
  ['void', 'Void', 'void', 'ban', true, ['draft', 'approved', 'posted']],
] as const

/** The user's actions on a record in this status, and the reasons against the others. */
export function actions(status: string, codes: ReadonlySet<string> | undefined, without: readonly string[] = []): Values[] {
  // There is no approval to undo: the setting is off.
  const offered = ACTIONS.filter(([name]) => !without.includes(name) && (name !== 'undo_approval' || status === 'approved'))
  return offered.map(([name, title, code, icon, transition, states]) => {
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
