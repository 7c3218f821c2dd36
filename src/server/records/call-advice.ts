/** Warnings shown while the input of a declared call is entered, from the handlers that its button names. They never block. */
import type { Endpoint, Module, Row } from '../../engine/model/module.ts'
import type { Ctx } from '../platform/context.ts'
import { AppError } from '../platform/errors.ts'

/** Asks each handler of the button, with the input entered so far; input that a handler cannot read yet has no notes. */
export async function adviceOnCall(
  ctx: Ctx,
  module: Module,
  { button }: Pick<Endpoint, 'button'>,
  { id, input }: { readonly id: unknown; readonly input: Row },
): Promise<{ text: string }[]> {
  const notes: { text: string }[] = []
  for (const { name, params } of button?.advice ?? []) {
    const body = { input, ...(id === undefined || id === null ? {} : { ids: [Number(id)] }) }
    try {
      const answer = await ctx.services.handlers.get(name)?.run(ctx, module, { params: {}, query: {}, body, files: [] }, params)
      if (Array.isArray(answer)) notes.push(...(answer as { text: string }[]))
    } catch (error) {
      if (!(error instanceof AppError && error.kind === 'invalid')) throw error
    }
  }
  return notes
}
