/**
 * Monthly remittances: what the posted payrolls of a month withheld and owe, by agency and employee. Employees of a
 * confidential pay group stand in a remittance of that group, which only its users see.
 */

import { type RemittanceAgency, remittanceDue } from '../../../domain/statutory/index.ts'
import type { Module, Row } from '../../../engine/model/module.ts'
import { Decimal, dec, ZERO } from '../../../kernel/decimal.ts'
import type { Ctx } from '../../platform/context.ts'
import { raw, type Sql, sql, table } from '../../platform/db/sql.ts'
import { invalid, refuse } from '../../platform/errors.ts'
import { flag, handler, text } from '../../platform/http/params.ts'
import { idOf } from '../../records/get.ts'
import { idsOf } from '../../records/list.ts'
import { read } from '../../records/read.ts'
import { rewrite, store } from '../../records/write/save.ts'
import { entriesTable, isPaidIn } from '../payroll-runs/tables.ts'
import { openPayrolls } from './open-payrolls.ts'
import { agencyTitle, hadFinalTax, isPart, mainPart, PARTS, type Part, partOf, partTitle, withheldTax } from './remittance-parts.ts'

export interface Month {
  readonly year: number
  readonly month: number
}
interface Line {
  readonly employee_id: number
  readonly loan_entry_id: number | null
  readonly id_number: string | null
  readonly employee_share: string
  readonly employer_share: string
  readonly ec: string
  readonly total: string
}
/** A line with what it takes to place and name it. */
type Found = Line & { readonly pay_group_id: number | null; readonly employee: string }

/** Module of an agency's contributions, and the columns of its shares. The SSS shares include the provident fund (MPF). */
export const CONTRIBUTIONS: Readonly<
  Partial<Record<RemittanceAgency, { module: string; employee: string; employer: string; ec: string }>>
> = {
  SSS: {
    module: 'sss_contribution_payment',
    employee: 'coalesce(c.employee_share, 0) + coalesce(c.mpf_employee, 0)',
    employer: 'coalesce(c.employer_share, 0) + coalesce(c.mpf_employer, 0)',
    ec: 'coalesce(c.ec, 0)',
  },
  PhilHealth: {
    module: 'philhealth_contribution_payment',
    employee: 'coalesce(c.employee_share, 0)',
    employer: 'coalesce(c.employer_share, 0)',
    ec: '0',
  },
  Pagibig: {
    module: 'pagibig_contribution_payment',
    employee: 'coalesce(c.employee_share, 0)',
    employer: 'coalesce(c.employer_share, 0)',
    ec: '0',
  },
}
/** How `employee_id` names the member's number of an agency. */
export const NUMBERS: Readonly<Record<RemittanceAgency, string>> = { SSS: 'SSS', PhilHealth: 'Philhealth', Pagibig: 'Pagibig', BIR: 'TIN' }

/** Condition: the pay group `g` is open, or the caller is one of its users. */
export const seen = (ctx: Ctx): Sql =>
  ctx.system === undefined
    ? sql`(g.id IS NULL OR g.is_confidential IS NOT TRUE OR ${ctx.principal.user_id}::bigint = ANY (coalesce(g.user_ids, '{}')))`
    : sql`true`

/** Condition: the entry `e` is an instalment of a loan of the agency. */
export const isLoanPayment = (ctx: Ctx, agency: RemittanceAgency): Sql => sql`
  e.source_module = 'loan_entry'
  AND e.is_manual IS NOT TRUE
  AND EXISTS (
    SELECT 1
    FROM ${table(ctx, 'loan_entry')} l
    JOIN ${table(ctx, 'loan_type')} t ON t.id = l.loan_type_id AND t.category = ${agency}
    WHERE l.id = e.source_id
  )
`

/** Condition: the entry `e` of the posted payroll `p` is an instalment of a loan, paid in the month. */
export const isInstalment = (ctx: Ctx, agency: RemittanceAgency, month: Month): Sql => sql`
  ${isLoanPayment(ctx, agency)}
  AND ${isPaidIn(month)}
`

/** Instalments by the month in which they were deducted, one row for each loan. */
const instalmentsOf = (ctx: Ctx, agency: RemittanceAgency, month: Month): Sql => sql`
  SELECT e.employee_id, e.source_id AS loan_entry_id, sum(-e.amount) AS employee_share, 0::numeric AS employer_share, 0::numeric AS ec
  FROM ${entriesTable(ctx)} e
  JOIN ${table(ctx, 'payroll')} p ON p.id = e.parent_id AND p.status = 'posted'
  WHERE ${isInstalment(ctx, agency, month)}
  GROUP BY 1, 2
`

