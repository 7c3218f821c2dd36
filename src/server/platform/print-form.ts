/** The type of a print form: a function from a record to a definition, which a worker draws. */
import type { TDocumentDefinitions } from 'pdfmake/interfaces.js'
import type { Module, Row } from '../../engine/model/module.ts'
import type { Ctx } from './context.ts'

/** The head of every form. */
export interface Letterhead {
  readonly name: string
  readonly address: string
  readonly tin: string | null
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

export interface PrintInput {
  readonly ctx: Ctx
  readonly module: Module
  /** The record as its reader can see it, with its lines. */
  readonly record: Row
  readonly head: Letterhead
}

/** A form that a feature draws itself (`print[].template`). Drawn once per copy. */
export type PrintForm = (input: PrintInput) => PdfDefinition | Promise<PdfDefinition>
