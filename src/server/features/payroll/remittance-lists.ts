/**
 * What an employer sends to an agency for a month: the text file in the agency's layout, or a workbook with the same rows.
 * Employees without a number are named before anything is made.
 */

import {
  AGENCY_PAPERS,
  type AgencyPaper,
  agencyFile,
  agencyFileName,
  agencyPaper,
  type PaperValues,
  type RemittanceAgency,
} from '../../../domain/statutory/index.ts'
import type { Row } from '../../../engine/model/module.ts'
import { dec } from '../../../kernel/decimal.ts'
import type { Ctx, Handler, Reply } from '../../platform/context.ts'
import { raw, sql, table } from '../../platform/db/sql.ts'
import { refuse } from '../../platform/errors.ts'
import { oneOf } from '../../platform/http/params.ts'
import type { Export } from '../../records/export/rows.ts'
import { xlsxStream } from '../../records/export/xlsx.ts'
import { idOf } from '../../records/get.ts'
import { read } from '../../records/read.ts'
import { finalTaxOfMonth, finalTaxOfQuarter } from './final-tax-return.ts'
import { CONTRIBUTIONS, EMPLOYER_NUMBER, linesOf, type Month, NUMBERS, withoutNumber } from './remittance.ts'
import { agencyTitle, mainPart, type Part, partOf } from './remittance-parts.ts'
import { taxReturn } from './tax-return.ts'

interface Subject {
  readonly paper: AgencyPaper
  readonly agency: RemittanceAgency
  readonly month: Month
  readonly group: number | null
  readonly record: Row
}

/** Columns of an agency's contributions that only some lists show. */
const BASES: Readonly<Partial<Record<RemittanceAgency, string>>> = {
  SSS: 'max(c.msc) AS msc, sum(c.mpf_employee + c.mpf_employer) AS provident_fund',
  PhilHealth: 'max(c.basic_salary) AS basic_salary',
  Pagibig: 'max(c.monthly_compensation) AS monthly_compensation',
}

interface Person extends Row {
  readonly id: number
  readonly full_name: string
  readonly id_number: string | null
}

/** Names, numbers and the standing in the month of employees. */
const peopleOf = (ctx: Ctx, agency: RemittanceAgency, { year, month }: Month, ids: readonly number[]): Promise<Person[]> => {
  const first = `${year}-${String(month).padStart(2, '0')}-01`
  const numberOf = (type: string) =>
    sql`(SELECT min(n.id_number) FROM ${table(ctx, 'employee_id')} n WHERE n.employee_id = e.id AND n.id_type = ${type})`
  return ctx.db.query<Person>(
    sql`
      SELECT e.id, e.full_name, e.employee_no, e.last_name, e.first_name, e.middle_name, e.suffix, e.birth_at::text,
        left(e.gender, 1) AS sex, ${numberOf(NUMBERS[agency])} AS id_number, ${numberOf('TIN')} AS tin,
        CASE
          WHEN date_trunc('month', e.date_separated) = ${first}::date THEN 'S'
          WHEN date_trunc('month', e.date_hired) = ${first}::date THEN ${agency === 'SSS' ? 'N' : 'NH'}
          ELSE ''
        END AS status,
        CASE
          WHEN date_trunc('month', e.date_separated) = ${first}::date THEN e.date_separated::text
          WHEN date_trunc('month', e.date_hired) = ${first}::date THEN e.date_hired::text
        END AS status_date
      FROM ${table(ctx, 'employee')} e
      WHERE e.id = ANY (${ids}::bigint[])
      ORDER BY e.last_name, e.first_name, e.id
    `,
  )
}