const NO_AMOUNTS = sql`
  SELECT NULL::bigint AS employee_id, NULL::bigint AS loan_entry_id, 0 AS employee_share, 0 AS employer_share, 0 AS ec WHERE false
`

/** Contributions by the month that they are for; tax by the month in which it was withheld (RR 2-98, section 2.81). */
function amountsOf(ctx: Ctx, [agency, part]: readonly [RemittanceAgency, Part], { year, month }: Month): Sql {
  if (part === 'loans') return ctx.modules.has('loan_entry') ? instalmentsOf(ctx, agency, { year, month }) : NO_AMOUNTS
  const paid = CONTRIBUTIONS[agency]
  if (paid)
    return sql`
      SELECT c.employee_id, NULL::bigint AS loan_entry_id, sum(${raw(paid.employee)}) AS employee_share, sum(${raw(paid.employer)}) AS employer_share, sum(${raw(paid.ec)}) AS ec
      FROM ${table(ctx, paid.module)} c
      WHERE c.year = ${year} AND c.month = ${month}
      GROUP BY c.employee_id
    `
  const tax = part === 'final_tax' ? withheldTax(ctx, 'i.payroll_id', 'i.employee_id') : sql`(i.result->'adds'->>'tax_withheld')::numeric`
  return sql`
    SELECT i.employee_id, NULL::bigint AS loan_entry_id, sum(${tax}) AS employee_share, 0::numeric AS employer_share, 0::numeric AS ec
    FROM ${table(ctx, 'payroll_input')} i
    JOIN ${table(ctx, 'payroll')} p ON p.id = i.payroll_id AND p.status = 'posted'
    WHERE ${isPaidIn({ year, month })}
      AND ${hadFinalTax(ctx, 'i.payroll_id', 'i.employee_id')} = ${part === 'final_tax'}
    GROUP BY i.employee_id
    HAVING sum(${tax}) <> 0
  `
}

/** Lines of an agency's month, by name, of the pay groups that the caller sees. */
export const linesOf = (ctx: Ctx, agency: RemittanceAgency, month: Month, part: Part = mainPart(agency)): Promise<Found[]> =>
  ctx.db.query<Found>(
    sql`
      SELECT a.employee_id, a.loan_entry_id, e.full_name AS employee, CASE WHEN g.is_confidential THEN g.id END AS pay_group_id,
        (
          SELECT min(n.id_number) FROM ${table(ctx, 'employee_id')} n
          WHERE n.employee_id = a.employee_id AND n.id_type = ${NUMBERS[agency]}
        ) AS id_number,
        a.employee_share::text, a.employer_share::text, a.ec::text, (a.employee_share + a.employer_share + a.ec)::text AS total
      FROM (${amountsOf(ctx, [agency, part], month)}) a
      JOIN ${table(ctx, 'employee')} e ON e.id = a.employee_id
      LEFT JOIN ${table(ctx, 'pay_group')} g ON g.id = e.pay_group_id
      WHERE ${seen(ctx)}
      ORDER BY e.full_name, e.id, a.loan_entry_id
    `,
  )

/** Whether a payroll that the caller sees was paid in the month: its tax return is due even where no tax is. */
async function hasPayrolls(ctx: Ctx, month: Month): Promise<boolean> {
  const [row] = await ctx.db.query(
    sql`
      SELECT 1
      FROM ${table(ctx, 'payroll')} p
      LEFT JOIN ${table(ctx, 'pay_group')} g ON g.id = p.pay_group_id
      WHERE p.status = 'posted'
        AND ${isPaidIn(month)}
        AND ${seen(ctx)}
      LIMIT 1
    `,
  )
  return row !== undefined
}

const AMOUNTS = ['employee_share', 'employer_share', 'ec', 'total'] as const
/** The amounts by employee, to compare what was generated with what is so now. */
export const amountsText = (lines: readonly Row[]): string =>
  lines
    .map((line) =>
      [
        Number(line.employee_id),
        line.loan_entry_id ? Number(line.loan_entry_id) : '',
        ...AMOUNTS.map((name) => dec(line[name]).toFixed(2)),
      ].join(' '),
    )
    .sort()
    .join('\n')
const sumOf = (lines: readonly Line[], name: (typeof AMOUNTS)[number]): string =>
  lines.reduce((all, line) => all.plus(dec(line[name])), new Decimal(ZERO)).toFixed(2)

interface Employer {
  readonly id: number
  readonly name: string
  readonly sss: string | null
  readonly philhealth: string | null
  readonly pagibig: string | null
  readonly tin: string | null
}
export const EMPLOYER_NUMBER: Readonly<Record<RemittanceAgency, 'sss' | 'philhealth' | 'pagibig' | 'tin'>> = {
  SSS: 'sss',
  PhilHealth: 'philhealth',
  Pagibig: 'pagibig',
  BIR: 'tin',
}

