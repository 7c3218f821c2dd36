/** The payslips of an employee for a pay period, as the portal shows them to the employee. */

import { sql, table } from '../../platform/db/sql.ts'
import { invalid, refuse } from '../../platform/errors.ts'
import { letterhead } from '../../print/index.ts'
import { slipsOf } from '../payroll/payslip-pdf.ts'
import { payslipFile, payslipForm, payslipPassword, type Slip } from '../payroll/pdf-forms.ts'
import type { Paper } from './types.ts'

export const printedPayslip: Paper = {
  name: 'payslip',
  access: 'compensation',
  async draw(ctx, { employee_id, pay_period_id }) {
    if (pay_period_id === undefined) throw invalid({ pay_period_id: ['Field is required'] })
    const paid = await ctx.db.query<{ payroll_id: number }>(
      sql`
        SELECT payroll_id
        FROM ${table(ctx, 'payslip')}
        WHERE employee_id = ${employee_id} AND pay_period_id = ${pay_period_id} AND is_released IS TRUE
        ORDER BY payout_date, id
      `,
    )
    const slips: Slip[] = []
    for (const { payroll_id } of paid) slips.push(...(await slipsOf(ctx, payroll_id, [employee_id], 1)))
    const [first] = slips
    if (!first) throw refuse('E_NO_PAYSLIP', 'No payroll of this pay period was posted for the employee.')
    const password = payslipPassword(ctx, slips)
    return { file: payslipFile(first, password), definition: payslipForm(ctx, await letterhead(ctx), slips, password) }
  },
}
