/** The start of a thread that draws PDF files. */
import { serve } from '../platform/workers/serve.ts'
import { draw } from './draw.ts'
import type { PdfDefinition } from './pdf.ts'

serve(
  async function* (definition: PdfDefinition) {
    yield new Uint8Array(await draw(definition))
  },
  (bytes) => [bytes.buffer as ArrayBuffer],
)
