/**
 * The outbox: consequences outside the transaction. The transaction only writes an entry; the delivery happens after the
 * commit, once, also when the process dies in between.
 */

import type { Row } from '../../../engine/model/module.ts'
import type { Company, Ctx, Db, Outbox } from '../context.ts'
import { raw, sql, table } from '../db/sql.ts'
import { notifyOf, type Occurrence } from './notify.ts'
import { isStillDue } from './pending-level.ts'

/** An entry that failed this often is left for an administrator to check. */
const MAX_ATTEMPTS = 5
/** Interval at which entries of other processes are searched for, in milliseconds. */
export const SWEEP_MS = 30_000

/** How long delivery continues while stopping, in milliseconds. */
const STOP_MS = 3_000

interface OutboxRunner extends Outbox {
  /** Starts delivery. `companies` and `context` give the companies that may have entries. */
  start(companies: () => Promise<readonly Company[]>, context: (company: Company) => Promise<Ctx>): Promise<void>
  stop(): Promise<void>
}

/** What follows from an entry: people are notified of a transition, or the approvers of what is pending are determined again. */
export type NoteKind = 'transition' | 'recheck'

type Note = { readonly id: number } & ({ readonly kind: 'transition'; readonly payload: Occurrence } | { readonly kind: 'recheck' })

async function deliver(ctx: Ctx, note: Note): Promise<void> {
  if (note.kind === 'recheck') for (const approver of ctx.services.approvers.values()) await approver.recheck?.(ctx)
  else if (await isStillDue(ctx, note.payload)) await notifyOf(ctx, note.payload)
}

export function createOutbox(db: Db, fail: (error: unknown) => void, swept: (company: Company) => void = () => undefined): OutboxRunner {
  let contextOf: ((company: Company) => Promise<Ctx>) | undefined
  let timer: NodeJS.Timeout | undefined
  let stopBy = Number.POSITIVE_INFINITY
  const running = new Map<string, { again: boolean; done: Promise<void> }>()

  const drain = async (company: Company, context: (company: Company) => Promise<Ctx>): Promise<void> => {
    const state = running.get(company.schema)!
    do {
      state.again = false
      // Acting as the system is logged: not for a check that finds nothing.
      if (!(await hasNotes(db, company))) continue
      const ctx = await context(company)
      // A long backlog does not delay stopping; the next start delivers the rest.
      while (Date.now() < stopBy && (await deliverNext(ctx)));
    } while (state.again && Date.now() < stopBy)
  }

  const wake = (company: Company): void => {
    if (!contextOf) return
    const known = running.get(company.schema)
    if (known) {
      known.again = true
      return
    }
    const state = { again: false, done: Promise.resolve() }
    running.set(company.schema, state)
    state.done = drain(company, contextOf)
      .catch(fail)
      .finally(() => running.delete(company.schema))
  }

  return {
    wake,
    async start(companies, context) {
      contextOf = context
      const sweep = async () => {
        for (const company of await companies()) {
          wake(company)
          swept(company)
        }
      }
      await sweep()
      timer = setInterval(() => void sweep().catch(fail), SWEEP_MS)
      timer.unref()
    },
    async stop() {
      clearInterval(timer)
      stopBy = Date.now() + STOP_MS
      contextOf = undefined
      await Promise.all([...running.values()].map((entry) => entry.done))
    },
  }
}

const hasNotes = async (db: Db, company: Company): Promise<boolean> =>
  (
    await db.query(
      sql`
        SELECT 1
        FROM ${table({ company }, 'outbox')}
        WHERE done_at IS NULL AND attempts < ${raw(String(MAX_ATTEMPTS))}
        LIMIT 1
      `,
    )
  ).length > 0

/** Delivers the oldest entry that no other process is delivering, in one transaction with its removal. Returns whether there was one. */
export async function deliverNext(ctx: Ctx): Promise<boolean> {
  const tableName = table(ctx, 'outbox')
  let note: Note | undefined
  try {
    await ctx.db.tx(async () => {
      const [match] = await ctx.db.query<Row & Note>(
        sql`
          SELECT id, kind, payload
          FROM ${tableName}
          WHERE done_at IS NULL AND attempts < ${raw(String(MAX_ATTEMPTS))}
          ORDER BY id
          LIMIT 1
          FOR UPDATE SKIP LOCKED
        `,
      )
      note = match
      if (!note) return
      await deliver(ctx, note)
      await ctx.db.query(sql`DELETE FROM ${tableName} WHERE id = ${note.id}`)
    })
  } catch (error) {
    if (!note) throw error
    ctx.log.error({ err: error, outbox: note.id }, 'an outbox entry could not be delivered')
    await ctx.db.query(sql`
      UPDATE ${tableName}
      SET attempts = attempts + 1, error = ${(error as Error).message}
      WHERE id = ${note.id}
    `)
  }
  return note !== undefined
}
