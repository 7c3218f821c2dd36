/**
 * Reconciliation of a bank account: `bank.match` lists the entries of the books that no finished reconciliation has cleared, with
 * a proposal for each, and the lines of the statement that nothing in the books explains. `bank.matched` holds both against each
 * other when it is finished.
 */
import { type BankLine, proposeMatches } from '../../../domain/bank/matching.ts'
import type { Json, Row } from '../../../engine/model/module.ts'
import { fromCents, toCents } from '../../../kernel/decimal.ts'
import type { Effect, EffectContext, Guard } from '../../platform/context.ts'
import { linesTable, raw, ref, sql, table } from '../../platform/db/sql.ts'
import { refuse } from '../../platform/errors.ts'
import { fault, idOf, linesOf, moneyText, recordId } from '../../records/row.ts'
import { merged, prepare } from '../../records/write/prepare.ts'
import { lineChanges, writeLines } from '../../records/write/store.ts'
import { bankLedgerAccount, checkNo } from './bank-book.ts'
import { isCleared } from './reconciled.ts'

type Params = { account: string; entries: string; unmatched: string; balance?: string }

const COMMON = {
  account: { type: 'string', format: 'field', to: ['bank_account'], description: 'Field of the record with the bank account.' },
  entries: { type: 'string', format: 'lines', description: 'Child table of the entries of the books.' },
  unmatched: { type: 'string', format: 'lines', description: 'Child table of the lines of the statement that are not in the books.' },
} as const

interface BookLine extends BankLine {
  readonly entry_id: number
  readonly document_no: string | null
  readonly description: string | null
}

/** Ledger lines of the account up to the date that are not cleared. What was voided again cancels out and is left away. */
async function openEntries(fx: EffectContext, account: number): Promise<BookLine[]> {
  const { ctx } = fx
  const [lines, entry] = [linesTable(ctx, 'accounting_entry', 'lines'), table(ctx, 'accounting_entry')]
  const rows = await ctx.db.query<Row>(
    sql`
      SELECT l.id, e.id AS entry_id, e.transaction_date::text AS date,
        coalesce(e.source_no, e.transaction_no) AS document_no, coalesce(l.description, e.remarks) AS description,
        (l.debit - l.credit)::text AS amount, ${raw(checkNo(ctx))} AS check_no, e.reference_no
      FROM ${lines} l
      JOIN ${entry} e ON e.id = l.parent_id AND e.posted_at IS NOT NULL
      WHERE l.account_id = ${account}
        AND e.transaction_date <= ${fx.date}
        AND e.source_module IS DISTINCT FROM ${fx.module.name}
        AND NOT ${raw(isCleared(ctx))}
        AND NOT EXISTS (
          SELECT 1
          FROM ${entry} m
          WHERE m.reverses_entry_id = e.id AND m.transaction_date <= ${fx.date}
        )
        AND (
          e.reverses_entry_id IS NULL
          OR EXISTS (
            SELECT 1
            FROM ${lines} o
            WHERE o.parent_id = e.reverses_entry_id AND o.account_id = ${account} AND ${raw(isCleared(ctx, 'o.id'))}
          )
        )
      ORDER BY e.transaction_date, e.id, l.id
    `,
  )
  return rows.map((row) => ({
    id: Number(row.id),
    entry_id: Number(row.entry_id),
    date: String(row.date),
    amount: toCents(row.amount),
    check_no: (row.check_no as string | null) ?? null,
    document_no: (row.document_no as string | null) ?? null,
    description: (row.description as string | null) ?? null,
    text: [row.document_no, row.reference_no, row.description].filter(Boolean).join(' '),
  }))
}

/** Lines of the statement up to the date that no finished reconciliation has used. */
async function openStatement(
  fx: EffectContext,
  account: number,
  entries: string,
): Promise<(BankLine & { readonly description: string })[]> {
  const statement = fx.module.lines.find(({ name }) => name === entries)?.field.statement_line_id?.to
  if (!statement) throw fault(`${fx.module.name}: the rows of ${entries} have no statement_line_id.`)
  const rows = await fx.ctx.db.query<Row>(
    sql`
      SELECT id, date::text AS date, amount::text AS amount, check_no, description, reference_no
      FROM ${table(fx.ctx, statement)}
      WHERE bank_account_id = ${account} AND date <= ${fx.date} AND is_reconciled IS NOT TRUE
      ORDER BY date, id
    `,
  )
  return rows.map((row) => ({
    id: Number(row.id),
    date: String(row.date),
    amount: toCents(row.amount),
    check_no: (row.check_no as string | null) ?? null,
    description: String(row.description),
    text: [row.reference_no, row.description].filter(Boolean).join(' '),
  }))
}

async function accountOf(fx: EffectContext, field: string): Promise<{ bank: number; ledger: number }> {
  const bank = idOf(fx.record, field)
  const ledger = bank === null ? undefined : await bankLedgerAccount(fx.ctx, bank)
  if (bank === null || ledger === undefined)
    throw refuse('E_ACCOUNT', 'The bank account has no account in the chart of accounts. Choose one on the bank account first.')
  return { bank, ledger }
}

