/** Writing journal entries: always balanced, one statement for the entry and its lines, never changed later. */

import { buildJournal, type JournalLine, mirror, PARTY_FIELDS, type Posting, Unbalanced } from '../../../domain/ledger/journal.ts'
import { centsText } from '../../../domain/minor-units.ts'
import type { Row } from '../../../engine/model/module.ts'
import { formatLabel, formatValue } from '../../../engine/runtime/format/index.ts'
import { labelTemplate } from '../../../engine/runtime/permissions/index.ts'
import { toCents } from '../../../kernel/decimal.ts'
import { writeAudit } from '../../platform/audit/index.ts'
import type { EffectContext } from '../../platform/context.ts'
import { columns, join, linesTable, raw, ref, sql, table, unnested } from '../../platform/db/sql.ts'
import { assignNumber } from '../../platform/numbering/index.ts'
import { fault, idOf, nameOf, recordId, refOf, textOf } from '../../records/row.ts'
import { noteBooks } from './books-invariant.ts'
import { requireUnreconciled } from './reconciled.ts'

export const JOURNALS = ['General', 'Sales', 'Purchases', 'Cash Receipts', 'Cash Disbursements', 'Payroll', 'Inventory'] as const

/** The branch of a line of an entry, in statements where `l` is the line and `e` the entry. */
export const LINE_BRANCH = 'coalesce(l.branch_id, e.branch_id)'

interface EntryOptions {
  readonly journal: string
  readonly date?: string
  readonly remarks?: string
  readonly reverses_entry_id?: number
  /** Branch that the entry belongs to; the document's own when absent. */
  readonly branch_id?: number | null
  /** Closes the accounts of a year: statements of that year leave it out. */
  readonly is_closing?: boolean
}

/** Writes postings as one system entry; returns its id, or undefined when they cancel out. Out of balance is a programming error. */
export async function writeEntry(fx: EffectContext, postings: readonly Posting[], options: EntryOptions): Promise<number | undefined> {
  let lines: JournalLine[]
  try {
    lines = buildJournal(postings)
  } catch (error) {
    if (error instanceof Unbalanced) throw fault(`The journal of ${nameOf(fx)} does not balance: ${error.message}.`)
    throw error
  }
  return lines.length ? writeLines(fx, lines, options) : undefined
}

async function writeLines(fx: EffectContext, lines: readonly JournalLine[], options: EntryOptions): Promise<number> {
  const { ctx } = fx
  noteBooks(fx)
  const module = ctx.modules.get('accounting_entry')
  if (!module) throw fault('The module accounting_entry is missing.')
  const date = options.date ?? fx.date
  const branch_id = options.branch_id ?? idOf(fx.record, 'branch_id')
  const number = (await assignNumber(ctx, module, { transaction_date: date, branch: await branchOf(fx, branch_id) }, 'save')).transaction_no
  const total = centsText(lines.reduce((sum, line) => sum + line.debit, 0n))
  const now = ctx.clock.now().toISOString()
  const by = ctx.principal.user_id || null
  const values = [
    { name: 'account_id', type: 'bigint', values: lines.map((line) => line.account_id) },
    { name: 'debit', type: 'numeric', values: lines.map((line) => centsText(line.debit)) },
    { name: 'credit', type: 'numeric', values: lines.map((line) => centsText(line.credit)) },
    { name: 'department_id', type: 'bigint', values: lines.map((line) => line.department_id ?? null) },
    // Of the entry's own branch the entry says it.
    { name: 'branch_id', type: 'bigint', values: lines.map((line) => (line.branch_id === branch_id ? null : (line.branch_id ?? null))) },
    { name: 'description', type: 'text', values: lines.map((line) => line.description ?? null) },
    ...PARTY_FIELDS.map((name) => ({ name, type: 'bigint', values: lines.map((line) => line[name] ?? null) })),
  ]
  const names = values.map(({ name }) => name)
  const [entry] = await ctx.db.query<{ id: number }>(
    sql`
      WITH entry AS (
        INSERT INTO ${table(ctx, 'accounting_entry')} (
          transaction_no, transaction_date, branch_id, journal, source_module, source_id, source_no, period, total_debit,
          total_credit, is_system, reverses_entry_id, remarks, is_closing, status, posted_by, posted_at, created_by,
          updated_by
        )
        VALUES (
          ${number}, ${date}::date, ${branch_id}, ${options.journal}, ${fx.module.name}, ${recordId(fx)},
          ${sourceNo(fx)}, left(${date}::text, 7), ${total}::numeric, ${total}::numeric, true,
          ${options.reverses_entry_id ?? null}, ${options.remarks ?? null}, ${options.is_closing === true}, 'posted',
          ${by}, ${now}, ${by}, ${by}
        )
        RETURNING id
      ),
      written AS (
        INSERT INTO ${linesTable(ctx, 'accounting_entry', 'lines')} (parent_id, line_no, ${columns(names)})
        SELECT entry.id, l.n, ${join(
          names.map((name) => sql`l.${ref(name)}`),
          ', ',
        )}
        FROM entry, ${unnested('l', values, 'n')}
        ORDER BY l.n
      )
      SELECT id
      FROM entry
    `,
  )
  // Its history begins with the document that made it, and includes the entry that reverses it.
  const made = `${fx.module.singular} ${nameOf(fx)}`
  await writeAudit(ctx, { module, record_id: entry!.id, action: 'post', number, reason: made })
  if (options.reverses_entry_id !== undefined)
    await writeAudit(ctx, {
      module,
      record_id: options.reverses_entry_id,
      action: 'reverse',
      reason: `${number}: ${fx.transition.title}, ${made}`,
    })
  return entry!.id
}

