/** Calls that kinds of modules have besides the generic ones: lists, decisions on many, uploads, transitions by another method. */
import type { Json, JsonSchema, Module, Row } from '../../engine/model/module.ts'
import type { Ctx, Handler, ListQuery } from '../platform/context.ts'
import { invalid } from '../platform/errors.ts'
import { handler, ids } from '../platform/http/params.ts'
import { auditedExport } from '../records/export/audit.ts'
import { csvStream } from '../records/export/csv.ts'
import { exportRows } from '../records/export/rows.ts'
import { idOf } from '../records/get.ts'
import { awaitingSql, list } from '../records/list.ts'
import { sourcesOpen } from '../records/open-sources.ts'
import { listQuery } from '../records/routes/query.ts'
import { decideEach, versionsOf } from './bulk-decisions.ts'
import { cancelJob } from './jobs.ts'

/** Most records that are answered at once. */
const ALL = 500

const action: JsonSchema = {
  type: 'object',
  additionalProperties: false,
  required: ['action'],
  properties: { action: { type: 'string' } },
}

const decide: Handler = {
  name: 'records.decide',
  params: action,
  async run(ctx, module, request, params) {
    const { ids: _ids, versions: seen, ...input } = request.body
    const versions = versionsOf(seen)
    const records = ids(request.body, 'ids').map((id) => ({ module, id, version: versions[id] }))
    const data = await decideEach(ctx, records, (params as { action: string }).action, input)
    const succeeded = data.filter((decisionResult) => decisionResult.success).length
    return { success: true, data, succeeded, failed: data.length - succeeded }
  },
}

/** Runs a transition as its own route does, under a method and path that a descriptor names. */
const transition: Handler = {
  name: 'records.transition',
  params: action,
  run: (ctx, module, request, params: Json) =>
    ctx.services.workflow.transition(ctx, module, {
      id: idOf(request.params.id),
      action: (params as { action: string }).action,
      input: request.body,
    }),
}

/** Stops the job that works on the record. */
const cancel = handler('workflow.cancel', (ctx, { params }, module) => cancelJob(ctx, module, idOf(params.id)))

/** Saves the input, then submits the record again. */
const resubmit = handler('records.resubmit', async (ctx, request, module) => {
  const id = idOf(request.params.id)
  const { version, ...values } = request.body
  return ctx.db.tx(async () => {
    const based = version === undefined ? {} : { version }
    if (Object.keys(values).length) await ctx.services.records.update(ctx, module, id, { ...values, ...based })
    return ctx.services.workflow.transition(ctx, module, { id, action: 'resubmit', input: Object.keys(values).length ? {} : based })
  })
})

const page = async (ctx: Ctx, module: Module, query: ListQuery, more?: Parameters<typeof list>[3]): Promise<Row> => ({
  success: true,
  ...(await list(ctx, module, query, more)),
})

const all = handler('records.all', async (ctx, request, module) =>
  page(ctx, module, { ...listQuery(request.query), limit: ALL, window: 'all' }),
)

/** Records that await the caller's decision. */
const awaiting = handler('records.awaiting', async (ctx, request, module) =>
  page(ctx, module, listQuery(request.query), (env) => [awaitingSql(ctx, env, module)]),
)

const csv = handler('records.csv', async (ctx, request, module) => {
  const query = listQuery(request.query)
  return {
    reply: {
      type: 'text/csv; charset=utf-8',
      filename: `${module.name}-${ctx.clock.today(ctx.company.time_zone)}.csv`,
      body: csvStream(auditedExport(ctx, module, exportRows(ctx, module, query), { query, format: 'csv' })),
      audited: true,
    },
  }
})

/** Pictures for a record that is still being written; their ids go into its fields. */
const uploadImages = handler('records.uploadImages', async (ctx, request) => {
  if (!request.files.length) throw invalid({ images: ['Choose a file.'] })
  const stored: Row[] = []
  for (const file of request.files) {
    if (!file.type.startsWith('image/') && file.type !== 'application/pdf') throw invalid({ images: ['Pictures and PDF files only.'] })
    stored.push(await ctx.services.files.put(ctx, file))
  }
  return stored
})

export const recordHandlers = [decide, transition, cancel, resubmit, all, awaiting, csv, sourcesOpen, uploadImages]
