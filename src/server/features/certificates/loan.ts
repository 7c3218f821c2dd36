/** Certificate of a fully paid loan: the amount lent, the payments, and the date of the last one. */

import type { TableCell } from 'pdfmake/interfaces.js'
import type { Ctx } from '../../platform/context.ts'
import { sql, table } from '../../platform/db/sql.ts'
import { invalid, notFound, refuse } from '../../platform/errors.ts'
import { letterhead } from '../../print/index.ts'
import { pesos } from '../payroll/pdf-forms.ts'
import { certificate, fullName, longDate } from './letter.ts'
import { personOf } from './person.ts'
import type { Paper } from './types.ts'

interface Loan {
  readonly transaction_no: string
  readonly loan_type: string
  readonly loan_date: string
  readonly principal: string
  readonly interest: string
  readonly paid: string
  readonly balance: string
  /** Day of the last entry that lessened it. */
  readonly last: string | null
  readonly status: string
}

async function loanOf(ctx: Ctx, id: number, employee: number): Promise<Loan> {
  const [row] = await ctx.db.query<Loan & Record<string, unknown>>(
    sql`
      SELECT l.transaction_no, t.name AS loan_type, l.loan_date::text, l.principal::text,
        coalesce(l.interest_amount, 0)::text AS interest, coalesce(l.paid_amount, 0)::text AS paid,
        coalesce(l.balance, 0)::text AS balance, l.status,
        (
          SELECT max(e.date)::text FROM ${table(ctx, 'loan_ledger')} e WHERE e.loan_entry_id = l.id AND e.credit > 0
        ) AS last
      FROM ${table(ctx, 'loan_entry')} l
      JOIN ${table(ctx, 'loan_type')} t ON t.id = l.loan_type_id
      WHERE l.id = ${id} AND l.employee_id = ${employee}
    `,
  )
  if (!row) throw notFound('The loan was not found.')
  return row
}

export const loanCertificate: Paper = {
  name: 'loan_certificate',
  access: 'compensation',
  async draw(ctx, request) {
    if (request.loan_id === undefined) throw invalid({ loan_entry_id: ['Field is required'] })
    const loan = await loanOf(ctx, request.loan_id, request.employee_id)
    if (loan.status !== 'fully_paid')
      throw refuse('E_LOAN_OWED', `Loan ${loan.transaction_no} is not fully paid: ₱ ${pesos(loan.balance)} is still owed.`)
    const who = await personOf(ctx, request.employee_id)
    const head = await letterhead(ctx)
    const line = (name: string, value: string): TableCell[] => [name, { text: value, alignment: 'right' }]
    return {
      file: `loan-${loan.transaction_no}-${who.employee_no}`,
      definition: certificate(ctx, head, {
        title: 'Certificate of loan payment completion',
        request,
        body: [
          {
            text: [
              'This certifies that ',
              { text: fullName(who), bold: true },
              ` (employee no. ${who.employee_no}) has fully paid the loan below${loan.last ? ` as of ${longDate(loan.last)}` : ''}, and owes nothing on it to ${head.name}.`,
            ],
            margin: [0, 0, 0, 14],
          },
          {
            table: {
              widths: ['*', 'auto'],
              body: [
                line('Loan', `${loan.transaction_no} · ${loan.loan_type}`),
                line('Date of the loan', longDate(loan.loan_date)),
                line('Principal', `₱ ${pesos(loan.principal)}`),
                line('Interest', `₱ ${pesos(loan.interest)}`),
                line('Paid', `₱ ${pesos(loan.paid)}`),
                line('Balance', `₱ ${pesos(loan.balance)}`),
              ],
            },
            layout: 'lightHorizontalLines',
            margin: [0, 0, 0, 14],
          },
        ],
      }),
    }
  },
}
