/**
 * What an invoice, or a document that supplements one, was issued with: the registration, the address and the permit of its seller,
 * and the address of its buyer. They are stored with the serial number, so that a reprint says what the original says although the
 * company has moved or has another permit since (Sec. 113, 235 and 237 of the Tax Code: copies are true copies of what was issued).
 */
import type { Module, Row } from '../../../engine/model/module.ts'
import type { PrintTax } from '../../../engine/model/print.ts'
import { asSystem } from '../auth/as-system.ts'
import type { Ctx, Settings } from '../context.ts'
import { sql, table } from '../db/sql.ts'
import type { Letterhead } from '../print-form.ts'
import { type Head, headOf, logoOf } from './letterhead.ts'
import { type Party, partyField, partyOf, showsTin } from './party.ts'

/** Settings that such a document prints. */
const PRINTED = ['is_vat_registered', 'bir_permit_kind', 'bir_permit_no', 'bir_permit_date', 'bir_accreditation'] as const

interface Facts {
  readonly head: Head
  readonly settings: Settings
  readonly party: Omit<Party, 'title'> | null
}

const addressOf = (tax: PrintTax, record: Row): number | null => Number(tax.address && record[tax.address]) || null

async function present(ctx: Ctx, module: Module, tax: PrintTax, record: Row): Promise<Facts> {
  const party = await partyOf(asSystem(ctx, 'issue'), module, record, addressOf(tax, record))
  return {
    head: await headOf(ctx, Number(record.branch_id) || null),
    settings: Object.fromEntries(PRINTED.map((key) => [key, ctx.settings[key] ?? null])),
    party: party ? { name: party.name, address: party.address, tin: party.tin } : null,
  }
}

/** Stores the present facts with a document that has its serial number now; the first ones stay. */
export async function noteIssue(ctx: Ctx, module: Module, record: Row): Promise<void> {
  const tax = module.print.find((form) => form.tax && record[form.tax.serial])?.tax
  if (!tax) return
  const facts = await present(ctx, module, tax, record)
  await ctx.db.query(
    sql`
      INSERT INTO ${table(ctx, 'issued_facts')} (module, record_id, facts, issued_at)
      VALUES (${module.name}, ${record.id}, ${JSON.stringify(facts)}::jsonb, ${ctx.clock.now().toISOString()})
      ON CONFLICT (module, record_id) DO NOTHING
    `,
  )
}

/** What a form of the document says of its seller and its buyer. */
export interface Said {
  readonly head: Letterhead
  readonly settings: Settings
  readonly party: Party | undefined
}

/**
 * The facts that a form with these fields of tax prints: those that the document was issued with. One without a serial number has the
 * present ones; one that was issued before they were stored has the present ones as well, and keeps them from its next print on.
 */
export async function saidOn(ctx: Ctx, module: Module, tax: PrintTax, record: Row): Promise<Said> {
  const stored = async (): Promise<Facts | undefined> => {
    const [row] = await ctx.db.query<{ facts: Facts }>(
      sql`SELECT facts FROM ${table(ctx, 'issued_facts')} WHERE module = ${module.name} AND record_id = ${record.id}`,
    )
    return row?.facts
  }
  if (!record[tax.serial]) {
    const head = { ...(await headOf(ctx, Number(record.branch_id) || null)), ...(await logoOf(ctx)) }
    return { head, settings: ctx.settings, party: await partyOf(ctx, module, record, addressOf(tax, record)) }
  }
  let facts = await stored()
  if (!facts) {
    await noteIssue(ctx, module, record)
    facts = (await stored())!
  }
  const field = partyField(ctx, module, record)
  const target = field && ctx.modules.get(field.to!)
  return {
    head: { ...facts.head, ...(await logoOf(ctx)) },
    settings: { ...ctx.settings, ...facts.settings },
    party:
      facts.party && field && target
        ? { ...facts.party, title: field.title, tin: showsTin(ctx, target) ? facts.party.tin : '' }
        : undefined,
  }
}
