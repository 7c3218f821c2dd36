/** Records that are saved together: what they must satisfy with each other is checked once all of them are saved. */
import type { Ctx } from '../platform/context.ts'

/** Runs saves with a context of their own, then the checks that waited for their end, in the caller's transaction. */
export async function inBatch<T>(ctx: Ctx, run: (ctx: Ctx) => Promise<T>): Promise<T> {
  const atEnd = new Map<string, () => Promise<void>>()
  const result = await run({ ...ctx, atEnd })
  for (const check of atEnd.values()) await check()
  return result
}
