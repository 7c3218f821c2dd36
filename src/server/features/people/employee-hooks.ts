/** Hooks of saving employees and their records. */

import type { Module, Row } from '../../../engine/model/module.ts'
import { sameValue } from '../../../engine/runtime/compute/index.ts'
import { formatDate } from '../../../engine/runtime/format/index.ts'
import type { Ctx, SaveHook } from '../../platform/context.ts'
import { sql, table } from '../../platform/db/sql.ts'
import { invalid } from '../../platform/errors.ts'
import { notifyUsers, recipients } from '../../platform/notifications/notify.ts'
import { idOf, textOf } from '../../records/row.ts'
import { recheckApprover, recheckEmployee } from '../approvals/recheck.ts'
import { closeAccount, followEmployee, linkAccount, linkEmployee, openAccount, reopenAccount } from './account.ts'
import { followChecklists } from './checklists.ts'
import { checkIdNumber, otherWithId } from './ids.ts'
import { dropSeparation, hiredAgain, noteHire, noteRehire, noteSeparation, settleTerms } from './movements.ts'
import { ratesFor } from './rates.ts'
import { movementSaved } from './recorded-movements.ts'
import { requireRetirement } from './retirement.ts'

/** Copies the template folders to an employee. */
async function copyFolders(ctx: Ctx, employeeId: number): Promise<void> {
  if (!ctx.modules.has('employee_folder')) return
  const folders = table(ctx, 'employee_folder')
  const now = ctx.clock.now().toISOString()
  await ctx.db.query(
    sql`
      INSERT INTO ${folders} (
        employee_id, name, description, is_confidential, sort_order, file_count, is_template, created_by, created_at,
        updated_at, version
      )
      SELECT ${employeeId}, name, description, is_confidential, sort_order, 0, false, ${ctx.principal.user_id || null},
        ${now}, ${now}, 1
      FROM ${folders}
      WHERE is_template
    `,
  )
}

/** What approvers of an employee are determined by, and what makes the employee an approver. */
const LINE_FIELDS = ['manager_id', 'team_id', 'department_id', 'branch_id'] as const
const APPROVER_FIELDS = ['user_id', 'status'] as const
const PAY_FIELDS = ['salary_rate_type', 'basic_rate', 'days_per_year', 'hours_per_day', 'pay_group_id'] as const

/** Notifies those who prepare the final pay, and the manager, of a last day that was entered, moved or taken back. */
async function tellSeparation(ctx: Ctx, module: Module, before: Row, after: Row): Promise<void> {
  const users = await recipients(ctx, module, after, { on: '', to: ['role:payroll', 'manager_id'] })
  const [was, last] = [textOf(before, 'date_separated'), textOf(after, 'date_separated')]
  const name = textOf(after, 'full_name')
  await notifyUsers(ctx, module, Number(after.id), {
    users: [...users],
    title: last ? `${name}: last day ${formatDate(last)}` : `${name}: separation of ${formatDate(was)} taken back`,
    number: after.employee_no,
    description: last ? textOf(after, 'separation_reason') || name : name,
  })
}

const employeeSaved: SaveHook = {
  name: 'employee.saved',
  async beforeSave(ctx, _module, { before, record, given }) {
    if (before && sameValue(record.manager_id, before.id)) throw invalid({ manager_id: ['An employee cannot be their own manager.'] })
    if (before) await settleTerms(ctx, before, record, given)
    else {
      record.employment_effective_date = null
      record.movement_type = null
      if (record.basic_rate !== null && record.basic_rate !== undefined) record.effective_date ??= record.date_hired
    }
    if (!before || PAY_FIELDS.some((name) => !sameValue(record[name], before[name]))) Object.assign(record, await ratesFor(ctx, record))
    requireRetirement(before, record)
    const leaving = textOf(record, 'date_separated').slice(0, 10)
    if (leaving && leaving < ctx.clock.today(ctx.company.time_zone)) record.status = 'inActive'
    await openAccount(ctx, record)
  },
  async afterSave(ctx, module, { before, after, changed }) {
    if (!after) {
      if (idOf(before!, 'user_id') !== null) await closeAccount(ctx, before!)
      return
    }
    const id = Number(after.id)
    if (!before) {
      await noteHire(ctx, after)
      await copyFolders(ctx, id)
    }
    if (before ? changed.has('user_id') : idOf(after, 'user_id') !== null) await linkAccount(ctx, id, idOf(after, 'user_id'))
    if (before && !changed.has('user_id')) await followEmployee(ctx, before, after)
    if (before && hiredAgain(before, after)) await noteRehire(ctx, before, after)
    else if (before?.date_separated && changed.has('date_separated')) await dropSeparation(ctx, id)
    if (after.date_separated && (!before || changed.has('date_separated'))) await noteSeparation(ctx, after)
    if (before && changed.has('date_separated') && !hiredAgain(before, after)) await tellSeparation(ctx, module, before, after)
    if (before && changed.has('status')) await (after.status === 'inActive' ? closeAccount(ctx, after) : reopenAccount(ctx, after))
    await followChecklists(ctx, before, after)
    if (before) await recheckApprovals(ctx, before, after, changed)
  },
}

