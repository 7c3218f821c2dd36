/** Notes on a record while it is being edited, from the handlers that its form names. */
import type { Module, Row } from '../../engine/model/module.ts'
import type { Ctx } from '../platform/context.ts'
import { AppError } from '../platform/errors.ts'
import { seesOf } from './access.ts'
import { preview } from './defaults.ts'
import { acceptInput } from './write/input.ts'
import { withoutMisshapen } from './write/validate.ts'

/** One note; `danger` is what would refuse it later. */
export interface Note {
  readonly tone: 'info' | 'warning' | 'danger'
  readonly text: string
}

/** Asks each handler of `form.advice` about the draft, computed as far as it goes. `id`: of the record that is being changed. */
export async function advice(ctx: Ctx, module: Module, body: Row): Promise<Note[]> {
  const calls = module.form.advice ?? []
  if (!calls.length) return []
  const { id, version: _version, ...values } = body
  const draft = await drafted(ctx, module, values)
  const notes: Note[] = []
  for (const { name, params } of calls) {
    const match = await ctx.services.handlers
      .get(name)
      ?.run(ctx, module, { params: {}, query: {}, body: { ...draft, id: id ?? null }, files: [] }, params)
    if (Array.isArray(match)) notes.push(...(match as Note[]))
  }
  return notes
}

/**
 * An incomplete record gets notes as well: a value that cannot be computed yet stays as it was sent, where it has the
 * type of its field.
 */
async function drafted(ctx: Ctx, module: Module, values: Row): Promise<Row> {
  try {
    return (await preview(ctx, module, acceptInput(module, values, { sees: seesOf(ctx) }))).record
  } catch (error) {
    if (error instanceof AppError && error.kind === 'invalid') return withoutMisshapen(module, values).row
    throw error
  }
}
