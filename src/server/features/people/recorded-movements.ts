/** Movements that are entered themselves: the kind says which terms they change; the employee's record follows on their day. */

import type { Row } from '../../../engine/model/module.ts'
import type { Ctx, SaveHook } from '../../platform/context.ts'
import { forbidden, invalid, refuse } from '../../platform/errors.ts'
import { seesOf } from '../../records/access.ts'
import { movementsOf, TERM_COLUMNS, TERMS, type Term, type Terms, termsOn } from './employment-terms.ts'
import { carryOut, changedTerms, currentTerms, dayOf, type MovementType } from './movements.ts'

const ASSIGNMENT = ['branch_id', 'department_id', 'team_id'] as const
const PAY = ['salary_rate_type', 'basic_rate'] as const
/** The terms that each kind of movement changes; hires and separations are recorded on the employee. */
const TERMS_OF: Readonly<Partial<Record<MovementType, readonly Term[]>>> = {
  Promotion: [...ASSIGNMENT, 'position_id', ...PAY],
  Demotion: [...ASSIGNMENT, 'position_id', ...PAY],
  'Lateral Move': [...ASSIGNMENT, 'position_id', ...PAY],
  Transfer: ASSIGNMENT,
  'Salary Change': PAY,
  Regularization: ['position_id', 'employment_type_id', ...PAY],
}

/** The terms after the movement: what was entered for its kind, else as before it. */
function termsTo(record: Row, from: Terms, allowed: readonly Term[]): Terms {
  const given = currentTerms(Object.fromEntries(TERMS.map((term) => [term, record[`to_${TERM_COLUMNS[term]}`]])))
  return Object.fromEntries(
    TERMS.map((term) => [term, allowed.includes(term) && given[term] !== null ? given[term] : from[term]]),
  ) as unknown as Terms
}

/** Users move only employees that they may edit, in terms that they can see. */
function requireSight(ctx: Ctx, changed: readonly string[], message: string): void {
  const { field } = ctx.modules.get('employee')!
  if (ctx.system === undefined && changed.some((name) => field[name] && !seesOf(ctx)(field[name]))) throw forbidden(message)
}

/** Fills in what the movement changes, from the employee's terms on its day. */
async function complete(ctx: Ctx, record: Row): Promise<void> {
  const allowed = TERMS_OF[record.movement_type as MovementType]
  if (!allowed) throw invalid({ movement_type: ['Hires and separations are recorded on the employee.'] })
  const id = Number(record.employee_id)
  await ctx.services.records.get(ctx, ctx.modules.get('employee')!, id, 'edit')
  const employee = await ctx.services.records.load(ctx, ctx.modules.get('employee')!, id, { lock: true })
  const date = dayOf(record.effective_date)!
  const hired = dayOf(employee.date_hired)
  if (hired && date < hired) throw invalid({ effective_date: ['The change must not be before the hire date.'] })
  const from = termsOn(date, (await movementsOf(ctx, [id])).get(id) ?? [], currentTerms(employee))
  const to = termsTo(record, from, allowed)
  const changed = changedTerms(from, to)
  if (!changed.length) throw invalid({ movement_type: ['Enter what changes. These are the present terms.'] })
  requireSight(ctx, changed, 'Only users who can see the changed fields can record this change.')
  for (const term of TERMS) {
    const isChanged = changed.includes(term)
    record[`from_${TERM_COLUMNS[term]}`] = isChanged ? from[term] : null
    record[`to_${TERM_COLUMNS[term]}`] = isChanged ? to[term] : null
  }
  record.changed_fields = changed
  record.changed_by = ctx.principal.user_id || null
  record.applied_at = date <= ctx.clock.today(ctx.company.time_zone) ? ctx.clock.now().toISOString() : null
}

/**
 * A movement that is entered takes effect at once, or waits for its day. One that has taken effect is history; a pending
 * one can be deleted by users who can see all that it changes.
 */
export const movementSaved: SaveHook = {
  name: 'movement.saved',
  async beforeSave(ctx, _module, { before, record }) {
    if (!before) await complete(ctx, record)
  },
  async afterSave(ctx, _module, { before, after }) {
    if (!before && after?.applied_at)
      await carryOut(
        ctx,
        {
          id: Number(after.id),
          employee_id: Number(after.employee_id),
          effective_date: dayOf(after.effective_date)!,
          changed_fields: after.changed_fields as Term[],
          remarks: (after.remarks as string | null) ?? null,
          changed_by: ctx.principal.user_id || null,
        },
        ctx.clock.today(ctx.company.time_zone),
      )
    if (!before || after) return
    if (before.applied_at)
      throw refuse('E_MOVEMENT_APPLIED', 'The movement has taken effect and stays in the history. Record another one that changes it back.')
    requireSight(
      ctx,
      (before.changed_fields as string[] | null) ?? [],
      'Only users who can see the changed fields can reverse this change.',
    )
  },
}
