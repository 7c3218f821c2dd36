/** Deleting: refused while others refer to the record, and taking along what exists only for it. */
import { keepsRecords } from '../../../engine/model/kind.ts'
import type { Module } from '../../../engine/model/module.ts'
import type { Ctx } from '../../platform/context.ts'
import { qualify, quote } from '../../platform/db/name.ts'
import { Params } from '../../platform/db/params.ts'
import { refuse } from '../../platform/errors.ts'
import { dropTags } from '../tags.ts'

/** Arrays of references have no foreign key; plain ones have, but say less clearly who refers. */
export async function requireUnused(ctx: Ctx, module: Module, id: number): Promise<void> {
  const params = new Params()
  const idParam = params.add(id, 'bigint')
  const uses: string[] = []
  for (const other of ctx.modules.values()) {
    if (!keepsRecords(other.kind)) continue
    for (const part of [
      { table: other.entity.table, fields: other.fields, where: '' },
      ...other.lines.map((lines) => ({
        table: lines.table,
        fields: lines.fields,
        where: other.name === module.name ? ` and parent_id <> ${idParam}` : '',
      })),
    ]) {
      for (const field of part.fields) {
        if (field.to !== module.name) continue
        const match = field.storage === 'bigint[]' ? `${quote(field.name)} @> array[${idParam}]` : `${quote(field.name)} = ${idParam}`
        const self = part.table === module.entity.table ? ` and id <> ${idParam}` : part.where
        if (field.storage !== 'none')
          uses.push(
            `select ${params.add(other.title, 'text')} as title where exists (select 1 from ${qualify(ctx.company.schema, part.table)} where ${match}${self})`,
          )
      }
    }
  }
  if (!uses.length) return
  const rows = await ctx.db.prepared<{ title: string }>(`${uses.join(' union all ')} limit 3`, params.values)
  if (rows.length) {
    const titles = [...new Set(rows.map((row) => row.title))].join(', ')
    // What cannot be made inactive, as a punch or a document, has no other way out here.
    throw module.field.is_active
      ? refuse('E_IN_USE', `This record is used in ${titles}, so it cannot be deleted. Make it inactive instead.`)
      : refuse('E_IN_USE', `This record is used in ${titles}, so it cannot be deleted.`)
  }
}

/** Panel rows that name their owner by kind and number (addresses, contacts) go with it, and so do its tags. */
export async function removeChildren(ctx: Ctx, module: Module, id: number): Promise<void> {
  await dropTags(ctx, module, id)
  for (const panel of module.panels) {
    const target = ctx.modules.get(panel.module)
    const owner = Object.entries(panel.where).find(([, value]) => value === '$id')?.[0]
    if (!target || !owner || target.field[owner]?.to) continue
    const params = new Params()
    const where = Object.entries(panel.where).map(
      ([name, value]) => `${quote(name)} = ${params.add(value === '$id' ? id : value, target.field[name]?.storage ?? 'text')}`,
    )
    await ctx.db.prepared(`delete from ${qualify(ctx.company.schema, target.entity.table)} where ${where.join(' and ')}`, params.values)
  }
}
