/** The daily job for employees: movements that take effect, separations, licences that expire. */

import type { Row } from '../../../engine/model/module.ts'
import { formatDate } from '../../../engine/runtime/format/index.ts'
import { addDays } from '../../../kernel/dates.ts'
import { writeAudit } from '../../platform/audit/index.ts'
import type { Ctx } from '../../platform/context.ts'
import { sql, table } from '../../platform/db/sql.ts'
import { notifyUsers } from '../../platform/notifications/notify.ts'
import { idOf } from '../../records/row.ts'
import { recheckApprover } from '../approvals/recheck.ts'
import { closeAccount } from './account.ts'
import { settleTasks } from './checklists.ts'
import { applyDueMovements } from './movements.ts'

const REMIND_DAYS = 30

/** From the day after their last day, employees are inactive and cannot sign in. */
async function closeSeparated(ctx: Ctx): Promise<void> {
  const module = ctx.modules.get('employee')!
  const gone = await ctx.db.query<Row>(
    sql`
      SELECT id, user_id, employee_no
      FROM ${table(ctx, 'employee')}
      WHERE status = 'active' AND date_separated < ${ctx.clock.today(ctx.company.time_zone)}
      ORDER BY id
      LIMIT 500
    `,
  )
  for (const employee of gone)
    await ctx.db.tx(async () => {
      const [closed] = await ctx.db.query(
        sql`
          UPDATE ${table(ctx, 'employee')}
          SET status = 'inActive', version = version + 1
          WHERE id = ${employee.id} AND status = 'active'
          RETURNING id
        `,
      )
      if (!closed) return
      await writeAudit(ctx, {
        module,
        record_id: Number(employee.id),
        action: 'update',
        before: { status: 'active' },
        after: { status: 'inActive' },
        reason: 'Separated',
      })
      await closeAccount(ctx, employee)
      await recheckApprover(ctx, Number(employee.id), [idOf(employee, 'user_id')])
    })
}

/** Thirty days before a licence expires, notifies its owner and the user who created the employee's record, once. */
async function remindOfLicences(ctx: Ctx): Promise<void> {
  const module = ctx.modules.get('profession')
  if (!module) return
  const today = ctx.clock.today(ctx.company.time_zone)
  const until = addDays(today, REMIND_DAYS)
  const due = await ctx.db.query<{ id: number; profession: string; date_expiry: string; full_name: string; users: number[] }>(
    sql`
      UPDATE ${table(ctx, 'profession')} p
      SET reminded_for = p.date_expiry
      FROM ${table(ctx, 'employee')} e
      WHERE e.id = p.employee_id
        AND e.status = 'active'
        AND p.date_expiry BETWEEN ${today} AND ${until}
        AND p.reminded_for IS DISTINCT FROM p.date_expiry
      RETURNING p.id, p.profession, p.date_expiry, e.full_name,
        array_remove(ARRAY[e.user_id, e.created_by], NULL) AS users
    `,
  )
  for (const { id, profession, date_expiry, full_name, users } of due)
    await notifyUsers(ctx, module, id, {
      users,
      title: `${profession} of ${full_name} expires`,
      number: null,
      description: `The licence expires on ${formatDate(date_expiry)}.`,
    })
}

/** Updates the headcount of departments where it has changed. */
async function countDepartments(ctx: Ctx): Promise<void> {
  if (!ctx.modules.get('department')?.field.employee_count) return
  await ctx.db.query(
    sql`
      UPDATE ${table(ctx, 'department')} d
      SET employee_count = n.count
      FROM (
        SELECT d.id, count(e.id)::int AS count
        FROM ${table(ctx, 'department')} d
        LEFT JOIN ${table(ctx, 'employee')} e ON e.department_id = d.id AND e.status = 'active'
        GROUP BY d.id
      ) n
      WHERE n.id = d.id AND d.employee_count IS DISTINCT FROM n.count
    `,
  )
}

/** Runs all of it; safe to run at any time and any number of times. */
export async function peopleDue(ctx: Ctx): Promise<void> {
  if (!ctx.modules.has('employee')) return
  await applyDueMovements(ctx)
  await closeSeparated(ctx)
  await ctx.db.tx(() => remindOfLicences(ctx))
  await countDepartments(ctx)
  await settleTasks(ctx)
}
