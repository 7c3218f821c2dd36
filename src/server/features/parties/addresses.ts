/** Addresses of customers, suppliers and other records, as documents print them. */
import type { Row } from '../../../engine/model/module.ts'
import type { AddressReader } from '../../platform/context.ts'
import { sql, table } from '../../platform/db/sql.ts'

const joined = (...parts: unknown[]): string => parts.filter((part) => typeof part === 'string' && part.trim() !== '').join(', ')

/** The address that is asked for, else the one for bills or the default; the country only where it is another one. */
export const printedAddress: AddressReader = async (ctx, owner, preferred) => {
  const [place] = await ctx.db.query<Row>(
    sql`
      SELECT a.line_1, a.line_2, b.name AS barangay, c.name AS city, p.name AS province, a.zip_code, s.name AS state,
        CASE WHEN n.code <> 'PH' THEN n.name END AS country
      FROM ${table(ctx, 'address')} a
      LEFT JOIN ${table(ctx, 'barangay')} b ON b.id = a.barangay_id
      LEFT JOIN ${table(ctx, 'city')} c ON c.id = a.city_id
      LEFT JOIN ${table(ctx, 'province')} p ON p.id = a.province_id
      LEFT JOIN ${table(ctx, 'state')} s ON s.id = a.state_id
      LEFT JOIN ${table(ctx, 'country')} n ON n.id = a.country_id
      WHERE a.owner_type = ${owner.module} AND a.owner_id = ${owner.id}
      ORDER BY (a.id = ${preferred}) DESC NULLS LAST, (a.label = 'Billing') DESC, a.is_default DESC NULLS LAST, a.id
      LIMIT 1
    `,
  )
  if (!place) return ''
  return joined(place.line_1, place.line_2, place.barangay, place.city, place.province, place.state, place.zip_code, place.country)
}
