/** Computes a batch of employees and writes the results: set-wise, and repeatable with the same result. */

import { computePayslip, isOwed, type PayLine, type Payslip } from '../../../domain/payroll/index.ts'
import { type Decimal, dec, ZERO } from '../../../kernel/decimal.ts'
import { DomainError } from '../../../kernel/errors.ts'
import type { Ctx } from '../../platform/context.ts'
import { raw, sql, table } from '../../platform/db/sql.ts'
import { employeesTable, entriesTable } from '../payroll-runs/tables.ts'
import { type EmployeeInput, inputsOf } from './inputs.ts'
import { FIGURES, type Run } from './run.ts'
import { texts, yearAdds } from './ytd.ts'

/** The data of a computed payslip that posting and reports need; amounts are decimal texts. */
export interface Result {
  readonly adds: Record<string, string>
  readonly periods: number
  readonly year: unknown
  readonly month: unknown
  readonly period: unknown
  readonly monthly_rate: string
  /** SSS salary credit behind the present contribution of the month. */
  readonly msc: string
  readonly deductions: readonly { readonly id: number; readonly amount: string }[]
  readonly loans: readonly { readonly loan_entry_id: number; readonly amount: string }[]
  readonly shortfalls: readonly { readonly code: string; readonly scheduled: string; readonly taken: string }[]
  /** Account role or `account:<id>`, amount, payee, whether it counts for the 13th month, and whether the employee owes it. */
  readonly lines: readonly (readonly [string, string, string | null, boolean, boolean?])[]
  /** Roles of the expense and of the liability, amount, code, and payee. */
  readonly shares: readonly (readonly [string, string, string, string, (string | null)?])[]
  readonly net: string
}

/** The pay item of a line that comes from no record: by its code. */
export function itemCode(code: string): string {
  if (code.startsWith('OVERTIME')) return 'OVERTIME'
  if (code.startsWith('NIGHT')) return 'NIGHT'
  if (code.startsWith('LEAVE_CONVERSION')) return 'LEAVE_CONVERSION'
  if (code.startsWith('SSS_MATERNITY')) return 'SSS_MATERNITY'
  if (/^PIECE(-|_TOP_UP$)/.test(code)) return 'BASIC'
  if (code.startsWith('SSS_SICKNESS')) return 'SSS_SICKNESS'
  if (code.startsWith('MATERNITY_DIFFERENTIAL')) return 'MATERNITY_DIFFERENTIAL'
  if (code.startsWith('RETRO')) return 'RETRO'
  if (code === 'HOLIDAY_FORFEITED' || code === 'HOLIDAY_ON_BENEFIT' || code.startsWith('OVERPAID_DAYS')) return 'ABSENT'
  if (code === 'TAX_REFUND') return 'WITHHOLDING_TAX'
  return /^(HOLIDAY|REST_DAY|SPECIAL|REGULAR_HOLIDAY|DOUBLE)/.test(code) ? 'HOLIDAY' : code
}

/** Columns of the register to which earnings belong by the treatment of their pay item, no matter who entered them. */
const EARNING_COLUMNS: Readonly<Record<string, string>> = {
  basic: 'basic_pay',
  allowance: 'allowances',
  cola: 'allowances',
  de_minimis: 'allowances',
  '13th_month': 'bonuses',
  bonus: 'bonuses',
  other_benefit: 'bonuses',
}
/** Premiums have columns of their own. */
const PREMIUM_COLUMNS: Readonly<Record<string, string>> = {
  OVERTIME: 'overtime',
  NIGHT: 'night_differential',
  HOLIDAY: 'holiday_pay',
}
const LOANS: ReadonlySet<string> = new Set(['government_loan', 'sss_loan', 'pagibig_loan', 'company_loan', 'cash_advance'])