/** What the entry's document is called: its number or name, such as that of a check, else its label, with the words of its options. */
function sourceNo({ module, record }: EffectContext): string | null {
  // A name of a few choices, such as the agency that a remittance goes to, tells no two of them apart.
  const named = module.field[module.entity.name]?.options ? '' : textOf(record, module.entity.name)
  const words = Object.fromEntries(
    module.fields.filter(({ options }) => options).map((field) => [field.name, formatValue(field, record[field.name])]),
  )
  return textOf(record, 'transaction_no') || named || formatLabel(labelTemplate(module), { ...record, ...words }) || null
}

/** The branch as number series read it. */
async function branchOf(fx: EffectContext, id: number | null): Promise<Row> {
  const known = refOf(fx.record, 'branch')
  if (id === null || (known.code !== undefined && Number(known.id) === id)) return known
  const [row] = await fx.ctx.db.query<Row>(sql`SELECT code FROM ${table(fx.ctx, 'branch')} WHERE id = ${id}`)
  return row ?? {}
}

/**
 * Writes the mirror of an entry, dated `fx.date`, with further postings that its reversal needs. Returns the id of the mirror.
 * What is taken back must not be on a reconciled statement; a reversal on a later day is a document of its own.
 */
export async function reverseEntry(fx: EffectContext, entryId: number, extra: readonly Posting[] = []): Promise<number> {
  const { ctx } = fx
  if (fx.transition.reverses) await requireUnreconciled(fx, entryId)
  const rows = await ctx.db.query<Row & { account_id: number; debit: string; credit: string }>(
    sql`
      SELECT l.account_id, l.debit, l.credit, ${raw(PARTY_FIELDS.map((field) => `l.${field}`).join(', '))},
        l.department_id, l.branch_id AS line_branch_id, l.description, e.journal, e.transaction_no, e.branch_id, e.is_closing
      FROM ${linesTable(ctx, 'accounting_entry', 'lines')} l
      JOIN ${table(ctx, 'accounting_entry')} e ON e.id = l.parent_id
      WHERE l.parent_id = ${entryId}
      ORDER BY l.line_no
    `,
  )
  if (rows.length === 0) throw fault('The entry to reverse has no lines.')
  const lines = rows.map((row) => ({
    account_id: row.account_id,
    debit: toCents(row.debit),
    credit: toCents(row.credit),
    ...Object.fromEntries(PARTY_FIELDS.map((field) => [field, idOf(row, field)])),
    department_id: idOf(row, 'department_id'),
    branch_id: idOf(row, 'line_branch_id'),
    description: row.description as string | null,
  }))
  const options = {
    journal: textOf(rows[0]!, 'journal'),
    reverses_entry_id: entryId,
    branch_id: idOf(rows[0]!, 'branch_id'),
    remarks: `Reverses ${textOf(rows[0]!, 'transaction_no')}`,
    is_closing: rows[0]!.is_closing === true,
  }
  const id = await writeLines(fx, mirror(lines), options)
  if (extra.length) await writeEntry(fx, extra, { journal: options.journal, remarks: `Valuation differences on the void of ${nameOf(fx)}` })
  return id
}
