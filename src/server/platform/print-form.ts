/** What a print form is drawn from, beside the record, and the definition that a worker draws. */
import type { TDocumentDefinitions } from 'pdfmake/interfaces.js'

/** The head of every form. */
export interface Letterhead {
  readonly name: string
  readonly address: string
  readonly tin: string | null
  /** What the TIN is said to be: whether its holder is registered for VAT, where the document must say so. */
  readonly tin_title?: string
  /** The name in business, where it is other than the registered one. */
  readonly trade_name?: string
  readonly contact: string
  /** The company's logo as a data address; forms take PNG and JPEG. */
  readonly logo?: string
}

/** The foot of every page; the page number is on its right. */
export interface Footer {
  readonly left: string
  readonly margin: readonly [number, number, number, number]
}

/** A definition that can be sent to a worker: data only. Tables are ruled by the layouts `lined` and `boxes`. */
export type PdfDefinition = Omit<TDocumentDefinitions, 'footer' | 'header'> & { footer?: Footer }