/** The company as its agencies know it; locked unless it is only read: no two users generate at once. */
export async function employerOf(ctx: Ctx, { lock = true }: { readonly lock?: boolean } = {}): Promise<Employer> {
  const [company] = await ctx.db.query<Employer>(
    sql`
      SELECT id, coalesce(legal_name, name) AS name, sss_employer_no AS sss, philhealth_employer_no AS philhealth,
        pagibig_employer_no AS pagibig, tin
      FROM ${table(ctx, 'company')}
      ORDER BY id
      LIMIT 1
      ${lock ? sql`FOR UPDATE` : sql``}
    `,
  )
  if (!company) throw refuse('E_STATE', 'Enter the company first.')
  return company
}

const monthIn = (from: Readonly<Record<string, unknown>>): Month => {
  const period = from.period === undefined ? `${text(from, 'year')}-${text(from, 'month').padStart(2, '0')}` : text(from, 'period')
  const parts = /^(\d{4})-(\d{2})(?:-\d{2})?$/.exec(period)
  const [year, month] = [Number(parts?.[1]), Number(parts?.[2])]
  if (!parts || year < 1950 || year > 2100 || month < 1 || month > 12)
    throw invalid({ [from.period === undefined ? 'month' : 'period']: ['The month is not valid.'] })
  return { year, month }
}

/** The sentence that names who has no number of an agency. */
export const withoutNumber = (agency: RemittanceAgency, lines: readonly Pick<Found, 'id_number' | 'employee'>[]): string[] => {
  const names = lines.filter(({ id_number }) => !id_number).map(({ employee }) => employee)
  const shown = names.length > 20 ? [...names.slice(0, 20), `${names.length - 20} more`] : names
  return names.length ? [`No ${agency === 'BIR' ? 'TIN' : `${agencyTitle(agency)} number`}: ${shown.join('; ')}.`] : []
}

/**
 * Tax of earlier months that was remitted short, or beyond: then negative. It is settled with this month, as an adjustment of the
 * return, whose schedule of previous months has a column for the year-end adjustment of the preceding year: what December gave
 * back beyond what it withheld is deducted in January. Final tax is settled with the return of its quarter, which is that of the
 * quarter's last month. Contributions have no such item: what is short of them is paid by itself.
 */
async function adjustmentOf(
  ctx: Ctx,
  { agency, part }: Pick<Wanted, 'agency' | 'part'>,
  { year, month }: Month,
  group: number | null,
): Promise<string> {
  if (agency !== 'BIR' || (part === 'final_tax' && month % 3 !== 0)) return '0'
  const [row] = await ctx.db.query<{ open: string }>(
    sql`
      SELECT coalesce(sum(r.grand_total - coalesce(r.amount_paid, r.grand_total)), 0)::text AS open
      FROM ${table(ctx, 'monthly_remittance')} r
      WHERE r.agency = ${agency}
        AND ${isPart('r', part)}
        AND r.year * 12 + r.month < ${year * 12 + month}
        AND ${part === 'final_tax' ? sql`r.year * 12 + r.month >= ${year * 12 + month - 2}` : sql`true`}
        AND r.status = 'paid'
        AND r.pay_group_id IS NOT DISTINCT FROM ${group}::bigint
    `,
  )
  return row?.open ?? '0'
}

const keyOf = (agency: unknown, part: Part, group: unknown): string => `${String(agency)}|${part}|${group ? Number(group) : ''}`

interface Wanted {
  readonly agency: RemittanceAgency
  readonly part: Part
  readonly group: number | null
  readonly lines: readonly Found[]
}

/** `POST monthly_remittance/{month}/{year}`: generates the month of all agencies; what was generated before is replaced. */
const generate = handler('remittance.generate', (ctx, { params, body }, module) =>
  generateMonth(ctx, module, monthIn({ ...body, ...params }), flag(body, 'without_numbers')),
)

/** `POST monthly_remittance/{id}/generate`: generates the month of a remittance again, with numbers still missing as before. */
const regenerate = handler('remittance.regenerate', async (ctx, { params }, module) => {
  const id = idOf(params.id)
  await read(ctx, module, id, { action: 'view' })
  const { year, month } = await ctx.services.records.load(ctx, module, id)
  return generateMonth(ctx, module, { year: Number(year), month: Number(month) }, true)
})

