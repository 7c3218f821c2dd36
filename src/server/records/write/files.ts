/** Files that a record names in its fields: there must be such a file in the company. Who may open it is asked when it is opened. */
import type { Field, Module, Row } from '../../../engine/module.ts'
import type { Ctx } from '../../context.ts'
import { qualify } from '../../db/name.ts'
import type { FieldErrors } from '../../errors.ts'
import { report } from './messages.ts'
import { idsOf } from './references.ts'

const FILES: ReadonlySet<Field['type']> = new Set(['attachment', 'attachments', 'image'])

/** Complains about files that do not exist. Asks only when a field names one that `isNew`. */
export async function checkFiles(
  ctx: Ctx,
  module: Module,
  record: Row,
  isNew: (use: { row: Row; field: Field }, id: number) => boolean,
  errors: FieldErrors,
): Promise<void> {
  const paths = new Map<number, string[]>()
  const look = (fields: readonly Field[], row: Row, at: string) => {
    for (const field of fields)
      for (const id of idsOf(row[field.name]))
        if (isNew({ row, field }, id)) paths.set(id, [...(paths.get(id) ?? []), `${at}${field.name}`])
  }
  const ofFiles = (fields: readonly Field[]) => fields.filter((field) => field.writable && FILES.has(field.type))
  look(ofFiles(module.fields), record, '')
  for (const { name, fields } of module.lines) {
    const own = ofFiles(fields)
    if (own.length) for (const [n, row] of ((record[name] as Row[] | undefined) ?? []).entries()) look(own, row, `${name}.${n}.`)
  }
  if (!paths.size) return
  const found = await ctx.db.query<{ id: number }>(`SELECT id FROM ${qualify(ctx.company.schema, 'file')} WHERE id = ANY($1::bigint[])`, [
    [...paths.keys()],
  ])
  for (const { id } of found) paths.delete(Number(id))
  for (const path of [...paths.values()].flat()) report(errors, path, 'The chosen file does not exist.')
}