/** The month's contributions with what their lists show of them. */
async function contributionRows(ctx: Ctx, { agency, month, group }: Subject): Promise<PaperValues[]> {
  const lines = (await linesOf(ctx, agency, month)).filter((line) => line.pay_group_id === group)
  const ids = lines.map(({ employee_id }) => Number(employee_id))
  const module = CONTRIBUTIONS[agency]!.module
  const bases = await ctx.db.query<Row>(
    sql`
      SELECT c.employee_id, ${raw(BASES[agency]!)}
      FROM ${table(ctx, module)} c
      WHERE c.year = ${month.year} AND c.month = ${month.month} AND c.employee_id = ANY (${ids}::bigint[])
      GROUP BY 1
    `,
  )
  const [shares, more] = [
    new Map(lines.map((line) => [Number(line.employee_id), line])),
    new Map(bases.map((row) => [Number(row.employee_id), row])),
  ]
  const period = `${month.year}${String(month.month).padStart(2, '0')}`
  const place = ['third', 'first', 'second'][month.month % 3]!
  return (await peopleOf(ctx, agency, month, ids)).map((person) => {
    const { employee_share, employer_share, ec, total } = shares.get(Number(person.id))!
    return {
      ...person,
      ...more.get(Number(person.id)),
      period,
      employee_share,
      employer_share,
      ec,
      total,
      nothing: 0,
      // The column of the month in its quarter.
      [`${place}_month`]: dec(employee_share).plus(dec(employer_share)),
      [`${place}_ec`]: ec,
    }
  })
}

/** Instalments of the agency's loans that payrolls paid in the month deducted. */
async function loanRows(ctx: Ctx, { agency, month, group }: Subject): Promise<PaperValues[]> {
  const lines = (await linesOf(ctx, agency, month, 'loans')).filter((line) => line.pay_group_id === group)
  const loans = await ctx.db.query<Row>(
    sql`
      SELECT l.id, t.name AS loan, left(upper(split_part(t.code, '_', 2)), 1) AS loan_type, l.loan_date::text, l.principal::text
      FROM ${table(ctx, 'loan_entry')} l
      JOIN ${table(ctx, 'loan_type')} t ON t.id = l.loan_type_id
      WHERE l.id = ANY (${lines.map(({ loan_entry_id }) => Number(loan_entry_id))}::bigint[])
    `,
  )
  const byLoan = new Map(loans.map(({ id, ...loan }) => [Number(id), loan]))
  const people = await peopleOf(ctx, agency, month, [...new Set(lines.map((line) => Number(line.employee_id)))])
  return people.flatMap((person) =>
    lines
      .filter((line) => Number(line.employee_id) === Number(person.id))
      .map((line) => ({ ...person, ...byLoan.get(Number(line.loan_entry_id)), amount: line.total, penalty: 0, nothing: 0 })),
  )
}

interface Employer extends Row {
  readonly employer: string
  readonly employer_no: string | null
}

/** The employer as the header of a list names it. */
async function employerOf(ctx: Ctx, { agency, month, record }: Subject): Promise<Employer> {
  const [company] = await ctx.db.query<Row>(sql`SELECT * FROM ${table(ctx, 'company')} ORDER BY id LIMIT 1`)
  const number = agency === 'BIR' ? 'tin' : `${EMPLOYER_NUMBER[agency]}_employer_no`
  const employer_no = (company?.[number] as string | null) ?? null
  if (!employer_no)
    throw refuse(
      'E_NO_NUMBER',
      agency === 'BIR'
        ? 'The company has no TIN. Enter it in the company record.'
        : `The company has no employer number with ${agencyTitle(agency)}. Enter it in the company record.`,
    )
  return {
    employer: String(company!.legal_name ?? company!.name),
    employer_no,
    address: company!.address_line,
    zip_code: company!.zip_code,
    phone: company!.phone,
    branch: '',
    month: month.month,
    year: month.year,
    short_year: month.year % 100,
    receipt: record.reference_no,
    date_paid: record.date_paid,
    total: record.grand_total,
  }
}

/** One row: what the return of payment says. */
async function returnRows(ctx: Ctx, subject: Subject): Promise<PaperValues[]> {
  const rows = await contributionRows(ctx, subject)
  const sum = (name: string) => rows.reduce((all, row) => all.plus(dec(row[name])), dec(0))
  const fund = sum('provident_fund')
  return [
    {
      ...(await employerOf(ctx, subject)),
      period: rows[0]?.period,
      employees: rows.length,
      contributions: sum('employee_share').plus(sum('employer_share')).minus(fund),
      provident_fund: fund,
      ec: sum('ec'),
      total: sum('total'),
    },
  ]
}

const ROWS: Readonly<Record<string, (ctx: Ctx, subject: Subject) => Promise<readonly PaperValues[]>>> = {
  sss_r5: returnRows,
  sss_loans: loanRows,
  pagibig_stlrf: loanRows,
  bir_0619f: (ctx, { month, group }) => finalTaxOfMonth(ctx, month, group),
  bir_1601fq: (ctx, { month, group }) => finalTaxOfQuarter(ctx, month, group),
  bir_1601c: (ctx, { month, group, record }) => taxReturn(ctx, { month, group, adjustment: dec(record.adjustment) }),
}

