/** Tabs, panels and lists of a module under further addresses that a descriptor names. */
import type { JsonSchema } from '../../engine/model/module.ts'
import type { Handler, HandlerRequest } from '../platform/context.ts'
import { notFound } from '../platform/errors.ts'
import { handler, id } from '../platform/http/params.ts'
import { panelCall } from './panels.ts'
import { listQuery } from './routes/query.ts'
import { readSection, saveSection } from './sections.ts'

const named = (name: string): JsonSchema => ({
  type: 'object',
  additionalProperties: false,
  required: [name],
  properties: { [name]: { type: 'string' } },
})

/** The record of a call: in its path, else `employee_id` of its query or body. */
export const recordOf = ({ params, query, body }: HandlerRequest): number =>
  params.id !== undefined ? id(params, 'id') : id(query.employee_id === undefined ? body : query, 'employee_id')

/** The values of a call that names its record in the body. */
export const valuesOf = ({ params, body }: HandlerRequest) => {
  const { employee_id, ...values } = body
  return params.id === undefined ? values : employee_id === undefined ? values : body
}

const read: Handler = {
  name: 'records.section',
  params: named('section'),
  run: (ctx, module, request, params) => readSection(ctx, module, recordOf(request), (params as { section: string }).section),
}

const save: Handler = {
  name: 'records.saveSection',
  params: named('section'),
  run: (ctx, module, request, params) =>
    saveSection(ctx, module, recordOf(request), { section: (params as { section: string }).section, input: valuesOf(request) }),
}

const panel: Handler = {
  name: 'records.panel',
  params: named('panel'),
  async run(ctx, module, request, params) {
    const { panel: path } = params as { panel: string }
    const panel = module.panels.find((candidate) => candidate.path === path)
    if (!panel) throw notFound()
    return panelCall(ctx, module, panel, {
      method: 'GET',
      segments: [String(recordOf(request)), path],
      query: request.query,
      body: () => request.body,
    })
  },
}

const page = handler('records.page', async (ctx, { query }, module) => ({
  success: true,
  ...(await ctx.services.records.list(ctx, module, listQuery(query))),
}))

export const sectionHandlers = [read, save, panel, page]