interface ItemRow {
  readonly id: number
  readonly code: string
  readonly kind: string | null
  readonly debit_account_id: number | null
  readonly credit_account_id: number | null
  readonly payee_id: number | null
}
interface Items {
  readonly byCode: ReadonlyMap<string, ItemRow>
  readonly byId: ReadonlyMap<number, ItemRow>
}
export async function payItems(ctx: Ctx): Promise<Items> {
  const rows = await ctx.db.query<ItemRow>(
    sql`
      SELECT id, code, kind, debit_account_id, credit_account_id, payee_id
      FROM ${table(ctx, 'pay_item')}
    `,
  )
  return { byCode: new Map(rows.map((row) => [row.code, row])), byId: new Map(rows.map((row) => [row.id, row])) }
}

/** Computes a payslip from a stored input, with the tables and rules stored with it. */
export const payslipOf = (run: Pick<Run, 'tables' | 'settings'>, input: EmployeeInput['input']): Payslip =>
  computePayslip({ ...input, settings: run.settings }, run.tables)

interface Computed {
  readonly employee: EmployeeInput
  readonly slip?: Payslip
  readonly error?: string
}

function compute(run: Run, employeeInput: EmployeeInput): Computed {
  try {
    return { employee: employeeInput, slip: payslipOf(run, employeeInput.input) }
  } catch (error) {
    if (!(error instanceof DomainError)) throw error
    return { employee: employeeInput, error: `${error.message}${/[.!?]$/.test(error.message) ? '' : '.'}` }
  }
}

/** The pay item of a line: that of the record it comes from, else by its code. */
function itemFor(employeeInput: EmployeeInput, items: Items, code: string): ItemRow | undefined {
  const payItem = employeeInput.sources[code]?.pay_item_id
  return payItem ? items.byId.get(payItem) : items.byCode.get(itemCode(code))
}

/** The column of the register that an earning is summed in. */
function earningColumn(employeeInput: EmployeeInput, items: Items, code: string): string {
  const item = itemFor(employeeInput, items, code)
  const premium = PREMIUM_COLUMNS[item?.code ?? itemCode(code)]
  return premium ?? EARNING_COLUMNS[item?.kind ?? ''] ?? 'other_earnings'
}

/** Sums of the register. */
function columnsOf({ employee, slip }: { employee: EmployeeInput; slip: Payslip }, items: Items) {
  const sums: Record<string, Decimal> = {}
  const add = (name: string, amount: Decimal) => {
    sums[name] = (sums[name] ?? ZERO).plus(amount)
  }
  for (const line of slip.lines) {
    if (line.group === 'earning') add(earningColumn(employee, items, line.code), line.amount)
    else if (line.code === 'SSS' || line.code === 'SSS_MPF') add('sss_ee', line.amount.neg())
    else if (line.code === 'PHILHEALTH') add('philhealth_ee', line.amount.neg())
    else if (line.code === 'PAGIBIG') add('pagibig_ee', line.amount.neg())
    else if (line.group === 'deduction')
      add(LOANS.has(employee.sources[line.code]?.kind ?? '') ? 'loans' : 'other_deductions', line.amount.neg())
  }
  return {
    ...Object.fromEntries(Object.entries(sums).map(([name, amount]) => [name, amount.toFixed()])),
    gross: slip.gross.toFixed(),
    taxable: slip.tax_base.regular.plus(slip.tax_base.supplementary).toFixed(),
    withholding_tax: slip.tax.toFixed(),
    deductions: slip.gross.minus(slip.net).toFixed(),
    employer_shares: slip.employer_shares.reduce((all, share) => all.plus(share.amount), ZERO).toFixed(),
    net_pay: slip.net.toFixed(),
  }
}

/** The pay item's account takes precedence over the role, and an account of the line itself over both. */
const roleOf = (role: string, account: number | null | undefined): string =>
  account && !role.startsWith('account:') ? `account:${account}` : role

/** Agencies whose employer's shares go to the payee of the employee's share, unless set otherwise. */
const AGENCY_ITEM: readonly (readonly [RegExp, string])[] = [
  [/^(SSS|EC$)/, 'SSS'],
  [/^PHILHEALTH/, 'PHILHEALTH'],
  [/^PAGIBIG/, 'PAGIBIG'],
]

