/** The stored record that each row of a sheet means: by its id, else by the key of the module. */
import type { Field, Module } from '../../../engine/model/module.ts'
import type { Ctx } from '../../platform/context.ts'
import { qualify } from '../../platform/db/name.ts'
import { sql, table } from '../../platform/db/sql.ts'
import { pacer } from '../../platform/pace.ts'
import { seesOf } from '../access.ts'
import { envOf } from '../query/env.ts'
import { scopeSql } from '../query/scope.ts'
import { column } from '../query/values.ts'
import { scalarText, wholeNumber } from '../write/scalars.ts'
import type { RowError, SheetRecord } from './sheet-record.ts'

/** Values that belong to one record only. */
export type Key = readonly Field[]

/** The keys of the module, the first that a sheet has counts: numbers, unique codes, other unique values, then combinations. */
export function keysOf(ctx: Ctx, module: Module): Key[] {
  const sees = seesOf(ctx)
  const usable = (field: Field | undefined): field is Field =>
    field !== undefined && sees(field) && !field.sensitive && field.type !== 'password' && field.type !== 'secret'
  const numbers = module.entity.numbers.map(({ field }) => module.field[field])
  const unique = module.fields.filter((field) => field.unique)
  const single = [...new Set([...numbers, ...unique.filter(({ type }) => type === 'code'), ...unique])].filter(usable)
  const combined = module.entity.unique.map((names) => names.map((name) => module.field[name]))
  return [...single.map((field) => [field]), ...combined.filter((key): key is Field[] => key.every(usable))]
}

/** What joins the values of a key; no text has it. */
const JOINT = '\u001f'

/** What rows mean. */
export interface Matches {
  /** The id of a row's record, by the number of the row; rows without one would be new. */
  readonly ids: ReadonlyMap<number, number>
  readonly errors: readonly RowError[]
  /** The titles of the columns that decided. */
  readonly key: string
}

/** Finds the records of the rows; where `lock`, they stay locked until the transaction ends. */
export async function matchRecords(
  ctx: Ctx,
  module: Module,
  records: readonly SheetRecord[],
  { creates, lock }: { readonly creates: boolean; readonly lock: boolean },
): Promise<Matches> {
  const partOf = ({ values, identity }: SheetRecord, { name }: Field): string | undefined => identity?.[name] ?? scalarText(values[name])
  const key = keysOf(ctx, module).find((fields) => records.some((record) => fields.every((field) => partOf(record, field) !== undefined)))
  const errors: RowError[] = []
  const ids = new Map<number, number>()
  const texts = new Map<number, string>()
  const pace = pacer()
  for (const record of records) {
    await pace()
    const { row, identity } = record
    if (identity?.id !== undefined) {
      const id = wholeNumber(identity.id)
      if (id !== undefined && id > 0) ids.set(row, id)
      else errors.push({ row, field: RECORD_ID, message: 'This is not a record ID. Leave the IDs as they are in the exported file.' })
      continue
    }
    const parts = key?.map((field) => partOf(record, field))
    if (parts?.every((part) => part !== undefined)) texts.set(row, parts.join(JOINT))
    else if (!creates) errors.push({ row, message: `Write the ${namesOf(module, key)} by which the record can be recognized.` })
  }
  if (key) errors.push(...(await matchTexts(ctx, module, key, { texts, ids, creates })))
  errors.push(...twice(ids))
  if (lock && ids.size)
    await ctx.db.query(
      sql`
        select id
        from ${table(ctx, module.entity.table)}
        where id = any(${[...ids.values()]}::bigint[])
        order by id
        for update
      `,
    )
  return { ids, errors, key: (key ?? []).map(({ title }) => title).join(', ') }
}

/** The title of the column with the ids of records. */
export const RECORD_ID = 'Record ID'

const namesOf = (module: Module, key: Key | undefined): string =>
  key ? key.map(({ title }) => title).join(' and ') : `${RECORD_ID} of the ${module.singular.toLowerCase()}`

/** Two rows for the same record: which of them counts is for people to say. */
function twice(ids: Map<number, number>): RowError[] {
  const first = new Map<number, number>()
  const errors: RowError[] = []
  for (const [row, id] of ids) {
    const before = first.get(id)
    if (before === undefined) first.set(id, row)
    else errors.push({ row, message: `The same record is in row ${before}.` })
  }
  for (const { row } of errors) ids.delete(row)
  return errors
}

interface Wanted {
  /** The key of each row. */
  readonly texts: ReadonlyMap<number, string>
  /** Receives the ids. */
  readonly ids: Map<number, number>
  readonly creates: boolean
}

/** One query for the keys of all rows, among the records that the caller can change. Codes match regardless of case. */
async function matchTexts(ctx: Ctx, module: Module, key: Key, { texts, ids, creates }: Wanted): Promise<RowError[]> {
  if (!texts.size) return []
  const isCode = key.length === 1 && key[0]!.type === 'code'
  const folded = (text: string): string => (isCode ? text.toLowerCase() : text)
  const env = envOf(ctx)
  const exact = key.map(({ name }) => `${column('t', name)}::text`).join(' || chr(31) || ')
  const reach = scopeSql(ctx, env, module, { alias: 't', action: 'edit' })
  const wanted = env.params.add([...new Set([...texts.values()].map(folded))], 'text[]')
  const where = [...reach, `${isCode ? `lower(${exact})` : exact} = any(${wanted})`].join(' and ')
  const rows = await ctx.db.query<{ id: number; text: string }>(
    `select t.id, ${exact} as text from ${qualify(env.schema, module.entity.table)} t where ${where}`,
    env.params.values,
  )
  const matches = new Map<string, { id: number; text: string }[]>()
  for (const { id, text } of rows) matches.set(folded(text), [...(matches.get(folded(text)) ?? []), { id: Number(id), text }])
  const errors: RowError[] = []
  for (const [row, text] of texts) {
    const all = matches.get(folded(text)) ?? []
    // Two records can have codes that differ in case: the one that is written exactly so is meant.
    const same = all.filter((match) => match.text === text)
    const fitting = same.length ? same : all
    if (fitting.length === 1) ids.set(row, fitting[0]!.id)
    else if (fitting.length > 1) errors.push({ row, message: `This fits ${fitting.length} records; write the ${RECORD_ID}.` })
    else if (!creates)
      errors.push({
        row,
        field: key.map(({ title }) => title).join(', '),
        message: `There is no ${module.singular.toLowerCase()} with this value that you can change.`,
      })
  }
  return errors
}
