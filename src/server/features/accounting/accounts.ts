/**
 * Which account a role means for a posting: the item's own, else its group's, its location's, its branch's,
 * else the company's account with that role in the chart.
 */

import type { Party } from '../../../domain/ledger/journal.ts'
import type { Json, Row } from '../../../engine/model/module.ts'
import type { Ctx } from '../../platform/context.ts'
import { raw, sql, table } from '../../platform/db/sql.ts'
import { refuse } from '../../platform/errors.ts'

/** The known place of a posting; account columns by the names of their tables. */
export interface Place {
  readonly item?: Row | undefined
  readonly location?: Row | undefined
  readonly branch?: Row | undefined
  readonly party?: Row | undefined
}

/** Columns on item and item group that override a role. */
const ITEM_COLUMNS: Readonly<Record<string, string>> = {
  inventory: 'inventory_account_id',
  cogs: 'cogs_account_id',
  sales_vatable: 'income_account_id',
  sales_zero_rated: 'income_account_id',
  sales_exempt: 'income_account_id',
  service_revenue: 'income_account_id',
}
const PLACE_COLUMNS: Readonly<Record<string, string>> = { inventory: 'inventory_account_id' }
const PARTY_COLUMNS: Readonly<Record<string, string>> = {
  accounts_payable: 'payable_account_id',
  accounts_receivable: 'receivable_account_id',
}

/** Roles that the inventory role turns into: goods that are not kept in stock, and goods in transit. */
const INSTEAD_OF_INVENTORY = ['cogs', 'inventory_in_transit']

/** The company's account per role; roles that no account has are missing. */
export async function roleAccounts(ctx: Ctx, named: readonly string[]): Promise<Map<string, number>> {
  const roles = named.includes('inventory') ? [...named, ...INSTEAD_OF_INVENTORY] : named
  const rows = await ctx.db.query<{ id: number; role: string }>(
    sql`SELECT id, role FROM ${table(ctx, 'chart_of_account')} WHERE role = ANY(${[...new Set(roles)]})`,
  )
  return new Map(rows.map((row) => [row.role, row.id]))
}

/** Items with the accounts of their group (`group_…`), by id. One query. */
export async function loadItems(ctx: Ctx, ids: readonly number[]): Promise<Map<number, Row>> {
  if (ids.length === 0) return new Map()
  const rows = await ctx.db.query<Row & { id: number }>(
    sql`
      SELECT i.id, i.sku_code, i.name, i.item_type, i.inventory_account_id, i.cogs_account_id, i.income_account_id,
        g.inventory_account_id AS group_inventory_account_id, g.cogs_account_id AS group_cogs_account_id,
        g.income_account_id AS group_income_account_id
      FROM ${table(ctx, 'item')} i
      LEFT JOIN ${table(ctx, 'item_group')} g ON g.id = i.item_group_id
      WHERE i.id = ANY(${[...new Set(ids)]})
    `,
  )
  return new Map(rows.map((row) => [row.id, row]))
}

/** The location with its branch's inventory account (`branch_…`). */
export async function loadLocation(ctx: Ctx, id: number): Promise<Row | undefined> {
  const [row] = await ctx.db.query(
    sql`
      SELECT l.id, l.name, l.type, l.branch_id, l.inventory_account_id,
        b.inventory_account_id AS branch_inventory_account_id
      FROM ${table(ctx, 'inventory_location')} l
      LEFT JOIN ${table(ctx, 'branch')} b ON b.id = l.branch_id
      WHERE l.id = ${id}
    `,
  )
  return row
}

/** The party's own payable and receivable account, where the role can have one. */
export async function loadParty(ctx: Ctx, role: string, party: Party): Promise<Row | undefined> {
  const column = PARTY_COLUMNS[role]
  const id = column === 'payable_account_id' ? party.supplier_id : column === 'receivable_account_id' ? party.customer_id : undefined
  if (!column || id === undefined || id === null) return undefined
  const [row] = await ctx.db.query(
    sql`
      SELECT ${raw(column)}
      FROM ${table(ctx, column === 'payable_account_id' ? 'supplier' : 'customer')}
      WHERE id = ${id}
    `,
  )
  return row
}

/** The place of a line's goods when an effect moved or revalued them: the line uses the accounts of that place. */
const places = new WeakMap<Row, Place>()
export const notePlace = (line: Row, place: Place): void => void places.set(line, place)
export const notedPlace = (line: Row | undefined): Place | undefined => (line ? places.get(line) : undefined)

export const isStockItem = (item: Row | undefined): boolean => item?.item_type === 'Stock'

/** Goods that are not kept in stock are an expense when they arrive; goods in transit have an account of their own. */
function effectiveRole(role: string, { item, location }: Place, company: ReadonlyMap<string, number>): string {
  if (role !== 'inventory') return role
  if (item && !isStockItem(item)) return 'cogs'
  const transit = location?.type === 'Transit' && !location.inventory_account_id && company.has('inventory_in_transit')
  return transit ? 'inventory_in_transit' : role
}

/** The account of a role in a place. Refuses with E_ACCOUNT when the chart names none. */
export function accountFor(role: string, place: Place, company: ReadonlyMap<string, number>): number {
  const effective = effectiveRole(role, place, company)
  const accountOf = (row: Row | undefined, column: string | undefined): number | undefined => {
    const value = column ? row?.[column] : undefined
    return value === null || value === undefined ? undefined : Number(value)
  }
  const column = ITEM_COLUMNS[effective]
  const match =
    accountOf(place.party, PARTY_COLUMNS[effective]) ??
    accountOf(place.item, column) ??
    accountOf(place.item, column && `group_${column}`) ??
    accountOf(place.location, PLACE_COLUMNS[effective]) ??
    accountOf(place.location, PLACE_COLUMNS[effective] && `branch_${PLACE_COLUMNS[effective]}`) ??
    accountOf(place.branch, PLACE_COLUMNS[effective]) ??
    company.get(effective)
  if (match === undefined) {
    throw refuse(
      'E_ACCOUNT',
      `No account has the account role "${effective}". In Financial, Chart of Accounts, enter it as the account role of the account to post to.`,
      { role: effective } satisfies Json,
    )
  }
  return match
}

/** Refuses accounts that a document chooses and that take no postings any more: a draft can be older than that. */
export async function requirePostable(ctx: Ctx, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return
  const [bad] = await ctx.db.query<{ code: string; name: string; is_active: boolean | null }>(
    sql`
      SELECT code, name, is_active
      FROM ${table(ctx, 'chart_of_account')}
      WHERE id = ANY(${[...new Set(ids)]})
        AND (is_active IS FALSE OR is_postable IS FALSE)
      ORDER BY code
      LIMIT 1
    `,
  )
  if (!bad) return
  const why = bad.is_active === false ? 'is inactive. Activate it or choose another account.' : 'takes no postings. Choose another account.'
  throw refuse('E_ACCOUNT', `${bad.code} ${bad.name} ${why}`)
}
