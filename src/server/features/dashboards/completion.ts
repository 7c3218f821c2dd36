/** How complete the records of the active employees are, part by part. */
import type { Field } from '../../../engine/model/module.ts'
import { quote } from '../../platform/db/name.ts'
import { seesOf } from '../../records/access.ts'
import type { Reading, Widget } from './reading.ts'

/** The fields that a part of the record needs to serve its purpose. */
const PARTS: readonly { readonly section: string; readonly title: string; readonly fields: readonly string[] }[] = [
  { section: 'personal', title: 'Personal', fields: ['birth_at', 'civil_status_id', 'citizenship_id', 'email', 'mobile'] },
  {
    section: 'employment-details',
    title: 'Employment',
    fields: ['branch_id', 'department_id', 'position_id', 'employment_type_id', 'manager_id'],
  },
  { section: 'attendance-setting', title: 'Attendance', fields: ['biometric_id', 'shift_template_id'] },
  { section: 'payroll-setting', title: 'Payroll', fields: ['pay_group_id', 'bank_account_id'] },
  { section: 'compensation', title: 'Compensation', fields: ['salary_rate_type', 'basic_rate'] },
]
const IDS = ['SSS', 'Philhealth', 'Pagibig', 'TIN']

const filled = (field: Field): string => `nullif(e.${quote(field.name)}::text, '') IS NOT NULL`

export const completion: Widget = {
  needs: { modules: ['employee'] },
  async read(on: Reading) {
    const { field } = on.module('employee')
    const sees = on.ctx.system === undefined ? seesOf(on.ctx) : () => true
    // A part that the caller cannot read is not counted for them either.
    const parts = PARTS.filter(({ fields }) => fields.every((name) => field[name] && sees(field[name])))
    const counts = parts.map(
      ({ section, fields }) =>
        `count(*) FILTER (WHERE ${fields.map((name) => filled(field[name]!)).join(' AND ')})::int AS ${quote(section)}`,
    )
    const ids = sees(field.birth_at!)
    if (ids) counts.push(`count(*) FILTER (WHERE ${IDS.map((type) => `'${type}' = ANY (i.types)`).join(' AND ')})::int AS government_ids`)
    const [row] = await on.run<Record<string, number>>(
      `SELECT count(*)::int AS total${counts.map((count) => `, ${count}`).join('')} FROM ${on.rows('employee')} e
       ${ids ? `LEFT JOIN (SELECT employee_id, array_agg(id_type::text) AS types FROM ${on.table('employee_id')} GROUP BY 1) i ON i.employee_id = e.id` : ''} WHERE e.status = 'active'`,
    )
    const total = row?.total ?? 0
    return [...parts, ...(ids ? [{ section: 'government_ids', title: 'Government IDs', fields: [] }] : [])].map(
      ({ section, title, fields }) => {
        const complete = row?.[section] ?? 0
        return { section, title, fields, complete, total, percent: total ? Math.round((1000 * complete) / total) / 10 : 0 }
      },
    )
  },
}
