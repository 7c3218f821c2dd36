/** What a card of a list on a phone says, and in which place. */
import { type Column, type Module, type Row, SUBTOTAL } from '../../../engine/model/module.ts'

interface CardColumns {
  /** Distinguishes one card from the others. */
  readonly title: Column | undefined
  readonly status: Column | undefined
  readonly others: readonly Column[]
  /** Of a report with subtotals: what the card of a row is called beneath its group. */
  readonly ofRow?: Column
}

/** The title of one card: the sums of a group are called by the group, its rows by what they are. */
export function titleOf({ title, others, ofRow }: CardColumns, row: Row): Pick<CardColumns, 'title' | 'others'> {
  if (!ofRow || row[SUBTOTAL] !== undefined) return { title, others }
  return { title: ofRow, others: [title, ...others].flatMap((column) => (column && column !== ofRow ? [column] : [])) }
}

/**
 * The columns of the cards. The name of the owner is left out where all records are the reader's own: it would say the same
 * on each. `me` is the reader's employee.
 */
export function cardColumns(
  { entity: { owner }, report }: Pick<Module, 'entity' | 'report'>,
  columns: readonly Column[],
  { rows, me }: { readonly rows: readonly Row[]; readonly me: number | null | undefined },
): CardColumns {
  const isOwn = owner !== undefined && me != null && rows.length > 0 && rows.every((row) => row[owner] === me)
  const said = isOwn ? columns.filter(({ via }) => via !== owner) : columns
  const described = (said.length ? said : columns).filter(({ type }) => type !== 'status')
  const [title, ...others] = described
  const groups = report?.subtotals ?? []
  const ofRow = groups.length ? described.find(({ path, via }) => !groups.includes(via ?? path)) : undefined
  return { title, status: columns.find(({ type }) => type === 'status'), others, ...(ofRow && { ofRow }) }
}
