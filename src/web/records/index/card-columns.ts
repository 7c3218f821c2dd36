/** What a card of a list on a phone says, and in which place. */
import type { Column, Module, Row } from '../../../engine/model/module.ts'

export interface CardColumns {
  /** Distinguishes one card from the others. */
  readonly title: Column | undefined
  readonly status: Column | undefined
  readonly others: readonly Column[]
}

/**
 * The columns of the cards. The name of the owner is left out where all records are the reader's own: it would say the same
 * on each. `me` is the reader's employee.
 */
export function cardColumns(
  { entity: { owner } }: Pick<Module, 'entity'>,
  columns: readonly Column[],
  { rows, me }: { readonly rows: readonly Row[]; readonly me: number | null | undefined },
): CardColumns {
  const isOwn = owner !== undefined && me != null && rows.length > 0 && rows.every((row) => row[owner] === me)
  const said = isOwn ? columns.filter(({ via }) => via !== owner) : columns
  const described = (said.length ? said : columns).filter(({ type }) => type !== 'status')
  const [title, ...others] = described
  return { title, status: columns.find(({ type }) => type === 'status'), others }
}