/** Supplier to whom the amount is remitted, as text. */
function payeeOf(items: Items, item: ItemRow | undefined): string | null {
  const agency = item && AGENCY_ITEM.find(([pattern]) => pattern.test(item.code))?.[1]
  const payee = item?.payee_id ?? (agency ? items.byCode.get(agency)?.payee_id : null)
  return payee === null || payee === undefined ? null : String(payee)
}

/** Rows of the payslip's lines, employer's shares last. */
function entriesOf({ employee, slip }: { employee: EmployeeInput; slip: Payslip }, items: Items) {
  const line = (payLine: PayLine) => {
    const item = itemFor(employee, items, payLine.code)
    const source = employee.sources[payLine.code]
    return {
      pay_item_id: item?.id ?? null,
      code: payLine.code,
      name: payLine.name,
      part: payLine.group,
      qty: payLine.quantity.toFixed(),
      unit: payLine.unit,
      rate: payLine.rate.toDecimalPlaces(4).toFixed(),
      amount: payLine.amount.toFixed(),
      taxable: payLine.taxable.toFixed(),
      exempt: payLine.exempt.toFixed(),
      account_role: roleOf(payLine.account_role, payLine.group === 'earning' ? item?.debit_account_id : item?.credit_account_id),
      source_module: source?.module ?? null,
      source_id: source?.id ?? null,
    }
  }
  const shares = slip.employer_shares.map((share) => {
    const code = share.code.toUpperCase()
    const item = items.byCode.get(code)
    const amount = share.amount.toFixed()
    return {
      pay_item_id: item?.id ?? null,
      code,
      name: share.name,
      part: 'employer_share',
      qty: '1',
      unit: 'period',
      rate: amount,
      amount,
      taxable: '0',
      exempt: '0',
      account_role: roleOf(share.expense_role, item?.debit_account_id),
      source_module: null,
      source_id: null,
    }
  })
  return [...slip.lines.map(line), ...shares]
}

const itemOfEntry = (items: Items, id: number | null): ItemRow | undefined => (id === null ? undefined : items.byId.get(id))

function resultOf(
  { employee, slip }: { employee: EmployeeInput; slip: Payslip },
  entries: ReturnType<typeof entriesOf>,
  items: Items,
): Result {
  const before = dec(employee.input.year_to_date?.other_benefits_exempt)
  const taken = (module: string) => slip.lines.filter((line) => employee.sources[line.code]?.module === module)
  const { previous_employer: _previous, ...year } = slip.year_to_date
  return {
    adds: yearAdds(slip, before, (code) => employee.sources[code]?.kind ?? null),
    periods: slip.year_to_date.periods,
    year: texts(year),
    month: { month: employee.input.period.month, data: texts(slip.month_to_date) },
    period: texts(slip.period_to_date),
    monthly_rate: slip.rates.monthly.toFixed(),
    msc: slip.sss_credit.toFixed(),
    deductions: taken('deduction').map((line) => ({ id: employee.sources[line.code]!.id, amount: line.amount.neg().toFixed() })),
    loans: taken('loan_entry').map((line) => ({ loan_entry_id: employee.sources[line.code]!.id, amount: line.amount.neg().toFixed() })),
    shortfalls: slip.shortfalls.map(({ code, scheduled, taken: part }) => ({
      code,
      scheduled: scheduled.toFixed(),
      taken: part.toFixed(),
    })),
    lines: slip.lines.map((line, index) => [
      entries[index]!.account_role,
      line.amount.toFixed(),
      line.payee ?? (line.group === 'earning' ? null : payeeOf(items, itemOfEntry(items, entries[index]!.pay_item_id))),
      line.counts.thirteenth_month,
      isOwed(line),
    ]),
    shares: slip.employer_shares.map((share) => {
      const item = items.byCode.get(share.code.toUpperCase())
      return [
        roleOf(share.expense_role, item?.debit_account_id),
        roleOf(share.payable_role, item?.credit_account_id),
        share.amount.toFixed(),
        share.code,
        payeeOf(items, item),
      ]
    }),
    net: slip.net.toFixed(),
  }
}

