/** The employment report to the SSS (form R-1A): who was hired in a period, with number, birth date, position and pay. */

import { Params } from '../../platform/db/params.ts'
import { table } from '../../platform/db/sql.ts'
import { invalid } from '../../platform/errors.ts'
import { handler } from '../../platform/http/params.ts'
import { requireAction } from '../../records/access.ts'
import { branchScope, codeLabel, type ReportPage, refJson, runPage } from '../../records/report/page.ts'
import { readParameters } from '../../records/report/parameters.ts'

/**
 * Employees hired from `date_from` to `date_to` in the caller's branches; `employee_ids` narrows the report. Those without an
 * SSS number come first, because the report cannot be submitted without it.
 */
export const hiredReport = handler('employee.hired', async (ctx, { query, body }, module): Promise<ReportPage> => {
  requireAction(ctx, module, 'index')
  const asked = { ...query, ...body }
  const { date_from, date_to, employee_ids } = await readParameters(ctx, module, asked)
  if (String(date_to) < String(date_from)) throw invalid({ date_to: ['The last day must not be before the first day.'] })
  const params = new Params()
  const branches = branchScope(ctx, 'e.branch_id', params)
  const [from, to, chosen] = [params.add(date_from, 'date'), params.add(date_to, 'date'), params.add(employee_ids ?? null, 'bigint[]')]
  const tables = { employee: table(ctx, 'employee').text, ids: table(ctx, 'employee_id').text, position: table(ctx, 'position').text }
  const statement = `
    SELECT e.id, e.id AS employee_id, i.id_number AS sss_no, e.birth_at, e.date_hired, e.position_id,
      e.monthly_salary AS monthly_earning, e.date_separated, e.full_name,
      ${refJson('e', 'full_name', `concat_ws(' · ', e.employee_no, e.full_name)`)} AS employee,
      ${refJson('p', 'name', codeLabel('p'))} AS position
    FROM ${tables.employee} e
    LEFT JOIN ${tables.position} p ON p.id = e.position_id
    LEFT JOIN LATERAL (
      SELECT id_number FROM ${tables.ids} WHERE employee_id = e.id AND id_type = 'SSS' ORDER BY id DESC LIMIT 1
    ) i ON TRUE
    WHERE e.date_hired BETWEEN ${from} AND ${to}
      AND (${chosen} IS NULL OR e.id = ANY (${chosen}))
      AND ${branches}
  `
  return runPage(ctx, module, {
    query: asked,
    sql: statement,
    params: params.values,
    order: 'sss_no IS NOT NULL, date_hired, full_name, id',
  })
})
