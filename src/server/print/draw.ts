/** Draws a definition with pdfmake, in the thread that calls. */
import { createRequire } from 'node:module'
import type { CustomTableLayout, TDocumentDefinitions } from 'pdfmake/interfaces.js'
import { MAX_PAGES, type PdfDefinition } from './pdf.ts'

interface Maker {
  addFonts(fonts: object): void
  addTableLayouts(layouts: Readonly<Record<string, CustomTableLayout>>): void
  setUrlAccessPolicy?(policy: () => boolean): void
  setLocalAccessPolicy?(policy: (path: string) => boolean): void
  createPdf(definition: TDocumentDefinitions): { getBuffer(): Promise<Buffer> }
}

const LINED: CustomTableLayout = { hLineColor: () => '#ced4da', vLineColor: () => '#ced4da', hLineWidth: () => 0.5, vLineWidth: () => 0.5 }
const LAYOUTS = {
  lined: LINED,
  boxes: { ...LINED, paddingTop: () => 1.5, paddingBottom: () => 1.5 },
  book: { ...LINED, paddingTop: () => 1, paddingBottom: () => 1 },
}

const require = createRequire(import.meta.url)
let maker: Maker | undefined

/** Roboto has the peso sign. Nothing but the fonts is ever read from disk, and nothing from the network. */
function pdfmake(): Maker {
  if (!maker) {
    maker = require('pdfmake') as Maker
    maker.addFonts(require('pdfmake/fonts/Roboto') as object)
    maker.addTableLayouts(LAYOUTS)
    maker.setUrlAccessPolicy?.(() => false)
    maker.setLocalAccessPolicy?.((path) => path.includes('pdfmake') && path.endsWith('.ttf'))
  }
  return maker
}

/** The bytes of the file. Throws `E_PAGES` when it has more pages than one file may. */
export function draw({ footer, ...definition }: PdfDefinition): Promise<Buffer> {
  return pdfmake()
    .createPdf({
      ...definition,
      footer: (page, pages) => {
        if (pages > MAX_PAGES) throw new Error(`E_PAGES ${pages}`)
        if (!footer) return null
        return {
          columns: [
            { text: footer.left, fontSize: 7, color: '#5c636a' },
            { text: `Page ${page} of ${pages}`, fontSize: 7, alignment: 'right', color: '#5c636a', width: 70 },
          ],
          margin: [...footer.margin],
        }
      },
    })
    .getBuffer()
}