const ENTRY = sql`
  employee_id bigint, n int, pay_item_id bigint, code text, name text, part text, qty numeric, unit text, rate numeric,
    amount numeric, taxable numeric, exempt numeric, account_role text, source_module text, source_id int
`

/** Computes employees of a run and writes them, marked with `mark`. Belongs to the caller's transaction. */
export async function computeBatch(
  ctx: Ctx,
  run: Run,
  employeeIds: readonly number[],
  { mark, items }: { readonly mark: string; readonly items: Items },
): Promise<void> {
  const computed = (await inputsOf(ctx, run, employeeIds)).map((input) => compute(run, input))
  const people: object[] = []
  const entries: object[] = []
  const inputs: object[] = []
  for (const { employee, slip, error } of computed) {
    const { employee_id } = employee
    people.push({
      employee_id,
      department_id: employee.department_id,
      branch_id: employee.branch_id,
      state: slip ? 'computed' : 'failed',
      error: error?.slice(0, 500) ?? null,
      ...(slip ? columnsOf({ employee, slip }, items) : {}),
    })
    if (!slip) continue
    const lines = entriesOf({ employee, slip }, items)
    for (const [n, entry] of lines.entries()) entries.push({ employee_id, n: n + 1, ...entry })
    inputs.push({
      employee_id,
      year_version: employee.year_version,
      input: employee.input,
      sources: employee.sources,
      result: resultOf({ employee, slip }, lines, items),
    })
  }
  const [lines, entryTable, inputTable] = [employeesTable(ctx), entriesTable(ctx), table(ctx, 'payroll_input')]
  await ctx.db.query(
    sql`
      UPDATE ${lines} l
      SET run = ${mark}, department_id = r.department_id, branch_id = r.branch_id, state = r.state, error = r.error,
        ${raw(FIGURES.map((name) => `${name} = coalesce(r.${name}, 0)`).join(', '))}
      FROM jsonb_to_recordset(${JSON.stringify(people)}::jsonb) AS r(
        employee_id bigint, department_id bigint, branch_id bigint, state text, error text,
        ${raw(FIGURES.map((name) => `${name} numeric`).join(', '))}
      )
      WHERE l.parent_id = ${run.payroll_id} AND l.employee_id = r.employee_id
    `,
  )
  await ctx.db.query(
    sql`
      DELETE FROM ${entryTable}
      WHERE parent_id = ${run.payroll_id}
        AND employee_id = ANY (${employeeIds}::bigint[])
        AND is_manual IS NOT TRUE
    `,
  )
  await ctx.db.query(
    sql`
      INSERT INTO ${entryTable} (
        parent_id, line_no, employee_id, pay_item_id, code, name, part, qty, unit, rate, amount, taxable, exempt,
        account_role, source_module, source_id, is_manual
      )
      SELECT ${run.payroll_id}, e.n, e.employee_id, e.pay_item_id, e.code, e.name, e.part, e.qty, e.unit, e.rate,
        e.amount, e.taxable, e.exempt, e.account_role, e.source_module, e.source_id, false
      FROM jsonb_to_recordset(${JSON.stringify(entries)}::jsonb) AS e(${ENTRY})
    `,
  )
  await ctx.db.query(
    sql`
      DELETE FROM ${inputTable}
      WHERE payroll_id = ${run.payroll_id}
        AND employee_id = ANY (${employeeIds}::bigint[])
    `,
  )
  await ctx.db.query(
    sql`
      INSERT INTO ${inputTable} (payroll_id, employee_id, tables, year_version, input, sources, result)
      SELECT ${run.payroll_id}, i.employee_id, ${run.hash}, i.year_version, i.input, i.sources, i.result
      FROM jsonb_to_recordset(${JSON.stringify(inputs)}::jsonb) AS i(
        employee_id bigint, year_version bigint, input jsonb, sources jsonb, result jsonb
      )
    `,
  )
}
