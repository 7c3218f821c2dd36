/** From a document definition to bytes, drawn outside of the thread that answers requests. */
import type { Ctx } from '../platform/context.ts'
import { refuse } from '../platform/errors.ts'
import type { PdfDefinition } from '../platform/print-form.ts'
import { TaskError, WorkerPool } from '../platform/workers/pool.ts'

export type { Footer, PdfDefinition } from '../platform/print-form.ts'

/** Most pages of one file. */
export const MAX_PAGES = 1000

const pool = new WorkerPool<PdfDefinition, Uint8Array>({
  script: new URL('./pdf-worker.ts', import.meta.url),
  size: 2,
  queue: 40,
  perCaller: 4,
  timeoutMs: 60_000,
  memoryMb: 768,
})

/** Draws a definition; 422 when it takes more time, memory or pages than one file may. */
export async function toPdf(ctx: Ctx, definition: PdfDefinition): Promise<Buffer> {
  let made: Uint8Array | undefined
  try {
    await pool.run(`${ctx.company.code}:${ctx.principal.user_id}`, definition, (chunk) => {
      made = chunk
    })
  } catch (error) {
    if (!(error instanceof TaskError)) throw error
    if (error.reason === 'failed' && !error.message.startsWith('E_PAGES')) throw new Error(`A PDF could not be drawn: ${error.message}`)
    const why =
      error.reason === 'failed' ? `it has more than ${MAX_PAGES} pages` : error.reason === 'time' ? 'it takes too long' : 'it is too large'
    throw refuse('E_TOO_LARGE', `This cannot be printed as one file: ${why}. Print fewer records at a time.`)
  }
  if (!made) throw new Error('The PDF is empty.')
  return Buffer.from(made.buffer, made.byteOffset, made.byteLength)
}
