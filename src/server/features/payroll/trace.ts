/** The origin of each figure of a payslip: recomputed from the stored input, so that it is always the same. */

import type { Trace } from '../../../domain/payroll/index.ts'
import type { Row } from '../../../engine/model/module.ts'
import { type Decimal, dec } from '../../../kernel/decimal.ts'
import type { Ctx } from '../../platform/context.ts'
import { sql, table } from '../../platform/db/sql.ts'
import { notFound } from '../../platform/errors.ts'
import { employeesTable } from '../payroll-runs/tables.ts'
import { payslipOf } from './compute.ts'
import type { EmployeeInput } from './inputs.ts'
import { snapshotOf } from './run.ts'

const number = (value: Decimal): number => Number(value.toFixed())

/** What the rates follow from, on the last day of the period. */
function rateTerms(employee: EmployeeInput['input']['employee']): Row {
  const { rate_type, factor, hours_per_day } = Object.assign({}, employee, ...(employee.rate_changes ?? [])) as typeof employee
  return { rate_type, factor: number(dec(factor)), hours_per_day: number(dec(hours_per_day ?? 8)) }
}

/** The explained payslip of an employee in a payroll; 404 when they were not computed. No permission check. */
export async function traceOf(ctx: Ctx, payrollId: number, employeeId: number): Promise<Row> {
  const [computed] = await ctx.db.query<{
    tables: string
    input: EmployeeInput['input']
    sources: EmployeeInput['sources']
    net: string
    employee: Row
  }>(
    sql`
      SELECT i.tables, i.input, i.sources, l.net_pay::text AS net,
        json_build_object(
          'id', e.id, 'name', e.full_name, 'label', concat_ws(' · ', e.employee_no, e.full_name)
        ) AS employee
      FROM ${table(ctx, 'payroll_input')} i
      JOIN ${employeesTable(ctx)} l ON l.parent_id = i.payroll_id AND l.employee_id = i.employee_id
      JOIN ${table(ctx, 'employee')} e ON e.id = i.employee_id
      WHERE i.payroll_id = ${payrollId} AND i.employee_id = ${employeeId}
    `,
  )
  if (!computed) throw notFound('Nothing was computed for this employee in this payroll.')
  const slip = payslipOf(await snapshotOf(ctx, computed.tables), computed.input)
  const explained = (trace: Trace) => trace as unknown as Row
  return {
    payroll_id: payrollId,
    employee_id: employeeId,
    employee: computed.employee,
    period: computed.input.period as unknown as Row,
    rates: {
      monthly: number(slip.rates.monthly),
      daily: number(slip.rates.daily),
      hourly: number(slip.rates.hourly),
      ...rateTerms(computed.input.employee),
    },
    lines: slip.lines.map((line) => ({
      code: line.code,
      name: line.name,
      group: line.group,
      quantity: number(line.quantity),
      unit: line.unit,
      rate: number(line.rate.toDecimalPlaces(6)),
      amount: number(line.amount),
      taxability: line.taxability,
      taxable: number(line.taxable),
      exempt: number(line.exempt),
      account_role: line.account_role,
      source: computed.sources[line.code] ?? null,
      trace: explained(line.explain()),
    })),
    employer_shares: slip.employer_shares.map((share) => ({
      code: share.code,
      name: share.name,
      amount: number(share.amount),
      trace: explained(share.explain()),
    })),
    tax_base: {
      method: slip.tax_base.method,
      regular: number(slip.tax_base.regular),
      supplementary: number(slip.tax_base.supplementary),
      exempt: number(slip.tax_base.exempt),
      withheld: number(slip.tax_base.withheld),
      minimum_wage_earner: slip.tax_base.minimum_wage_earner,
      trace: explained(slip.tax_base.explain()),
    },
    shortfalls: slip.shortfalls.map(({ code, scheduled, taken, carried }) => ({
      code,
      name: computed.input.deductions?.find((deduction) => deduction.code === code)?.name ?? code,
      scheduled: number(scheduled),
      taken: number(taken),
      carried: number(carried),
    })),
    gross: number(slip.gross),
    contributions: number(slip.contributions),
    tax: number(slip.tax),
    deductions: number(slip.deductions),
    net_pay: number(slip.net),
    year_to_date: {
      gross: number(slip.year_to_date.gross),
      basic: number(slip.year_to_date.basic),
      withheld: number(slip.year_to_date.withheld),
    },
    /** The explanation and the payslip agree to the centavo. */
    agrees: dec(computed.net).eq(slip.net),
  }
}
