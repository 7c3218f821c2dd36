/** Files in the fields of a record: the caller has uploaded them or can open them, and they belong to the record once it is saved. */

import type { Field, Module, Row } from '../../../engine/model/module.ts'
import { MODULE_ACCESS } from '../../../engine/runtime/permissions/index.ts'
import type { Ctx } from '../../platform/context.ts'
import { sql, table } from '../../platform/db/sql.ts'
import type { FieldErrors } from '../../platform/errors.ts'
import { mayOpen } from '../file-access.ts'
import { report } from './messages.ts'
import { idsOf } from './references.ts'

const FILES: ReadonlySet<Field['type']> = new Set(['attachment', 'attachments', 'image'])

const ofFiles = (fields: readonly Field[]): Field[] => fields.filter((field) => FILES.has(field.type))

/** Ids of the files in fields of a record; `chosen` picks the fields. */
export function filesIn(module: Module, record: Row, chosen: (field: Field) => boolean = () => true): number[] {
  const ids = (fields: readonly Field[], row: Row) =>
    ofFiles(fields)
      .filter(chosen)
      .flatMap((field) => idsOf(row[field.name]))
  const rows = module.lines.flatMap(({ name, fields }) => ((record[name] as Row[] | undefined) ?? []).map((row) => ids(fields, row)))
  return [...ids(module.fields, record), ...rows.flat()]
}

/**
 * Assigns files that the caller uploaded for fields of a record to it: users who can see the record can open them. Files
 * of fields with restricted access stay with their uploader. A file removed from the fields becomes private to its
 * uploader again.
 */
export async function claimFiles(
  ctx: Ctx,
  module: Module,
  id: number,
  { record, before = {} }: { readonly record: Row; readonly before?: Row },
): Promise<void> {
  const store = table(ctx, 'file')
  const files = filesIn(module, record, (field) => !field.access || field.access === MODULE_ACCESS)
  const gone = filesIn(module, before).filter((file) => !filesIn(module, record).includes(file))
  if (files.length)
    await ctx.db.query(
      sql`
        UPDATE ${store}
        SET module = ${module.name}, record_id = ${id}
        WHERE id = ANY (${files}::bigint[])
          AND module IS NULL
          AND created_by = ${ctx.principal.user_id}
      `,
    )
  if (gone.length)
    await ctx.db.query(
      sql`
        UPDATE ${store}
        SET module = NULL, record_id = NULL
        WHERE id = ANY (${gone}::bigint[])
          AND module = ${module.name}
          AND record_id = ${id}
      `,
    )
}

/** Which files are new to the record, and where refusals are collected. */
interface FileCheck {
  readonly isNew: (use: { row: Row; field: Field }, id: number) => boolean
  readonly errors: FieldErrors
}

/** Reports files that the caller neither uploaded nor can open. Queries only when a field names one that `isNew`. */
export async function checkFiles(ctx: Ctx, module: Module, record: Row, { isNew, errors }: FileCheck): Promise<void> {
  const paths = new Map<number, string[]>()
  const look = (fields: readonly Field[], row: Row, prefix: string) => {
    for (const field of fields)
      for (const id of idsOf(row[field.name]))
        if (isNew({ row, field }, id)) paths.set(id, [...(paths.get(id) ?? []), `${prefix}${field.name}`])
  }
  const written = (fields: readonly Field[]) => ofFiles(fields).filter((field) => field.writable)
  look(written(module.fields), record, '')
  for (const { name, fields } of module.lines) {
    const fileFields = written(fields)
    if (fileFields.length)
      for (const [n, row] of ((record[name] as Row[] | undefined) ?? []).entries()) look(fileFields, row, `${name}.${n}.`)
  }
  if (!paths.size) return
  const rows = await ctx.db.query<Row>(
    sql`
      SELECT id, type, module, record_id, access, created_by
      FROM ${table(ctx, 'file')}
      WHERE id = ANY(${[...paths.keys()]}::bigint[])
    `,
  )
  // A file that the caller cannot open looks like one that does not exist.
  for (const row of rows) if (row.created_by === ctx.principal.user_id || (await mayOpen(ctx, row))) paths.delete(Number(row.id))
  for (const path of [...paths.values()].flat()) report(errors, path, 'The chosen file does not exist.')
}