/** Records of the employee, and those that they decide on, come before whoever decides on them now. */
async function recheckApprovals(ctx: Ctx, before: Row, after: Row, changed: ReadonlySet<string>): Promise<void> {
  const id = Number(after.id)
  if (APPROVER_FIELDS.some((name) => changed.has(name))) await recheckApprover(ctx, id, [idOf(before, 'user_id'), idOf(after, 'user_id')])
  else if (LINE_FIELDS.some((name) => changed.has(name))) await recheckEmployee(ctx, id)
}

/** The user's side of the link between people and accounts. */
const userEmployee: SaveHook = {
  name: 'user.employee',
  async afterSave(ctx, _module, { before, after, changed }) {
    if (before ? changed.has('employee_id') : after?.employee_id)
      await linkEmployee(ctx, Number((after ?? before)!.id), idOf(after ?? {}, 'employee_id'))
  },
}

/** One number of each kind per employee; government numbers in their agency's format, and not used by another employee. */
const idSaved: SaveHook = {
  name: 'employeeId.saved',
  async beforeSave(_ctx, _module, { record }) {
    record.id_number = checkIdNumber(String(record.id_type), String(record.id_number ?? ''))
  },
  async afterSave(ctx, _module, { after }) {
    if (!after) return
    const taken = await otherWithId(ctx, String(after.id_type), String(after.id_number), Number(after.employee_id))
    if (taken) throw invalid({ id_number: [`${taken} has this number already.`] })
    const [twice] = await ctx.db.query(
      sql`
        SELECT 1
        FROM ${table(ctx, 'employee_id')}
        WHERE employee_id = ${after.employee_id}
          AND id_type = ${after.id_type}
          AND id_type <> 'Other'
          AND id <> ${after.id}
        LIMIT 1
      `,
    )
    if (twice) throw invalid({ id_type: ['The employee already has an ID of this kind. Change that one.'] })
  },
}

/** Sets the type of the file, and the number of files in its folder. */
const fileSaved: SaveHook = {
  name: 'employeeFile.saved',
  async beforeSave(ctx, _module, { record }) {
    const [file] = await ctx.db.query<Row>(sql`SELECT type, size FROM ${table(ctx, 'file')} WHERE id = ${record.path}`)
    if (file) Object.assign(record, { mime_type: file.type, size_bytes: Number(file.size) })
  },
  async afterSave(ctx, _module, { before, after }) {
    for (const folder of new Set([idOf(before ?? {}, 'folder_id'), idOf(after ?? {}, 'folder_id')]))
      if (folder !== null)
        await ctx.db.query(
          sql`
            UPDATE ${table(ctx, 'employee_folder')}
            SET file_count = (SELECT count(*) FROM ${table(ctx, 'employee_file')} WHERE folder_id = ${folder})
            WHERE id = ${folder}
          `,
        )
  },
}

/** A placeholder day on which no grade takes effect: a replaced row has it until its successor is known. */
const ASIDE = sql`DATE '0001-01-01' + id::int`

/** A grade has one row per day; a new one for that day replaces the old. */
const gradeSaved: SaveHook = {
  name: 'salaryGrade.saved',
  async beforeSave(ctx, module, { before, record }) {
    if (!before)
      await ctx.db.query(
        sql`
          UPDATE ${table(ctx, module.entity.table)}
          SET effective_date = ${ASIDE}
          WHERE grade = ${Number(record.grade)} AND effective_date = ${record.effective_date}
        `,
      )
    if (record.minimum !== null && record.maximum !== null && Number(record.minimum) > Number(record.maximum))
      throw invalid({ maximum: ['The maximum pay must not be below the minimum.'] })
  },
  async afterSave(ctx, module, { before, after }) {
    if (before || !after) return
    const grades = table(ctx, module.entity.table)
    const replaced = sql`(SELECT id FROM ${grades} WHERE grade = ${Number(after.grade)} AND effective_date = ${ASIDE})`
    for (const name of ['employee', 'position'])
      if (ctx.modules.get(name)?.field.salary_grade_id)
        await ctx.db.query(
          sql`
            UPDATE ${table(ctx, name)}
            SET salary_grade_id = ${after.id}
            WHERE salary_grade_id IN ${replaced}
          `,
        )
    await ctx.db.query(sql`DELETE FROM ${grades} WHERE grade = ${Number(after.grade)} AND effective_date = ${ASIDE}`)
  },
}

export const employeeHooks = [employeeSaved, userEmployee, movementSaved, idSaved, fileSaved, gradeSaved]
