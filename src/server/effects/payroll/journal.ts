/** The journal of a payroll: expense by department, what is owed to whom, and the net pay, by the rules of the domain. */
import { Dec, type Decimal, toCents, ZERO } from '../../../domain/decimal.ts'
import type { Party, Posting } from '../../../domain/ledger/journal.ts'
import { type PayrollJournalLine, payrollJournal, type RunPayslip } from '../../../domain/payroll/index.ts'
import { formatDate } from '../../../engine/format/index.ts'
import type { Json } from '../../../engine/module.ts'
import type { Effect, EffectContext } from '../../context.ts'
import { rebatesOf } from '../../loans/books.ts'
import type { Result } from '../../payroll/compute.ts'
import { employeesTable } from '../../payroll/run.ts'
import { accountFor, roleAccounts } from '../accounts.ts'
import { nameOf, recordId, table, textOf } from '../common.ts'
import { reverseEntry, writeEntry } from '../ledger/entry.ts'

/** Payslips read at once: the journal of a large run is summed batch by batch. */
const BATCH = 1000

interface Kept {
  readonly employee_id: number
  readonly department_id: number | null
  readonly result: Result & { readonly year: { readonly basic: string } }
}

const slipOf = ({ employee_id, department_id, result }: Kept): RunPayslip => ({
  employee: String(employee_id),
  ...(department_id === null ? {} : { department: String(department_id) }),
  payslip: {
    lines: result.lines.map(([account_role, amount, payee, thirteenth_month, is_repayment]) => ({
      account_role,
      amount: new Dec(amount),
      ...(payee === null ? {} : { payee }),
      ...(is_repayment ? { is_repayment } : {}),
      counts: { sss: false, pagibig: false, thirteenth_month },
    })) as never,
    employer_shares: result.shares.map(([expense_role, payable_role, amount, , payee]) => ({
      expense_role,
      payable_role,
      ...(payee ? { payee } : {}),
      amount: new Dec(amount),
    })) as never,
    net: new Dec(result.net),
    year_to_date: { basic: new Dec(result.year.basic) } as never,
  },
})

interface Sum {
  readonly role: string
  readonly department: number | null
  /** Whom it is owed to, kept as a supplier, or the employee who owes it. Net pay is owed to all of a department together. */
  readonly party: Party
  amount: Decimal
}

/** Sums per account role, department and payee, over all payslips. */
async function linesOf(fx: EffectContext): Promise<Map<string, Sum>> {
  const { ctx } = fx
  const accrue = ctx.settings.accrue_13th_month !== false
  const sums = new Map<string, Sum>()
  const add = ({ account_role, department, party, debit, credit }: PayrollJournalLine): void => {
    const key = `${account_role}|${department ?? ''}|${party?.kind ?? ''}|${party?.id ?? ''}`
    const known = sums.get(key) ?? {
      role: account_role,
      department: department === undefined ? null : Number(department),
      party: party ? { [party.kind === 'payee' ? 'supplier_id' : 'employee_id']: Number(party.id) } : {},
      amount: ZERO,
    }
    known.amount = known.amount.plus(debit).minus(credit)
    sums.set(key, known)
  }
  for (let after = 0; ; ) {
    const kept = await ctx.db.query<Kept>(
      `SELECT i.employee_id, l.department_id, i.result FROM ${table(ctx, 'payroll_input')} i JOIN ${employeesTable(ctx)} l ON l.parent_id = i.payroll_id AND l.employee_id = i.employee_id
       WHERE i.payroll_id = $1 AND i.employee_id > $2 ORDER BY i.employee_id LIMIT ${BATCH}`,
      [recordId(fx), after],
    )
    for (const line of payrollJournal(kept.map(slipOf), { accrue_thirteenth_month: accrue })) add(line)
    if (kept.length < BATCH) return sums
    after = kept.at(-1)!.employee_id
  }
}

const OWN = /^account:(\d+)$/

export const payrollJournalEffect: Effect = {
  name: 'payroll.journal',
  rank: 40,
  params: { type: ['object', 'null'], additionalProperties: false, properties: {} },
  async apply(fx): Promise<Json> {
    const sums = [...(await linesOf(fx)).values()].filter(({ amount }) => !amount.isZero())
    const roles = await roleAccounts(
      fx.ctx,
      sums.map(({ role }) => role),
    )
    const postings = sums.map(({ role, department, party, amount }): Posting => {
      const own = OWN.exec(role)
      return {
        account_id: own ? Number(own[1]) : accountFor(role, {}, roles),
        amount: toCents(amount),
        department_id: department,
        ...party,
      }
    })
    postings.push(...(await rebatesOf(fx)))
    const remarks = `${nameOf(fx)}, paid on ${formatDate(textOf(fx.record, 'payout_date'))}`
    return { entry: (await writeEntry(fx, postings, { journal: 'Payroll', remarks })) ?? null }
  },
  async reverse(fx, entry) {
    const { entry: id } = entry as { entry: number | null }
    if (id !== null) await reverseEntry(fx, id)
  },
}
