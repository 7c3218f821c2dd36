/** `ledger.statements`: balance sheet, income statement and cash flow as of any date, in columns by period or branch. */
import {
  type AccountGroup,
  type AccountType,
  type Balance,
  balanceSheet,
  cashFlow,
  groupOf,
  incomeStatement,
  resultOf,
  type StatementRow,
} from '../../../domain/ledger/statement.ts'
import { centsText } from '../../../domain/minor-units.ts'
import type { JsonSchema, Module, Row, SpreadColumn } from '../../../engine/model/module.ts'
import { addDays, addMonths, firstOfMonth, lastOfMonth } from '../../../kernel/dates.ts'
import { toCents } from '../../../kernel/decimal.ts'
import type { Ctx } from '../../platform/context.ts'
import { Params } from '../../platform/db/params.ts'
import { table as named, sql as statement } from '../../platform/db/sql.ts'
import { invalid } from '../../platform/errors.ts'
import { seesOf } from '../../records/access.ts'
import { branchScope, type ReportPage } from '../../records/report/page.ts'
import { linesTable, table } from '../../records/row.ts'
import { roleAccounts } from './accounts.ts'
import { compared, type Span, slashed } from './comparison.ts'
import { LINE_BRANCH } from './entry.ts'

type Kind = 'balance_sheet' | 'income' | 'cash_flow'
export const STATEMENT_PARAMS: JsonSchema = {
  type: 'object',
  additionalProperties: false,
  required: ['statement'],
  properties: { statement: { enum: ['balance_sheet', 'income', 'cash_flow'] } },
}

/** A column: the entries of a period, of one branch or of all. */
interface Period extends Span {
  readonly branch_id?: number
}

const MOST_COLUMNS = 60

/** The account groups of the company. */
async function accountGroups(ctx: Ctx): Promise<AccountGroup[]> {
  return ctx.db.query<AccountGroup & Row>(
    statement`
      SELECT id, code, name, type, parent_id, accounts, running_total, cash_flow
      FROM ${named(ctx, 'account_group')}
      ORDER BY code
    `,
  )
}

/** Accounts of a group and of the groups below it. */
export async function accountsOfGroup(ctx: Ctx, group: number): Promise<number[]> {
  const groups = await accountGroups(ctx)
  const within = new Set([group])
  for (let size = 0; size !== within.size; ) {
    size = within.size
    for (const { id, parent_id } of groups) if (parent_id !== null && within.has(parent_id)) within.add(id)
  }
  const accounts = await ctx.db.query<{ id: number; code: string; type: AccountType; group_id: number | null }>(
    statement`SELECT id, code, type, group_id FROM ${named(ctx, 'chart_of_account')}`,
  )
  return accounts.filter((account) => within.has(groupOf(account, groups)?.id ?? 0)).map(({ id }) => id)
}

/** Which entries count: those that close a year are left out by statements of a period. */
interface Counted {
  readonly closing: boolean
  /** Only the entries that took opening balances over, or all but them. */
  readonly opening?: 'only' | 'without'
}

/** SQL of whether an entry `e` takes opening balances over: it has a line on the account against which they are entered. */
export async function isOpening(ctx: Ctx, p: Params): Promise<string> {
  const equity = p.add([...(await roleAccounts(ctx, ['opening_equity'])).values()], 'bigint[]')
  return `EXISTS (SELECT 1 FROM ${linesTable(ctx, 'accounting_entry', 'lines')} o WHERE o.parent_id = e.id AND o.account_id = ANY(${equity}))`
}

/** Balances of all accounts in each period, debit positive. */
async function balancesOf(ctx: Ctx, periods: readonly Period[], values: Row, { closing, opening }: Counted): Promise<Balance[]> {
  const p = new Params()
  const takesOver = opening && (await isOpening(ctx, p))
  const sums = periods.map(({ from, to, branch_id }) => {
    const within = [
      `e.transaction_date <= ${p.add(to, 'date')}`,
      ...(from === null ? [] : [`e.transaction_date >= ${p.add(from, 'date')}`]),
      ...(branch_id === undefined ? [] : [`${LINE_BRANCH} = ${p.add(branch_id, 'bigint')}`]),
    ]
    return `coalesce(sum(l.debit - l.credit) FILTER (WHERE ${within.join(' AND ')}), 0)::text`
  })
  const where = [
    'e.posted_at IS NOT NULL',
    p.equals(LINE_BRANCH, values.branch_id),
    branchScope(ctx, LINE_BRANCH, p),
    ...(!closing && ctx.modules.get('accounting_entry')?.field.is_closing ? ['e.is_closing IS NOT TRUE'] : []),
    ...(takesOver ? [opening === 'only' ? takesOver : `NOT ${takesOver}`] : []),
  ]
  const rows = await ctx.db.query<Balance & { amounts: string[] } & Row>(
    `SELECT a.id, a.code, a.name, a.type, a.group_id, s.amounts
     FROM (SELECT l.account_id, ARRAY[${sums.join(', ')}] AS amounts
           FROM ${linesTable(ctx, 'accounting_entry', 'lines')} l JOIN ${table(ctx, 'accounting_entry')} e ON e.id = l.parent_id
           WHERE ${where.join(' AND ')} GROUP BY 1) s
     JOIN ${table(ctx, 'chart_of_account')} a ON a.id = s.account_id`,
    p.values,
  )
  return rows.map(({ id, code, name, type, group_id, amounts }) => ({ id, code, name, type, group_id, amounts: amounts.map(toCents) }))
}