const FINAL_TAX = new Set(['bir_0619f', 'bir_1601fq'])
/** The part of a month that a paper is about. */
const partOfPaper = ({ paper, agency }: AgencyPaper): Part =>
  FINAL_TAX.has(paper) ? 'final_tax' : ROWS[paper] === loanRows ? 'loans' : mainPart(agency)

const TITLES: Readonly<Record<string, string>> = {
  id_number: 'Number',
  msc: 'Monthly salary credit',
  ec: 'EC',
  birth_at: 'Date of birth',
  employee_no: 'Employee no.',
  employer_no: 'Employer no.',
}
const titleOf = (name: string): string => TITLES[name] ?? `${name[0]!.toUpperCase()}${name.slice(1).replaceAll('_', ' ')}`
const AMOUNTS = /share|amount|_value$|_base$|salary|compensation|total|^ec$|msc|principal|contributions|fund/

/** The rows as a workbook, with the title and the note of the layout as the name of its sheet and columns. */
export async function workbook(paper: AgencyPaper, rows: readonly PaperValues[]): Promise<Buffer> {
  const columns = paper.columns.map((name) => ({
    title: titleOf(name),
    type: AMOUNTS.test(name) ? ('money' as const) : ('text' as const),
    sql: '',
  }))
  const cell = (name: string, value: unknown): unknown => {
    if (value === null || value === undefined || value === '') return null
    return AMOUNTS.test(name) ? Number(dec(value).toFixed(2)) : String(value)
  }
  async function* all(): Export['rows'] {
    yield rows.map((row) => paper.columns.map((name) => cell(name, row[name])))
  }
  const parts: Buffer[] = []
  for await (const part of xlsxStream({ columns, rows: all() }, paper.title)) parts.push(part)
  return Buffer.concat(parts)
}

/** `GET {id}/…`: a list of the month for the agency, as its text file or as a workbook. */
const list: Handler = {
  name: 'remittance.list',
  params: {
    description: 'A list of a remittance for its agency.',
    type: 'object',
    additionalProperties: false,
    required: ['paper'],
    properties: { paper: { enum: [...new Set(AGENCY_PAPERS.map(({ paper }) => paper))], description: 'Which list.' } },
  },
  async run(ctx, module, { params, query }, given): Promise<Reply> {
    const id = idOf(params.id)
    await read(ctx, module, id, { action: 'view' })
    const record = await ctx.services.records.load(ctx, module, id)
    const month = { year: Number(record.year), month: Number(record.month) }
    const paper = agencyPaper((given as { paper: string }).paper, `${month.year}-${String(month.month).padStart(2, '0')}`)
    if (!paper || paper.agency !== record.agency || partOfPaper(paper) !== partOf(record))
      throw refuse('E_EMPTY', 'There is no such list for this agency and month.')
    const agency = paper.agency
    const subject: Subject = { paper, agency, month, group: record.pay_group_id ? Number(record.pay_group_id) : null, record }
    const header = await employerOf(ctx, subject)
    const rows = await (ROWS[paper.paper] ?? contributionRows)(ctx, subject)
    if (!rows.length) throw refuse('E_EMPTY', `${paper.title}: there is nothing to list for this month.`)
    const isText = paper.employee.length > 0 && oneOf(query, 'format', ['text', 'workbook'] as const, 'text') === 'text'
    if (isText) {
      const people = rows.map((row) => ({ employee: String(row.full_name), id_number: (row.id_number as string | null) ?? null }))
      const missing = withoutNumber(agency, people)
      if (missing.length) throw refuse('E_NO_NUMBER', `${missing.join(' ')} Enter the numbers first.`)
    }
    const name = agencyFileName(paper, header)
    return {
      reply: {
        type: isText ? 'text/plain; charset=us-ascii' : 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
        filename: isText ? name : name.replace(/\.\w+$/, '.xlsx'),
        headers: { 'cache-control': 'no-store' },
        body: isText ? Buffer.from(agencyFile(paper, header, rows), 'latin1') : await workbook(paper, rows),
      },
    }
  },
}

export const remittanceListHandlers = [list]
