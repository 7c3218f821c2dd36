/** The head of the company's printed documents. */

import type { Row } from '../../../engine/model/module.ts'
import { asSystem } from '../auth/as-system.ts'
import type { Ctx } from '../context.ts'
import { sql, table } from '../db/sql.ts'
import type { Letterhead } from '../print-form.ts'

/** The words of the head, without the logo. */
export type Head = Omit<Letterhead, 'logo' | 'tin_title'>

/**
 * The words of the head of the company's printed documents; `branch`: of those that this branch issues as a taxpayer, with its own
 * TIN (which has its branch code) and its own address, where it has them.
 */
export async function headOf(ctx: Ctx, branch: number | null): Promise<Head> {
  const [row] = await ctx.db.query<Row>(
    sql`
      SELECT coalesce(c.legal_name, c.name) AS name, c.trade_name, coalesce(b.address_line, c.address_line) AS address_line, t.name AS city,
        CASE WHEN b.address_line IS NULL THEN c.zip_code ELSE b.zip_code END AS zip_code, coalesce(b.tin, c.tin) AS tin,
        coalesce(b.phone, c.phone) AS phone, coalesce(b.email, c.email) AS email
      FROM ${table(ctx, 'company')} c
      LEFT JOIN ${table(ctx, 'branch')} b ON b.id = ${branch}
      LEFT JOIN ${table(ctx, 'city')} t ON t.id = CASE WHEN b.address_line IS NULL THEN c.city_id ELSE b.city_id END
      ORDER BY c.id
      LIMIT 1
    `,
  )
  const join = (...parts: unknown[]) => parts.filter((part) => part !== null && part !== undefined && part !== '').join(', ')
  return {
    name: String(row?.name ?? ctx.company.name),
    address: join(row?.address_line, row?.city, row?.zip_code),
    tin: (row?.tin as string | null) ?? null,
    contact: join(row?.phone, row?.email),
    ...(row?.trade_name && row.trade_name !== row.name ? { trade_name: String(row.trade_name) } : {}),
  }
}

/** The head of the company's printed documents, with its logo; `branch` as for `headOf`. */
export async function letterhead(ctx: Ctx, branch: number | null = null): Promise<Letterhead> {
  return { ...(await headOf(ctx, branch)), ...(await logoOf(ctx)) }
}

const PICTURES: ReadonlySet<unknown> = new Set(['image/png', 'image/jpeg'])

/** The logo, when there is one in a supported format. A missing file never blocks printing. */
export async function logoOf(ctx: Ctx): Promise<{ logo?: string }> {
  const [company] = await ctx.db.query<Row>(sql`SELECT logo FROM ${table(ctx, 'company')} ORDER BY id LIMIT 1`)
  const id = company?.logo
  if (typeof id !== 'number') return {}
  try {
    const { row, body } = await ctx.services.files.get(asSystem(ctx, 'letterhead'), id)
    if (!PICTURES.has(row.type)) return {}
    const parts: Buffer[] = []
    for await (const part of body) parts.push(part)
    return { logo: `data:${String(row.type)};base64,${Buffer.concat(parts).toString('base64')}` }
  } catch (error) {
    ctx.log.warn({ err: error }, 'the logo could not be read')
    return {}
  }
}
