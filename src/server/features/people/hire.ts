/**
 * `employee.encode`: turns an approved encoded record into an employee with their numbers. `encoding.approver` and
 * `encoding.saved` check who can do it.
 */

import type { Row } from '../../../engine/model/module.ts'
import { toJson } from '../../../engine/runtime/compute/index.ts'
import type { Json } from '../../../kernel/json.ts'
import { asSystem } from '../../platform/auth/as-system.ts'
import type { Ctx, Effect, Guard, SaveHook } from '../../platform/context.ts'
import { linesTable, sql, table } from '../../platform/db/sql.ts'
import { forbidden, invalid, refuse } from '../../platform/errors.ts'
import { idOf, recordId, textOf } from '../../records/row.ts'
import type { Records } from '../records.generated.ts'
import { checkIdNumber, otherWithId } from './ids.ts'

const NONE = { type: ['object', 'null'], additionalProperties: false, properties: {} } as const

/** An active entry of the caller among encoders or approvers, for the record's branch and department. */
async function assigned(ctx: Ctx, type: 'encoder' | 'approver', record: Row): Promise<number | null> {
  const [row] = await ctx.db.query<{ id: number }>(
    sql`
      SELECT id
      FROM ${table(ctx, 'encoder')}
      WHERE user_id = ${ctx.principal.user_id}
        AND type = ${type}
        AND is_active IS NOT FALSE
        AND (branch_id IS NULL OR branch_id = ${idOf(record, 'branch_id')})
        AND (department_id IS NULL OR department_id = ${idOf(record, 'department_id')})
      ORDER BY id
      LIMIT 1
    `,
  )
  return row?.id ?? null
}

export const encodingApprover: Guard<Json, Records['record_encoding']> = {
  name: 'encoding.approver',
  params: { ...NONE, description: 'Refuses users who are not assigned as approvers of encoded records for the branch and department.' },
  async check({ ctx, record }) {
    if (ctx.system === undefined && (await assigned(ctx, 'approver', record)) === null)
      throw refuse('E_NOT_APPROVER', 'You are not among the approvers of encoded records for this branch and department.')
  },
}

const NUMBERS = [
  ['sss_no', 'SSS'],
  ['philhealth_no', 'Philhealth'],
  ['pagibig_no', 'Pagibig'],
  ['tin', 'TIN'],
] as const

/** The user who encodes must be an encoder; numbers have their agency's format and are not used by another employee. */
export const encodingSaved: SaveHook = {
  name: 'encoding.saved',
  async beforeSave(ctx, _module, { record }) {
    const encoder = await assigned(ctx, 'encoder', record)
    if (encoder === null && ctx.system === undefined)
      throw forbidden('You are not among the encoders for this branch and department. They are set under Encoders and Approvers.')
    record.encoder_id ??= encoder
    for (const [field, type] of NUMBERS) {
      const number = textOf(record, field)
      if (!number) continue
      record[field] = checkIdNumber(type, number, field)
      const other = type === 'SSS' ? await otherWithId(ctx, type, String(record[field]), null) : undefined
      if (other) throw invalid({ [field]: [`${other} has this number already.`] })
    }
  },
  async afterSave() {},
}

const COPIED = [
  'first_name',
  'middle_name',
  'last_name',
  'birth_at',
  'gender',
  'branch_id',
  'department_id',
  'position_id',
  'employment_type_id',
  'date_hired',
  'salary_rate_type',
  'basic_rate',
] as const

async function fallback(ctx: Ctx, name: string): Promise<number | null> {
  const [row] = await ctx.db.query<{ id: number }>(
    sql`SELECT id FROM ${table(ctx, name)} ORDER BY is_default DESC NULLS LAST, sort_order, id LIMIT 1`,
  )
  return row?.id ?? null
}

/** The next number after the highest that ends in digits, in its width. */
async function nextNumber(ctx: Ctx): Promise<string> {
  await ctx.db.query(sql`SELECT pg_advisory_xact_lock(hashtextextended(${`${ctx.company.schema}.employee_no`}, 0))`)
  const [last] = await ctx.db.query<{ employee_no: string }>(
    sql`
      SELECT employee_no
      FROM ${table(ctx, 'employee')}
      WHERE employee_no ~ '[0-9]{1,12}$'
      ORDER BY substring(employee_no from '([0-9]{1,12})$')::bigint DESC, id DESC
      LIMIT 1
    `,
  )
  const digits = /(\d{1,12})$/.exec(last?.employee_no ?? '00000')![1]!
  return `${(last?.employee_no ?? 'E-00000').slice(0, -digits.length)}${String(Number(digits) + 1).padStart(digits.length, '0')}`
}

export const employeeEncode: Effect<Json, Records['record_encoding']> = {
  name: 'employee.encode',
  rank: 50,
  params: { ...NONE, description: 'Makes the employee of an encoded record, with the identification numbers.' },
  async apply(fx) {
    const { record } = fx
    // Approvers of encoded records do not need the right to change employees.
    const ctx = asSystem(fx.ctx, `encoded record ${record.transaction_no ?? ''}`)
    const employees = ctx.modules.get('employee')!
    const ids = ctx.modules.get('employee_id')
    const sent = toJson(record)
    const values: Row = Object.fromEntries(COPIED.map((name) => [name, sent[name] ?? null]))
    const employee = await ctx.services.records.create(ctx, employees, {
      ...values,
      ...(values.basic_rate === null ? { salary_rate_type: null } : {}),
      employee_no: record.employee_no || (await nextNumber(ctx)),
      civil_status_id: record.civil_status_id ?? (await fallback(ctx, 'civil_status')),
      citizenship_id: record.citizenship_id ?? (await fallback(ctx, 'citizenship')),
    })
    for (const [field, id_type] of NUMBERS)
      if (ids && record[field]) await ctx.services.records.create(ctx, ids, { employee_id: employee.id, id_type, id_number: record[field] })
    await ctx.db.query(
      sql`
        INSERT INTO ${linesTable(ctx, fx.module.name, 'employees')} (parent_id, line_no, employee_id)
        VALUES (${recordId(fx)}, 1, ${employee.id})
      `,
    )
    return { employee_id: Number(employee.id) }
  },
  // Taking back the decision does not undo an employee; a separation does.
  async reverse() {},
}
