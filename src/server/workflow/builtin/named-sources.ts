/** Source documents that a document names in its header: naming links nothing, only lines taken from them do. */
import type { Module } from '../../../engine/model/module.ts'
import { fieldOf } from '../../../engine/runtime/permissions/index.ts'
import type { EffectContext, Guard } from '../../platform/context.ts'
import { refuseByDescriptor } from '../../platform/errors.ts'
import { idsOf } from '../../records/write/references.ts'
import { headerIds, linksOf, numberOf } from './links.ts'
import { parentsOf, tracedTo } from './sources.ts'

/**
 * Ids of the documents of a source of which the document has rows, or to which its rows lead: an invoice of deliveries may name
 * the order that they served.
 */
async function takenFrom(fx: EffectContext, source: Module): Promise<ReadonlySet<number>> {
  const links = linksOf(fx).filter(({ module }) => module.name === source.name)
  const direct = (await Promise.all(links.map((link) => headerIds(fx.ctx, link)))).flat()
  const traced = await tracedTo(fx, source.name)
  return new Set([...direct, ...(traced ? await parentsOf(fx, source, traced.lines, [...traced.deltas.keys()]) : [])])
}

/** Refuses a document that names another as its source and has no line from it: the other would stay open for ever. */
export const sourcesTaken: Guard = {
  name: 'sources.taken',
  params: {
    description:
      'Refuses a document that names a source document in its header (`field` of `sources`) and has no line from it or from what was made of it.',
    type: ['object', 'null'],
    additionalProperties: false,
    properties: {},
  },
  async check(fx) {
    for (const source of fx.module.sources) {
      const field = source.field && fieldOf(fx.module, source.field)
      const module = fx.ctx.modules.get(source.module)
      const counted = Object.values(source.lines).some(({ from, serves }) => from !== undefined && serves !== undefined)
      if (!field || !module || !counted) continue
      const named = idsOf(fx.record[field.name])
      if (!named.length) continue
      const taken = await takenFrom(fx, module)
      const missing = named.find((id) => !taken.has(id))
      if (missing === undefined) continue
      const no = numberOf(module, await fx.ctx.services.records.load(fx.ctx, module, missing))
      const message = `No line is from ${no}, so it would stay open. Choose it again in “${field.title}” to add its lines, or remove it there.`
      throw refuseByDescriptor('E_SOURCE', message, { module: module.name, id: missing }, { [field.name]: [message] })
    }
  },
}
