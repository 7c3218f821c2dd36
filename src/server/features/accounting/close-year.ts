/**
 * `ledger.close`: the balances of income and expense accounts go to an account role, as at the end of a fiscal year. The
 * entry is marked as a closing one, so that statements of the closed year can leave it out.
 */
import type { Posting } from '../../../domain/ledger/journal.ts'
import type { Json } from '../../../engine/model/module.ts'
import { formatDate, formatNumber } from '../../../engine/runtime/format/index.ts'
import { addMonths, firstOfMonth, lastOfMonth } from '../../../kernel/dates.ts'
import { fromCents, toCents } from '../../../kernel/decimal.ts'
import type { Ctx, Effect, EffectContext, Handler } from '../../platform/context.ts'
import { linesTable, raw, ref, sql, table } from '../../platform/db/sql.ts'
import { refuse } from '../../platform/errors.ts'
import { recordId, textOf } from '../../records/row.ts'
import { accountFor, roleAccounts } from './accounts.ts'
import { LINE_BRANCH, reverseEntry, writeEntry } from './entry.ts'
import { lockMonth, PERIOD_GROUPS, unlockPeriods } from './periods.ts'

type CloseParams = { into: string; result?: string }

/** Balances of income and expense accounts on a day, by branch: what a closing brings to zero. */
const resultBalances = (ctx: Ctx, date: string) =>
  ctx.db.query<{ account_id: number; branch_id: number | null; balance: string }>(
    sql`
      SELECT l.account_id, ${raw(LINE_BRANCH)} AS branch_id, sum(l.debit - l.credit)::text AS balance
      FROM ${linesTable(ctx, 'accounting_entry', 'lines')} l
      JOIN ${table(ctx, 'accounting_entry')} e ON e.id = l.parent_id AND e.posted_at IS NOT NULL
      JOIN ${table(ctx, 'chart_of_account')} a ON a.id = l.account_id AND a.type IN ('Income', 'Expense')
      WHERE e.transaction_date <= ${date}
      GROUP BY 1, 2
      HAVING sum(l.debit - l.credit) <> 0
      ORDER BY 1, 2
    `,
  )

/** Refuses what a closing of a later day has counted on already (E_LATER_CLOSING): the last year closed is the first voided. */
async function requireLastClosing(fx: EffectContext): Promise<void> {
  const { module } = fx
  const date = ref(module.entity.date!)
  const [later] = await fx.ctx.db.query<{ label: string }>(
    sql`
      SELECT ${ref(module.entity.name)}::text AS label
      FROM ${table(fx.ctx, module.entity.table)}
      WHERE status = 'posted' AND ${date} > ${textOf(fx.record, module.entity.date!)}
      ORDER BY ${date} DESC
      LIMIT 1
    `,
  )
  if (later) throw refuse('E_LATER_CLOSING', `${later.label} closed a later year. Void it first, and post a new one afterwards.`)
}

/** Refuses to close a year together with an earlier one: its result would be that of both. */
async function requireEarlierClosed(fx: EffectContext): Promise<void> {
  const lastDay = lastOfMonth(addMonths(firstOfMonth(fx.date), -12))
  if ((await resultBalances(fx.ctx, lastDay)).length > 0)
    throw refuse(
      'E_EARLIER_OPEN',
      `Income and expenses until ${formatDate(lastDay)} are not closed yet. Close that year first; unlock its last month if it is locked.`,
    )
}

/** Advice before a closing is posted: the result as it stands now. */
export const resultAdvice: Handler = {
  name: 'ledger.result',
  params: { type: ['object', 'null'], additionalProperties: false, properties: {} },
  async run(ctx, module, request) {
    const notes: { id: number; text: string }[] = []
    for (const id of (request.body.ids as number[] | undefined) ?? []) {
      const record = await ctx.services.records.get(ctx, module, id)
      const date = String(record[module.entity.date!])
      const income = (await resultBalances(ctx, date)).reduce((sum, { balance }) => sum - toCents(balance), 0n)
      notes.push({ id, text: `Net income until ${formatDate(date)}: ${formatNumber(String(fromCents(income)), 2)}` })
    }
    return notes
  },
}

