/** An uploaded sheet as rows of texts, read outside of the thread that answers requests. */
import type { Ctx } from '../../platform/context.ts'
import { AppError, invalid } from '../../platform/errors.ts'
import type { Contents } from '../../platform/files/contents.ts'
import { TaskError, WorkerPool } from '../../platform/workers/pool.ts'
import type { SheetTask } from './sheet-worker.ts'

/** Most bytes of a sheet. */
const MAX_BYTES = 50 * 1024 * 1024
const pool = new WorkerPool<SheetTask, string[][]>({
  script: new URL('./sheet-worker.ts', import.meta.url),
  size: 2,
  queue: 20,
  perCaller: 3,
  timeoutMs: 30_000,
  memoryMb: 768,
})

export interface SheetFile {
  readonly name: string
  readonly body: Contents
}

/** Rows of a CSV or Excel file, the first being the titles; 400 when it cannot be read within bounds. */
export async function readSheet(ctx: Ctx, { name, body }: SheetFile): Promise<string[][]> {
  const size = Buffer.isBuffer(body) ? body.length : body.size
  if (size > MAX_BYTES) throw new AppError('too_large', `A sheet may have ${MAX_BYTES / 1024 / 1024} MB at most.`)
  const rows: string[][] = []
  const take = (chunk: string[][]): void => {
    for (const row of chunk) rows.push(row)
  }
  const caller = `${ctx.company.code}:${ctx.principal.user_id}`
  try {
    if (Buffer.isBuffer(body)) {
      const bytes = new Uint8Array(body)
      await pool.run(caller, { bytes }, take, [bytes.buffer])
    } else await pool.run(caller, { path: body.path }, take)
  } catch (error) {
    if (!(error instanceof TaskError)) throw error
    const why = {
      failed: error.message.slice(0, 200),
      time: 'it takes too long. Please send a smaller file, or a CSV file.',
      memory: 'it is too large. Please send fewer rows and columns, or a CSV file.',
    }[error.reason]
    throw invalid({ file: [`"${name.slice(0, 80)}" could not be read as CSV or Excel: ${why}`] })
  }
  return rows
}
