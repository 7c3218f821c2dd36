/** Company settings: the defaults of their definitions, the company's own facts, and its rows of `settings`. */

import type { Json } from '../../../engine/model/module.ts'
import type { SettingEntry } from '../../../engine/model/registries.ts'
import type { Company, Db, Settings } from '../context.ts'
import { raw, sql, table } from '../db/sql.ts'

/** The defaults where a company has set nothing. */
export const defaultSettings = (definitions: readonly SettingEntry[]): Settings =>
  Object.fromEntries(
    definitions.filter((definition) => !definition.key.includes('<')).map((definition) => [definition.key, definition.default]),
  )

/** Facts about the company that rules read like settings. */
const COMPANY_FACTS = ['is_vat_registered', 'is_top_withholding_agent'] as const

export async function loadSettings(db: Db, company: Company, defaults: Settings): Promise<Settings> {
  const [rows, [companyRow]] = await Promise.all([
    db.query<{ key: string; value: Json }>(sql`SELECT key, value FROM ${table({ company }, 'settings')} WHERE branch_id IS NULL`),
    db.query<Record<(typeof COMPANY_FACTS)[number], boolean | null>>(
      sql`
        SELECT ${raw(COMPANY_FACTS.join(', '))}
        FROM ${table({ company }, 'company')}
        ORDER BY id
        LIMIT 1
      `,
    ),
  ])
  const facts = Object.fromEntries(
    COMPANY_FACTS.flatMap((name) => (companyRow?.[name] === null || companyRow?.[name] === undefined ? [] : [[name, companyRow[name]]])),
  )
  return { ...defaults, ...facts, ...Object.fromEntries(rows.map((row) => [row.key, row.value])) }
}
