/** Transitions that the server carries out on a day of the record (`due`): what was agreed for a date happens without a button. */

import type { Due, Module, Row, Transition } from '../../engine/model/module.ts'
import { writeAudit } from '../platform/audit/index.ts'
import { asSystem } from '../platform/auth/as-system.ts'
import type { Ctx } from '../platform/context.ts'
import { ref, sql, table } from '../platform/db/sql.ts'
import { AppError } from '../platform/errors.ts'

/** Records of a module that one run looks at; the next run continues. */
const AT_ONCE = 200
/** Days of one record that one run makes up for, after the server was off. */
const DAYS_AT_ONCE = 60

/** Carries out what is due in the company, each in a transaction of its own. Returns how many it carried out. */
export async function carryOutDue(ctx: Ctx): Promise<number> {
  let done = 0
  for (const module of ctx.modules.values())
    for (const transition of Object.values(module.workflow?.transitions ?? {}))
      if (transition.due) done += await carryOutDueOf(ctx, module, transition, transition.due)
  return done
}

async function carryOutDueOf(ctx: Ctx, module: Module, transition: Transition, due: Due): Promise<number> {
  const records = await ctx.db.query<{ id: number }>(
    sql`
      SELECT id
      FROM ${table(ctx, module.entity.table)}
      WHERE status = ANY (${transition.from}::text[]) AND ${ref(due.date)} <= ${ctx.clock.today(ctx.company.time_zone)}
      ORDER BY ${ref(due.date)}, id
      LIMIT ${AT_ONCE}
    `,
  )
  const system = asSystem(ctx, `${transition.title} on its day`)
  let done = 0
  for (const { id } of records) done += await makeUp(system, { module, transition, due, id: Number(id) })
  return done
}

/** A record whose transition is due. */
interface DueTransition {
  readonly module: Module
  readonly transition: Transition
  readonly due: Due
  readonly id: number
}

/** Carries it out for every day that has come, until the record is not due any more or a rule refuses. */
async function makeUp(ctx: Ctx, { module, transition, due, id }: DueTransition): Promise<number> {
  let done = 0
  for (let day = await dueDay(ctx, { module, transition, due, id }); day && done < DAYS_AT_ONCE; ) {
    if (!(await carryOutOne(ctx, { module, transition, due, id }))) break
    done++
    const next = await dueDay(ctx, { module, transition, due, id })
    if (next === day) break
    day = next
  }
  return done
}

/** The day that has come; undefined when the record is not due. */
async function dueDay(ctx: Ctx, { module, transition, due, id }: DueTransition): Promise<string | undefined> {
  const [row] = await ctx.db.query<{ day: string }>(
    sql`
      SELECT ${ref(due.date)}::text AS day
      FROM ${table(ctx, module.entity.table)}
      WHERE id = ${id}
        AND status = ANY (${transition.from}::text[])
        AND ${ref(due.date)} <= ${ctx.clock.today(ctx.company.time_zone)}
    `,
  )
  return row?.day
}

async function carryOutOne(ctx: Ctx, { module, transition, due, id }: DueTransition): Promise<boolean> {
  const { workflow } = ctx.services
  try {
    await workflow.carryOut(ctx, module, { id, action: transition.name, input: {} })
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    const instead = module.workflow!.transitions[due.otherwise[error.rule ?? ''] ?? '']
    if (!instead) {
      await note(ctx, module, due, { id, message: wordsOf(error) })
      return false
    }
    const asksWhy = instead.input.some(({ name }) => name.endsWith('_reason'))
    await workflow.carryOut(ctx, module, { id, action: instead.name, input: asksWhy ? { reason: wordsOf(error) } : {} })
    return true
  }
  await note(ctx, module, due, { id, message: null })
  return true
}

/** The message for people; that of fields where it is about them. */
const wordsOf = ({ message, errors }: AppError): string => (errors ? Object.values(errors).flat().join(' ') : message)

/** Writes why the record is still due, once for each reason; null where it is not. */
async function note(
  ctx: Ctx,
  module: Module,
  { reason }: Due,
  { id, message }: { readonly id: number; readonly message: string | null },
): Promise<void> {
  if (!reason) return
  await ctx.db.tx(async () => {
    const [changed] = await ctx.db.query<Row>(
      sql`
        UPDATE ${table(ctx, module.entity.table)}
        SET ${ref(reason)} = ${message}, version = version + 1
        WHERE id = ${id} AND ${ref(reason)} IS DISTINCT FROM ${message}::text
        RETURNING id
      `,
    )
    if (changed && message !== null) await writeAudit(ctx, { module, record_id: id, action: 'due', reason: message.slice(0, 200) })
  })
}