function generateMonth(ctx: Ctx, module: Module, month: Month, withoutNumbers: boolean): Promise<{ note: string }> {
  return ctx.db.tx(async () => {
    // The lock on the company keeps two users from generating a month at once.
    const employer = await employerOf(ctx)
    const found: { agency: RemittanceAgency; part: Part; lines: Found[] }[] = []
    for (const [agency, part] of PARTS) found.push({ agency, part, lines: await linesOf(ctx, agency, month, part) })
    const before = new Map<string, Row>()
    for (const remittance of await idsOf(ctx, module, { filter: { ...month }, sort: 'id' })) {
      const row = await ctx.services.records.load(ctx, module, remittance, { lock: true })
      before.set(keyOf(row.agency, partOf(row), row.pay_group_id), row)
    }
    const wanted = new Map<string, Wanted>()
    const want = (remittance: Wanted) => wanted.set(keyOf(remittance.agency, remittance.part, remittance.group), remittance)
    for (const { agency, part, lines } of found)
      for (const [group, shown] of Map.groupBy(lines, (line) => line.pay_group_id)) want({ agency, part, group, lines: shown })
    const tax: Wanted = { agency: 'BIR', part: 'tax', group: null, lines: [] }
    if (!wanted.has(keyOf(tax.agency, tax.part, null)) && (await hasPayrolls(ctx, month))) want(tax)
    for (const [key, row] of before)
      if (!wanted.has(key)) {
        const group = row.pay_group_id ? Number(row.pay_group_id) : null
        want({ agency: row.agency as RemittanceAgency, part: partOf(row), group, lines: [] })
      }
    const name = `${String(month.month).padStart(2, '0')}/${month.year}`
    if (!wanted.size) throw refuse('E_NOTHING_PAID', `No payroll of ${name} is posted.`)
    const missing = [...new Set(found.flatMap(({ agency, lines }) => withoutNumber(agency, lines)))]
    if (missing.length && !withoutNumbers) throw refuse('E_NO_NUMBER', `${missing.join(' ')} Enter the numbers, or generate without them.`)
    let generated = 0
    for (const [key, { agency, part, group, lines }] of wanted) {
      const current = before.get(key)
      const rows = lines.map(rowOf)
      if (current?.status === 'paid') {
        if (amountsText(current.rows as Row[]) !== amountsText(rows as unknown as Row[]))
          throw refuse(
            'E_REMITTED',
            `${partTitle(agency, part)}, ${name} is marked as paid, and its amounts changed since. Undo the payment first.`,
          )
        if (current.is_outdated) await rewrite(ctx, module, current, { is_outdated: false })
        continue
      }
      const values = {
        ...month,
        agency,
        part,
        pay_group_id: group,
        company_id: employer.id,
        rows,
        total_employee: sumOf(lines, 'employee_share'),
        total_employer: sumOf(lines, 'employer_share'),
        total_ec: sumOf(lines, 'ec'),
        grand_total: sumOf(lines, 'total'),
        missing_numbers: lines.filter(({ id_number }) => !id_number).length,
        due_date: remittanceDue(agency, { ...month, part }, { name: employer.name, number: employer[EMPLOYER_NUMBER[agency]] }) ?? null,
        adjustment: await adjustmentOf(ctx, { agency, part }, month, group),
        open_payrolls: await openPayrolls(ctx, { ...month, part, group }),
        is_outdated: false,
        generated_at: ctx.clock.now().toISOString(),
      }
      if (current) await rewrite(ctx, module, current, values)
      else await store(ctx, module, { ...values, status: 'generated' })
      generated++
    }
    return { note: generated === 1 ? `${name}: 1 remittance generated.` : `${name}: ${generated} remittances generated.` }
  })
}

const rowOf = ({ employee_id, loan_entry_id, id_number, employee_share, employer_share, ec, total }: Found): Line => ({
  employee_id,
  loan_entry_id,
  id_number,
  employee_share,
  employer_share,
  ec,
  total,
})

/** `GET monthly_remittance/company?month&year`: what the company remits in a month, by agency. */
const company = handler('remittance.company', async (ctx, { query }, module: Module) => {
  const month = monthIn(query)
  const ids = await idsOf(ctx, module, { filter: { ...month }, sort: 'id' })
  return ctx.db.query<Row>(
    sql`
      SELECT agency, part, min(due_date)::text AS due_date, bool_and(status = 'paid') AS is_paid, sum(total_employee)::float AS total_employee,
        sum(total_employer)::float AS total_employer, sum(total_ec)::float AS total_ec, sum(grand_total)::float AS grand_total
      FROM ${table(ctx, module.entity.table)}
      WHERE id = ANY (${ids}::bigint[])
      GROUP BY agency, part
      ORDER BY min(id)
    `,
  )
})

export const remittanceHandlers = [generate, regenerate, company]
