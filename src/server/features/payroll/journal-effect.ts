/** The accounting entry of a payroll: expense by department or cost split, liabilities by payee, and the net pay, by the rules of the domain. */

import type { Party, Posting } from '../../../domain/ledger/journal.ts'
import { type CostShare, type PayrollJournalLine, payrollJournal, type RunPayslip } from '../../../domain/payroll/index.ts'
import type { Json } from '../../../engine/model/module.ts'
import { formatDate } from '../../../engine/runtime/format/index.ts'
import { Decimal, toCents, ZERO } from '../../../kernel/decimal.ts'
import type { Effect, EffectContext } from '../../platform/context.ts'
import { sql, table } from '../../platform/db/sql.ts'
import { idOf, nameOf, recordId } from '../../records/row.ts'
import { accountFor, roleAccounts } from '../accounting/accounts.ts'
import { reverseEntry, writeEntry } from '../accounting/entry.ts'
import { rebatesOf } from '../loans/posting.ts'
import { employeesTable } from '../payroll-runs/tables.ts'
import type { Records } from '../records.generated.ts'
import type { Result } from './compute.ts'
import { costSharesOn, ownExpenseRoles } from './cost-splits.ts'

/** Payslips read at once: the journal of a large run is summed batch by batch. */
const BATCH = 1000

interface ComputedPay {
  readonly employee_id: number
  readonly branch_id: number | null
  readonly department_id: number | null
  readonly result: Result & { readonly year: { readonly basic: string } }
}

/** A share of the employee's own branch is an amount of the entry's branch. */
const sharesOf = (shares: readonly CostShare[], entryBranch: number | null): CostShare[] =>
  shares.map(({ branch, ...share }) => (branch === undefined || Number(branch) === entryBranch ? share : { ...share, branch }))

const slipOf = ({ employee_id, department_id, result }: ComputedPay, shares: readonly CostShare[]): RunPayslip => ({
  employee: String(employee_id),
  shares,
  ...(department_id === null ? {} : { department: String(department_id) }),
  payslip: {
    lines: result.lines.map(([account_role, amount, payee, thirteenth_month, is_repayment]) => ({
      account_role,
      amount: new Decimal(amount),
      ...(payee === null ? {} : { payee }),
      ...(is_repayment ? { is_repayment } : {}),
      counts: { sss: false, pagibig: false, thirteenth_month },
    })) as never,
    employer_shares: result.shares.map(([expense_role, payable_role, amount, , payee]) => ({
      expense_role,
      payable_role,
      ...(payee ? { payee } : {}),
      amount: new Decimal(amount),
    })) as never,
    net: new Decimal(result.net),
    year_to_date: { basic: new Decimal(result.year.basic) } as never,
  },
})

interface Sum {
  readonly role: string
  readonly department: number | null
  /** Another branch than that of the employees, which bears a share of their expenses. */
  readonly branch: number | null
  /** The payee: a supplier, or the employee who owes it. Net pay is owed to all employees of a department together. */
  readonly party: Party
  amount: Decimal
}