/** Advice before a month is unlocked whose year is closed: what is posted in it now is not part of the closing entry. */
export const closedAdvice: Handler = {
  name: 'periods.closedYear',
  params: { type: ['object', 'null'], additionalProperties: false, properties: {} },
  async run(ctx, module, request) {
    const notes: { id: number; text: string }[] = []
    for (const id of (request.body.ids as number[] | undefined) ?? []) {
      const { period } = await ctx.services.records.get(ctx, module, id)
      const [closing] = await ctx.db.query<{ number: string; date: string }>(
        sql`
          SELECT coalesce(e.source_no, e.transaction_no) AS number, e.transaction_date::text AS date
          FROM ${table(ctx, 'accounting_entry')} e
          WHERE e.is_closing AND e.posted_at IS NOT NULL AND e.reverses_entry_id IS NULL AND e.transaction_date >= ${`${String(period)}-01`}
            AND NOT EXISTS (SELECT 1 FROM ${table(ctx, 'accounting_entry')} r WHERE r.reverses_entry_id = e.id)
          ORDER BY e.transaction_date
          LIMIT 1
        `,
      )
      if (!closing) continue
      const until = formatDate(closing.date)
      notes.push({
        id,
        text: `${closing.number} closed the books until ${until}, without what is posted in this month from now on. Void it before you post, and close the year again afterwards.`,
      })
    }
    return notes
  },
}

export const ledgerClose: Effect<CloseParams> = {
  name: 'ledger.close',
  rank: 40,
  params: {
    description: 'Closes the balances of all income and expense accounts on the posting date into an account role, by branch.',
    examples: [{ into: 'retained_earnings', result: 'net_income' }],
    type: 'object',
    additionalProperties: false,
    required: ['into'],
    properties: {
      into: { type: 'string', format: 'account-role', description: 'Account role that takes the result.' },
      result: { type: 'string', format: 'field', of: ['money'], description: 'Field that takes the result: income is positive.' },
    },
  },
  async apply(fx, { into, result }): Promise<Json> {
    const { ctx } = fx
    const balances = await resultBalances(ctx, fx.date)
    if (balances.length === 0)
      throw refuse('E_NOTHING_OPEN', `No income or expense account has a balance on ${formatDate(fx.date)}. There is nothing to close.`)
    await requireLastClosing(fx)
    await requireEarlierClosed(fx)
    const account_id = accountFor(into, {}, await roleAccounts(ctx, [into]))
    const postings = balances.flatMap(({ account_id: closed, branch_id, balance }): Posting[] => [
      { account_id: closed, branch_id, amount: -toCents(balance) },
      { account_id, branch_id, amount: toCents(balance) },
    ])
    const income = balances.reduce((sum, { balance }) => sum - toCents(balance), 0n)
    const entry = await writeEntry(fx, postings, { journal: 'General', is_closing: true, remarks: 'Income and expense accounts closed' })
    if (result) {
      fx.record[result] = fromCents(income)
      await ctx.db.query(
        sql`UPDATE ${table(ctx, fx.module.entity.table)} SET ${ref(result)} = ${String(fx.record[result])}::numeric WHERE id = ${recordId(fx)}`,
      )
    }
    return { entry: entry ?? null }
  },
  async reverse(fx, done) {
    await requireLastClosing(fx)
    const { entry } = done as { entry: number | null }
    if (entry !== null) await reverseEntry(fx, entry)
  },
}

/** `periods.lock`: a year that is closed takes no more postings. A void opens what it locked. */
export const periodsLock: Effect<{ months: number; when?: string }> = {
  name: 'periods.lock',
  rank: 50,
  params: {
    description: 'Locks the months up to that of the posting date for all module groups. A void opens those that it locked.',
    examples: [{ months: 12 }],
    type: 'object',
    additionalProperties: false,
    required: ['months'],
    properties: {
      months: { type: 'integer', minimum: 1, maximum: 12, description: 'How many months, with that of the posting date.' },
      when: { type: 'string', format: 'expression', gives: 'bool', description: 'Expression: only while true.' },
    },
  },
  async apply(fx, { months, when }): Promise<Json> {
    if (when && fx.evaluate(when) !== true) return null
    const [year, month] = fx.date.split('-').map(Number) as [number, number]
    const locked: { period: string; groups: string[] }[] = []
    for (let back = months - 1; back >= 0; back--) {
      const period = new Date(Date.UTC(year, month - 1 - back, 1)).toISOString().slice(0, 7)
      locked.push({ period, groups: await lockMonth(fx.ctx, period, PERIOD_GROUPS) })
    }
    return locked
  },
  async reverse(fx, done) {
    for (const { period, groups } of (done as { period: string; groups: string[] }[] | null) ?? [])
      await unlockPeriods(fx.ctx, period, groups)
  },
}
