/** Large imports: written by a job, a chunk of rows per transaction, that continues where it stopped. */
import type { Json, Module, Row } from '../../../engine/model/module.ts'
import type { Ctx, JobSubject } from '../../platform/context.ts'
import { sql, table } from '../../platform/db/sql.ts'
import { AppError } from '../../platform/errors.ts'
import { inBatch } from '../batch.ts'
import { loadExactly } from '../load.ts'
import { knowReferences, type Resolved } from '../write/references.ts'
import { prepareChange, prepareNew, storeChange } from '../write/save.ts'
import { nameOf } from './changes.ts'
import { type ChildValues, childGroups } from './children.ts'
import { RECORD_ID } from './match.ts'
import type { SeenVersion } from './mode.ts'
import { idsOfLater } from './references.ts'
import type { LaterReference } from './sheet-record.ts'
import { changedSince, storeRow } from './write.ts'

const CHUNK = 500
/** Holds the child records of a row that a job imports; no field has this name. */
const CHILDREN = '$children'
/** Holds its references to rows above. */
const LATER = '$later'
/** Holds the id and the version of the record that it changes. */
const STORED = '$stored'
export const IMPORT_QUEUE = 'records.import'

type Later = Readonly<Record<string, LaterReference>>

/** A checked row: the values of a new record, or those that change the record `stored`. */
export interface QueuedRow {
  readonly values: Row
  readonly children?: ChildValues
  readonly later?: Later
  readonly stored?: SeenVersion
}

/** Keeps checked rows and starts the job that writes them; returns its id. */
export async function queue(ctx: Ctx, module: Module, rows: readonly QueuedRow[]): Promise<string> {
  const json = JSON.stringify(
    rows.map(({ values, children, later, stored }) => ({
      ...values,
      ...(children && { [CHILDREN]: children }),
      ...(later && { [LATER]: later }),
      ...(stored && { [STORED]: stored }),
    })),
  )
  return ctx.db.tx(async () => {
    const [run] = await ctx.db.query<{ id: number }>(
      sql`
        insert into ${table(ctx, 'import_run')} (module, user_id, rows)
        values (${module.name}, ${ctx.principal.user_id}, ${json})
        returning id
      `,
    )
    return ctx.services.jobs.send(ctx, IMPORT_QUEUE, { run: run!.id })
  })
}

/** Works through an import: each transaction contains a chunk of records and the progress, so that a retry continues there. */
export async function workImport(ctx: Ctx, data: Json, progress: (done: number, total: number) => void): Promise<Json> {
  const id = Number((data as { run: number }).run)
  const imports = table(ctx, 'import_run')
  const [run] = await ctx.db.query<{ module: string; total: number; done: number }>(
    sql`
      select module, done, jsonb_array_length(rows) as total
      from ${imports}
      where id = ${id}
    `,
  )
  const module = run && ctx.modules.get(run.module)
  if (!run || !module) throw new AppError('not_found', 'The import was not found.')
  const known: Resolved = new Map()
  for (let { done } = run; done < run.total; ) {
    const from = done
    done = await ctx.db.tx(async () => {
      const [held] = await ctx.db.query<{ done: number }>(
        sql`
          select done
          from ${imports}
          where id = ${id}
          for update
        `,
      )
      // Another process has taken over the import and has already done this chunk.
      if (held!.done !== from) return held!.done
      const chunk = await ctx.db.query<{ v: Row }>(
        sql`
          select v
          from ${imports} r, jsonb_array_elements(r.rows) with ordinality as e(v, n)
          where r.id = ${id}
            and n > ${from}
            and n <= ${from + CHUNK}
          order by n
        `,
      )
      await inBatch(ctx, (batch) =>
        writeRows(
          batch,
          module,
          chunk.map(({ v }) => v),
          known,
        ),
      )
      await ctx.db.query(
        sql`
          update ${imports}
          set done = ${from + chunk.length}, state = ${from + chunk.length >= run.total ? 'done' : 'running'}
          where id = ${id}
        `,
      )
      return from + chunk.length
    })
    progress(done, run.total)
  }
  return countsOf(ctx, id)
}

/** How many records an import has created and changed. */
async function countsOf(ctx: Ctx, id: number): Promise<Json> {
  const [counts] = await ctx.db.query<{ created: number; updated: number }>(
    sql`
      select count(*) filter (where not v ? ${STORED})::int as created, count(*) filter (where v ? ${STORED})::int as updated
      from ${table(ctx, 'import_run')} r, jsonb_array_elements(r.rows) as e(v)
      where r.id = ${id}
    `,
  )
  return { created: counts!.created, updated: counts!.updated }
}

/** Writes the rows of a chunk: new records, and changes of records that are still as they were checked. */
async function writeRows(ctx: Ctx, module: Module, rows: readonly Row[], known: Resolved): Promise<void> {
  const groups = childGroups(ctx, module)
  const ids = rows.flatMap((row) => (row[STORED] as SeenVersion | undefined)?.[0] ?? [])
  const currents = new Map((await loadExactly(ctx, module, ids, { action: 'edit', lock: true })).map((row) => [Number(row.id), row]))
  await knowReferences(ctx, module, [...currents.values()], known)
  for (const queued of rows) {
    const { [CHILDREN]: children, [LATER]: later, [STORED]: stored, ...given } = queued
    const values = { ...given, ...(later ? await idsOfLater(ctx, module, later as Later) : {}) }
    if (!stored) {
      const record = await prepareNew(ctx, module, values, { known, isAsked: true })
      await storeRow(ctx, module, groups, { record, children: (children ?? {}) as ChildValues })
      continue
    }
    const [id, version] = stored as SeenVersion
    const current = currents.get(id)
    if (!current || Number(current.version) !== version) throw changedSince(current ? nameOf(ctx, module, current) : `${RECORD_ID} ${id}`)
    await storeChange(ctx, module, current, await prepareChange(ctx, module, current, { input: values, known }))
  }
}

/** Marks an import that failed for good; notifies its sender how many records were imported. */
export async function endImport(ctx: Ctx, data: Json, message: string): Promise<JobSubject | undefined> {
  const [run] = await ctx.db.query<{ module: string; total: number; done: number }>(
    sql`
      update ${table(ctx, 'import_run')}
      set state = 'failed', errors = ${JSON.stringify([{ message }])}
      where id = ${Number((data as { run?: number } | null)?.run)}
        and state in ('queued', 'running')
      returning module, done, jsonb_array_length(rows) as total
    `,
  )
  const module = run && ctx.modules.get(run.module)
  if (!module) return undefined
  return { module: module.name, title: `The import of ${module.title} stopped after ${run.done} of ${run.total} records` }
}
