/** The tables of what a document debits and credits. */
import type { Content } from 'pdfmake/interfaces.js'
import { formatNumber } from '../../engine/runtime/format/index.ts'
import { fit, squeeze, UPRIGHT } from './measure.ts'
import type { Posting } from './postings.ts'
import { type Cells, table } from './table.ts'

/**
 * The debits and credits in a width of `room` points, those of each later entry in a table under its heading; nothing for a
 * document that posted none.
 */
export function distribution(postings: readonly Posting[], room: number): Content[] {
  const entries = Map.groupBy(postings, ({ heading }) => heading)
  return [...entries].flatMap(([heading, lines]) => entry(heading ?? 'Accounting distribution', lines, room))
}

function entry(heading: string, postings: readonly Posting[], room: number): Content[] {
  const figures = (name: 'debit' | 'credit') =>
    postings.map((posting) => (Number(posting[name]) === 0 ? '' : formatNumber(posting[name], 2)))
  const columns: Cells[] = [
    { title: 'Account', texts: postings.map(({ account }) => account), numeric: false, wraps: true },
    { title: 'Debit', texts: figures('debit'), numeric: true, wraps: false },
    { title: 'Credit', texts: figures('credit'), numeric: true, wraps: false },
  ]
  return [{ text: heading, bold: true, margin: [0, 4, 0, 0] }, table(columns, fit(columns, room, UPRIGHT) ?? squeeze(columns, room, 8))]
}
