/** The worker thread that reads sheets. */
import { readFile } from 'node:fs/promises'
import { serve } from '../../platform/workers/serve.ts'
import { sheetRows } from './read.ts'

/** The bytes of a sheet, or where they are. */
export type SheetTask = { readonly bytes: Uint8Array } | { readonly path: string }

serve<SheetTask, string[][]>(async function* (task) {
  const file = 'path' in task ? await readFile(task.path) : Buffer.from(task.bytes.buffer, task.bytes.byteOffset, task.bytes.byteLength)
  yield* sheetRows(file)
})