/** Sums per account role, department, sharing branch and payee, over all payslips of each branch; no branch is the payroll's own. */
async function sumsByBranch(fx: EffectContext): Promise<Map<number | null, Map<string, Sum>>> {
  const { ctx } = fx
  const accrue = ctx.settings.accrue_13th_month !== false
  const expenses = await ownExpenseRoles(ctx)
  const [period] = await ctx.db.query<{ date_to: string }>(
    sql`SELECT date_to::text FROM ${table(ctx, 'pay_period')} WHERE id = ${fx.record.pay_period_id}`,
  )
  const branches = new Map<number | null, Map<string, Sum>>()
  const add = (sums: Map<string, Sum>, { account_role, department, branch, party, debit, credit }: PayrollJournalLine): void => {
    const key = `${account_role}|${department ?? ''}|${branch ?? ''}|${party?.kind ?? ''}|${party?.id ?? ''}`
    const known = sums.get(key) ?? {
      role: account_role,
      department: department === undefined ? null : Number(department),
      branch: branch === undefined ? null : Number(branch),
      party: party ? { [party.kind === 'payee' ? 'supplier_id' : 'employee_id']: Number(party.id) } : {},
      amount: ZERO,
    }
    known.amount = known.amount.plus(debit).minus(credit)
    sums.set(key, known)
  }
  for (let after = 0; ; ) {
    const rows = await ctx.db.query<ComputedPay>(
      sql`
        SELECT i.employee_id, l.branch_id, l.department_id, i.result
        FROM ${table(ctx, 'payroll_input')} i
        JOIN ${employeesTable(ctx)} l ON l.parent_id = i.payroll_id AND l.employee_id = i.employee_id
        WHERE i.payroll_id = ${recordId(fx)} AND i.employee_id > ${after}
        ORDER BY i.employee_id
        LIMIT ${BATCH}
      `,
    )
    const shares = await costSharesOn(
      ctx,
      rows.map(({ employee_id }) => employee_id),
      period!.date_to,
    )
    for (const [branch, paid] of Map.groupBy(rows, ({ branch_id }) => branch_id)) {
      const sums = branches.get(branch) ?? new Map<string, Sum>()
      branches.set(branch, sums)
      const slips = paid.map((row) => slipOf(row, sharesOf(shares.get(row.employee_id) ?? [], branch ?? idOf(fx.record, 'branch_id'))))
      for (const line of payrollJournal(slips, { accrue_thirteenth_month: accrue, expense_roles: expenses })) add(sums, line)
    }
    if (rows.length < BATCH) return branches
    after = rows.at(-1)!.employee_id
  }
}

const OWN = /^account:(\d+)$/

export const payrollJournalEffect: Effect<Json, Records['payroll']> = {
  name: 'payroll.journal',
  rank: 40,
  params: {
    description: 'Writes the journal entries of a payroll, one for each branch.',
    type: ['object', 'null'],
    additionalProperties: false,
    properties: {},
  },
  /** One entry per branch: each payslip balances by itself, and so does each branch. */
  async apply(fx): Promise<Json> {
    const branches = await sumsByBranch(fx)
    const branchId = fx.record.branch_id
    const merged = new Map<number | null, Sum[]>()
    for (const [branch, sums] of branches) merged.set(branch ?? branchId, [...(merged.get(branch ?? branchId) ?? []), ...sums.values()])
    const rebates = await rebatesOf(fx)
    if (rebates.length && !merged.has(branchId)) merged.set(branchId, [])
    const roles = await roleAccounts(
      fx.ctx,
      [...merged.values()].flat().map(({ role }) => role),
    )
    const postingOf = ({ role, department, branch, party, amount }: Sum): Posting => {
      const account = OWN.exec(role)
      return {
        account_id: account ? Number(account[1]) : accountFor(role, {}, roles),
        amount: toCents(amount),
        department_id: department,
        ...(branch === null ? {} : { branch_id: branch }),
        ...party,
      }
    }
    const remarks = `${nameOf(fx)}, paid on ${formatDate(fx.record.payout_date)}`
    const entries: number[] = []
    for (const [branch_id, sums] of merged) {
      const postings = [...sums.filter(({ amount }) => !amount.isZero()).map(postingOf), ...(branch_id === branchId ? rebates : [])]
      const entry = await writeEntry(fx, postings, { journal: 'Payroll', remarks, branch_id })
      if (entry !== undefined) entries.push(entry)
    }
    return { entries }
  },
  async reverse(fx, entry) {
    // Payrolls posted by version 2.38 made one entry for all branches.
    const { entries, entry: single } = entry as { entries?: number[]; entry?: number | null }
    for (const id of entries ?? (single ? [single] : [])) await reverseEntry(fx, id)
  },
}
