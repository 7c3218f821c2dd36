/** `GET {id}/statement`: a loan's statement as a PDF, asked for with the loan or with an entry of its ledger. */

import type { TableCell } from 'pdfmake/interfaces.js'
import { loanStatement, type StatementRow } from '../../../domain/loans/statement.ts'
import { formatDate, formatNumber } from '../../../engine/runtime/format/index.ts'
import { fromCents } from '../../../kernel/decimal.ts'
import type { Ctx, Reply } from '../../platform/context.ts'
import { sql, table } from '../../platform/db/sql.ts'
import { notFound, refuse } from '../../platform/errors.ts'
import { handler, id } from '../../platform/http/params.ts'
import { letterheadContent, paperOf } from '../../print/document.ts'
import { letterhead } from '../../print/index.ts'
import { type PdfDefinition, toPdf } from '../../print/pdf.ts'
import { LOAN, type LoanAccount, loadLoans } from './account.ts'

const WORDS: Readonly<Record<StatementRow['what'], string>> = {
  release: 'Release',
  payment: 'Payroll deduction',
  manual_payment: 'Payment by hand',
  settlement: 'Early settlement',
  rebate: 'Rebate of interest',
  reversal: 'Reversal',
}

interface Borrower {
  readonly employee: string
  readonly employee_no: string
  readonly released_on: string
  readonly principal: string
  readonly interest: string
  readonly amortization: string
  readonly end_date: string | null
}

const pesos = (cents: bigint): string => formatNumber(fromCents(cents), 2)

/** The statement's page: who borrowed what, every entry with the balance after it, and what is owed. */
function statementForm(ctx: Ctx, { account, borrower, rows, head }: StatementPage): PdfDefinition {
  const right = (text: string, more: object = {}): TableCell => ({ text, alignment: 'right', ...more })
  const fact = (name: string, value: string): TableCell[] => [{ text: name, color: '#495057' }, value]
  const owed = rows.at(-1)!.balance
  return {
    pageSize: paperOf(String(ctx.settings.print_paper ?? 'A4')),
    pageMargins: [36, 36, 36, 44],
    defaultStyle: { font: 'Roboto', fontSize: 9 },
    info: { title: 'Statement of loan' },
    footer: { left: `${ctx.principal.name} · ${formatDate(ctx.clock.today(ctx.company.time_zone))}`, margin: [36, 12, 36, 0] },
    content: [
      letterheadContent(head, 'Statement of loan', account.transaction_no),
      {
        table: {
          widths: ['auto', '*', 'auto', '*'],
          body: [
            [...fact('Employee', `${borrower.employee} (${borrower.employee_no})`), ...fact('Loan', account.type.name)],
            [...fact('Principal', formatNumber(borrower.principal, 2)), ...fact('Interest', formatNumber(borrower.interest, 2))],
            [
              ...fact('Amortization', formatNumber(borrower.amortization, 2)),
              ...fact('Expected end', borrower.end_date ? formatDate(borrower.end_date) : ''),
            ],
          ],
        },
        layout: 'noBorders',
        margin: [0, 12, 0, 12],
      },
      {
        table: {
          headerRows: 1,
          widths: ['auto', '*', '*', 'auto', 'auto', 'auto'],
          dontBreakRows: true,
          body: [
            [
              { text: 'Date', bold: true },
              { text: 'Entry', bold: true },
              { text: 'Reference', bold: true },
              right('Owed more', { bold: true }),
              right('Paid', { bold: true }),
              right('Balance', { bold: true }),
            ],
            ...rows.map((row): TableCell[] => [
              formatDate(row.date),
              WORDS[row.what],
              row.reference ?? '',
              right(row.debit ? pesos(row.debit) : ''),
              right(row.credit ? pesos(row.credit) : ''),
              right(pesos(row.balance)),
            ]),
            [{ text: 'Still owed', bold: true, colSpan: 5 }, '', '', '', '', right(pesos(owed), { bold: true })],
          ],
        },
        layout: 'lined',
      },
    ],
  }
}

interface StatementPage {
  readonly account: LoanAccount
  readonly borrower: Borrower
  readonly rows: readonly StatementRow[]
  readonly head: Awaited<ReturnType<typeof letterhead>>
}

export const statementHandler = handler('loan.statement', async (ctx, { params }, module): Promise<Reply> => {
  const record = await ctx.services.records.get(ctx, module, id(params, 'id'))
  const loan = Number(module.name === LOAN ? record.id : record.loan_entry_id)
  const [account] = await loadLoans(ctx, sql`l.id = ${loan}`)
  const [borrower] = await ctx.db.query<Borrower & { status: string } & Record<string, unknown>>(
    sql`
      SELECT e.full_name AS employee, e.employee_no, l.status, l.end_date::text,
        coalesce((SELECT min(h.date) FROM ${table(ctx, 'loan_ledger')} h WHERE h.loan_entry_id = l.id AND h.kind = 'release'), l.loan_date)::text AS released_on,
        l.principal::text, coalesce(l.interest_amount, 0)::text AS interest, coalesce(l.amortization, 0)::text AS amortization
      FROM ${table(ctx, LOAN)} l
      JOIN ${table(ctx, 'employee')} e ON e.id = l.employee_id
      WHERE l.id = ${loan}
    `,
  )
  if (!account || !borrower) throw notFound('The loan was not found.')
  if (!['active', 'paused', 'fully_paid'].includes(borrower.status)) throw refuse('E_STATE', 'A loan has a statement once it is released.')
  const rows = loanStatement(account.loan, borrower.released_on, account.transaction_no)
  const definition = statementForm(ctx, { account, borrower, rows, head: await letterhead(ctx) })
  return {
    reply: {
      type: 'application/pdf',
      filename: `loan-statement-${account.transaction_no.replace(/[^A-Za-z0-9_-]/g, '_')}.pdf`,
      headers: { 'cache-control': 'no-store' },
      body: await toPdf(ctx, definition),
    },
  }
})
