/** From a document definition to bytes. */
import { createRequire } from 'node:module'
import type { TDocumentDefinitions } from 'pdfmake/interfaces.js'

interface Maker {
  addFonts(fonts: object): void
  setUrlAccessPolicy?(policy: () => boolean): void
  setLocalAccessPolicy?(policy: (path: string) => boolean): void
  createPdf(definition: TDocumentDefinitions): { getBuffer(): Promise<Buffer> }
}

const require = createRequire(import.meta.url)
let maker: Maker | undefined

/** Roboto has the peso sign. Nothing but the fonts is ever read from disk, and nothing from the network. */
function pdfmake(): Maker {
  if (!maker) {
    maker = require('pdfmake') as Maker
    maker.addFonts(require('pdfmake/fonts/Roboto') as object)
    maker.setUrlAccessPolicy?.(() => false)
    maker.setLocalAccessPolicy?.((path) => path.includes('pdfmake') && path.endsWith('.ttf'))
  }
  return maker
}

export const toPdf = (definition: TDocumentDefinitions): Promise<Buffer> => pdfmake().createPdf(definition).getBuffer()
