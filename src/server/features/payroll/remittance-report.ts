/** The payslip lines that the remittance or the tax return of a month is made of. */

import type { RemittanceAgency } from '../../../domain/statutory/index.ts'
import { Params } from '../../platform/db/params.ts'
import { table } from '../../platform/db/sql.ts'
import { handler } from '../../platform/http/params.ts'
import { refJson, runPage } from '../../records/report/page.ts'
import { readParameters } from '../../records/report/parameters.ts'
import { entriesTable } from '../payroll-runs/tables.ts'
import { CONTRIBUTIONS } from './remittance.ts'
import { OWED } from './remittance-parts.ts'

/** `remittance.lines`: entries of posted payrolls, with their payslip; of the pay groups that the caller sees. */
const lines = handler('remittance.lines', async (ctx, { query }, module) => {
  const given = await readParameters(ctx, module, query)
  const agency = given.agency as RemittanceAgency
  const tableOf = (module: string) => table(ctx, module).text
  const p = new Params()
  const [year, month] = [p.add(Number(given.year), 'int'), p.add(Number(given.month), 'int')]
  const paidInMonth = `extract(year FROM r.payout_date) = ${year} AND extract(month FROM r.payout_date) = ${month}`
  const contributions = CONTRIBUTIONS[agency]
  const isRemitted = contributions
    ? `EXISTS (SELECT 1 FROM ${tableOf(contributions.module)} c WHERE c.payroll_id = e.parent_id AND c.employee_id = e.employee_id AND c.year = ${year} AND c.month = ${month})`
    : paidInMonth
  const chosen =
    given.part === 'loans'
      ? `e.source_module = 'loan_entry' AND ${paidInMonth} AND EXISTS (
          SELECT 1 FROM ${tableOf('loan_entry')} l JOIN ${tableOf('loan_type')} t ON t.id = l.loan_type_id
          WHERE l.id = e.source_id AND t.category = ${p.add(agency, 'text')}
        )`
      : `e.code = ANY (${p.add(OWED[agency].codes, 'text[]')}) AND ${isRemitted}${
          agency === 'BIR'
            ? ` AND EXISTS (SELECT 1 FROM ${tableOf('payroll_input')} f WHERE f.payroll_id = e.parent_id AND f.employee_id = e.employee_id AND f.input->'employee' ? 'final_tax_rate') = ${p.add(given.part === 'final_tax', 'boolean')}`
            : ''
        }`
  const seen =
    ctx.system === undefined
      ? `(g.id IS NULL OR g.is_confidential IS NOT TRUE OR ${p.add(ctx.principal.user_id, 'bigint')} = ANY (coalesce(g.user_ids, '{}')))`
      : 'TRUE'
  const statement = `
    SELECT e.id, e.employee_id, ${refJson('m', 'full_name', 'm.full_name')} AS employee, s.id AS payslip_id,
      ${refJson('s', 'name', 's.name')} AS payslip, r.payout_date, e.name,
      CASE WHEN e.part = 'employer_share' THEN 0 ELSE -e.amount END AS employee_share,
      CASE WHEN e.part = 'employer_share' AND e.code <> 'EC' THEN e.amount ELSE 0 END AS employer_share,
      CASE WHEN e.part = 'employer_share' AND e.code = 'EC' THEN e.amount ELSE 0 END AS ec,
      CASE WHEN e.part = 'employer_share' THEN e.amount ELSE -e.amount END AS total, m.full_name AS ord_name, r.payout_date AS ord_day
    FROM ${entriesTable(ctx).text} e
    JOIN ${tableOf('payroll')} r ON r.id = e.parent_id AND r.status = 'posted'
    JOIN ${tableOf('employee')} m ON m.id = e.employee_id
    LEFT JOIN ${tableOf('pay_group')} g ON g.id = m.pay_group_id
    LEFT JOIN (
      SELECT i.id, i.payroll_id, i.employee_id, o.name FROM ${tableOf('payslip')} i JOIN ${tableOf('pay_period')} o ON o.id = i.pay_period_id
    ) s ON s.payroll_id = r.id AND s.employee_id = e.employee_id
    WHERE e.is_manual IS NOT TRUE AND ${chosen} AND ${seen} AND ${p.equals('e.employee_id', given.employee_id ?? null)}`
  return runPage(ctx, module, { query, sql: statement, params: p.values, order: 'ord_name, ord_day, id' })
})

export const remittanceReportHandlers = [lines]