/** The months of a period, cut to its days. */
function monthsOf(from: string, to: string): Period[] {
  const months: Period[] = []
  for (let first = firstOfMonth(from); first <= to && months.length <= MOST_COLUMNS; first = addMonths(first, 1)) {
    const last = lastOfMonth(first)
    months.push({ title: slashed(first).slice(0, 7), from: first < from ? from : first, to: last > to ? to : last })
  }
  return months
}

async function branchesOf(ctx: Ctx, from: string | null, to: string): Promise<Period[]> {
  const p = new Params()
  const rows = await ctx.db.query<{ id: number; name: string }>(
    `SELECT b.id, b.name FROM ${table(ctx, 'branch')} b WHERE ${branchScope(ctx, 'b.id', p)} ORDER BY b.code`,
    p.values,
  )
  return rows.map(({ id, name }) => ({ title: name, from, to, branch_id: Number(id) }))
}

/** From the first day of the year: what an income statement beside the balance sheet of a day shows. */
const yearTo = (period: Period): Period => ({ ...period, from: `${period.to.slice(0, 4)}-01-01` })

/**
 * The result leads to the income statement where that shows the same, in all columns; else to the lines themselves: those of
 * earlier years that are not closed, or what was posted in a year after it was closed.
 */
async function withResult(ctx: Ctx, rows: readonly StatementRow[], years: readonly Period[], values: Row): Promise<StatementRow[]> {
  const shown = resultOf({ balances: await balancesOf(ctx, years, values, { closing: false }), width: years.length })
  return rows.map(({ result, ...row }) => {
    if (!result) return row
    return row.amounts.every((amount, index) => amount === shown[index]) ? { ...row, result } : { ...row, open_result: true }
  })
}

const dayBefore = (date: string): string => addDays(date, -1)

async function columnsFor(ctx: Ctx, kind: Kind, values: Row): Promise<Period[]> {
  const to = String(kind === 'balance_sheet' ? values.as_of : values.date_to)
  const from = kind === 'balance_sheet' ? null : String(values.date_from)
  if (from !== null && from > to) throw invalid({ date_to: ['The last day must not be before the first day.'] })
  const parts =
    values.columns === 'month' && from !== null ? monthsOf(from, to) : values.columns === 'branch' ? await branchesOf(ctx, from, to) : []
  if (parts.length > MOST_COLUMNS)
    throw invalid({ date_to: [`At most ${MOST_COLUMNS} columns fit beside each other. Choose a shorter period.`] })
  const earlier = compared(from, to, values.compare)
  const title = parts.length ? 'Total' : from === null ? slashed(to) : `${slashed(from)} to ${slashed(to)}`
  return [...parts, { title, from, to }, ...(earlier ? [earlier] : [])]
}

/** Rows of a statement; the whole of it is one page. */
export async function financialStatement(ctx: Ctx, module: Module, _query: unknown, values: Row): Promise<ReportPage> {
  const { statement: kind } = module.report!.params as { statement: Kind }
  const periods = await columnsFor(ctx, kind, values)
  const counted: Counted = { closing: kind === 'balance_sheet', ...(kind === 'cash_flow' && { opening: 'without' }) }
  const [groups, balances] = await Promise.all([accountGroups(ctx), balancesOf(ctx, periods, values, counted)])
  const layout = { groups, balances, width: periods.length }
  let rows: StatementRow[]
  if (kind === 'balance_sheet') rows = await withResult(ctx, balanceSheet(layout), periods.map(yearTo), values)
  else if (kind === 'income') rows = incomeStatement(layout)
  else {
    const isCash = (account: Balance): boolean => groupOf(account, groups)?.cash_flow === 'Cash'
    const cashOf = (all: readonly Balance[]): bigint[] =>
      periods.map((_, index) => all.filter(isCash).reduce((sum, { amounts }) => sum + amounts[index]!, 0n))
    const before = periods.map((period): Period => ({ ...period, from: null, to: dayBefore(period.from!) }))
    const [opening, takenOver] = [
      await balancesOf(ctx, before, values, { closing: false }),
      await balancesOf(ctx, periods, values, { closing: false, opening: 'only' }),
    ]
    const beforeBooks = { cash: cashOf(takenOver), result: resultOf({ balances: takenOver, width: periods.length }) }
    rows = cashFlow({ ...layout, balances: balances.filter((account) => !isCash(account)) }, cashOf(opening), beforeBooks)
  }
  const changed = values.compare === 'previous_period' || values.compare === 'previous_year'
  const names = periods.map((_, index) => `c${index + 1}`)
  const columns: SpreadColumn[] = periods.map(({ title, from, to, branch_id }, index) => ({
    name: names[index]!,
    title,
    with: { date_from: from ?? `${to.slice(0, 4)}-01-01`, date_to: to, ...(branch_id === undefined ? {} : { branch_id }) },
  }))
  if (changed) columns.push({ name: 'change', title: 'Change' })
  const shown = rows.map(({ amounts, ...row }, position): Row => {
    const figures = Object.fromEntries(amounts.map((amount, index) => [names[index]!, Number(centsText(amount))]))
    const [now, then] = [amounts.at(-2), amounts.at(-1)]
    const change = changed && now !== undefined && then !== undefined ? { change: Number(centsText(now - then)) } : {}
    return { id: position + 1, ...row, ...figures, ...change }
  })
  // Rows are made here, not by `runPage`: who may not see the figures has none.
  const sees = seesOf(ctx)(module.report!.columns.find(({ name }) => name === module.report!.spread)!)
  return {
    success: true,
    data: sees ? shown : [],
    totals: {},
    columns: sees ? columns : [],
    pagination: { page: 1, per_page: Math.max(shown.length, 1), current_page: 1, total: shown.length, last_page: 1 },
  }
}