async function bookBalance(fx: EffectContext, ledger: number): Promise<bigint> {
  const [row] = await fx.ctx.db.query<{ balance: string }>(
    sql`
      SELECT coalesce(sum(l.debit - l.credit), 0)::text AS balance
      FROM ${linesTable(fx.ctx, 'accounting_entry', 'lines')} l
      JOIN ${table(fx.ctx, 'accounting_entry')} e ON e.id = l.parent_id AND e.posted_at IS NOT NULL
      WHERE l.account_id = ${ledger} AND e.transaction_date <= ${fx.date}
    `,
  )
  return toCents(row!.balance)
}

export const bankMatch: Effect<Params> = {
  name: 'bank.match',
  rank: 40,
  params: {
    description:
      'Lists the entries of a bank account that are not reconciled, proposes the line of the statement for each, and lists the lines that remain. What was matched by hand stays.',
    examples: [{ account: 'bank_account_id', entries: 'items', unmatched: 'adjustments', balance: 'book_balance' }],
    type: 'object',
    additionalProperties: false,
    required: ['account', 'entries', 'unmatched'],
    properties: {
      ...COMMON,
      balance: { type: 'string', format: 'field', of: ['money'], description: 'Field that takes the balance of the books.' },
    },
  },
  async apply(fx, { account, entries, unmatched, balance }): Promise<Json> {
    const { ctx, module, record } = fx
    const { bank, ledger } = await accountOf(fx, account)
    const [book, statement] = [await openEntries(fx, ledger), await openStatement(fx, bank, entries)]
    const known = new Map(linesOf(record, entries).map((row) => [Number(row.entry_line_id), row]))
    const statementIds = new Set(statement.map(({ id }) => id))
    const byHand = new Map(
      book.flatMap(({ id }) => {
        const line = idOf(known.get(id) ?? {}, 'statement_line_id')
        return line !== null && statementIds.has(line) ? [[id, line] as const] : []
      }),
    )
    const used = new Set(byHand.values())
    const proposed = proposeMatches(
      book.filter(({ id }) => !byHand.has(id) && known.get(id)?.is_ticked !== true),
      statement.filter(({ id }) => !used.has(id)),
    )
    const matched = new Map([...byHand, ...proposed])
    const items = book.map((entry) => ({
      ...(known.get(entry.id) ?? {}),
      entry_line_id: entry.id,
      accounting_entry_id: entry.entry_id,
      date: entry.date,
      document_no: entry.document_no,
      check_no: entry.check_no,
      description: entry.description,
      amount: fromCents(entry.amount),
      statement_line_id: matched.get(entry.id) ?? null,
    }))
    // What is open comes first: it is what people look for.
    items.sort((a, b) => Number(a.statement_line_id !== null) - Number(b.statement_line_id !== null))
    const taken = new Set(matched.values())
    const before = new Map(linesOf(record, unmatched).map((row) => [idOf(row, 'statement_line_id'), row]))
    const enteredByHand = linesOf(record, unmatched).filter((row) => idOf(row, 'statement_line_id') === null)
    const remaining = statement
      .filter(({ id }) => !taken.has(id))
      .map((line) => before.get(line.id) ?? { statement_line_id: line.id, description: line.description, amount: fromCents(line.amount) })
    const draft = await merged(ctx, module, record, { [entries]: items, [unmatched]: [...enteredByHand, ...remaining] })
    const { record: prepared } = await prepare(ctx, module, draft, { current: record, source: 'records' })
    await writeLines(ctx, recordId(fx), lineChanges(module, record, prepared))
    const loaded = await ctx.services.records.load(ctx, module, recordId(fx))
    record[entries] = loaded[entries]
    record[unmatched] = loaded[unmatched]
    if (balance) {
      record[balance] = fromCents(await bookBalance(fx, ledger))
      await ctx.db.query(
        sql`UPDATE ${table(ctx, module.entity.table)} SET ${ref(balance)} = ${String(record[balance])}::numeric WHERE id = ${recordId(fx)}`,
      )
    }
    return null
  },
  /** The list stays readable. */
  async reverse() {},
}

export const bankMatched: Guard<Params> = {
  name: 'bank.matched',
  params: {
    description: 'Refuses a reconciliation whose matched lines differ in amount, or whose entries are not those of the books any more.',
    type: 'object',
    additionalProperties: false,
    required: ['account', 'entries', 'unmatched'],
    properties: COMMON,
  },
  async check(fx, { account, entries, unmatched }) {
    const { bank, ledger } = await accountOf(fx, account)
    const items = linesOf(fx.record, entries)
    const listed = new Set(items.map((row) => Number(row.entry_line_id)))
    const book = await openEntries(fx, ledger)
    if (book.length !== listed.size || book.some(({ id }) => !listed.has(id)))
      throw refuse('E_DIFFERENCE', 'The books have changed since the entries were listed. Get the entries again, then finish.')
    const statement = new Map((await openStatement(fx, bank, entries)).map((line) => [line.id, line]))
    const sums = new Map<number, bigint>()
    for (const row of [...items, ...linesOf(fx.record, unmatched)]) {
      const line = idOf(row, 'statement_line_id')
      if (line !== null) sums.set(line, (sums.get(line) ?? 0n) + toCents(row.amount))
    }
    for (const [id, sum] of sums) {
      const line = statement.get(id)
      if (!line)
        throw refuse('E_DIFFERENCE', 'A line of the statement is reconciled already, or later than the statement. Get the entries again.')
      if (line.amount !== sum)
        throw refuse(
          'E_DIFFERENCE',
          `${line.date} ${line.description}: the statement says ${moneyText(line.amount)}, what is matched with it is ${moneyText(sum)}.`,
        )
    }
  },
}
