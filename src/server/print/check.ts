/**
 * A check: date in numeric boxes, one payee, the amount in figures without signs and in words (clearing house
 * rules for checks from July 2025).
 */
import { pesoWords } from '../../domain/amount-in-words.ts'
import { formatValue } from '../../engine/runtime/format/index.ts'
import { type FormInput, watermarkOf } from './document.ts'
import { breakable } from './measure.ts'
import type { PdfDefinition } from './pdf.ts'

export function checkForm({ module, record }: FormInput): PdfDefinition {
  const date = String(record.check_date ?? record.transaction_date ?? '')
  const [year = '', month = '', day = ''] = date.split('-')
  const amount = record.net_amount ?? record.total ?? 0
  const field = module.field.net_amount ?? module.field.total
  const figures = field ? formatValue(field, amount, { bare: true }) : String(amount)
  const boxes = [...`${month}${day}${year}`].map((digit) => ({ text: digit, alignment: 'center' as const }))
  return {
    pageSize: { width: 576, height: 216 },
    pageMargins: [28, 22, 28, 16],
    defaultStyle: { font: 'Roboto', fontSize: 11 },
    ...watermarkOf(record),
    info: { title: `Check ${String(record.check_no ?? '')}` },
    content: [
      {
        columns: [
          { text: `Check no. ${String(record.check_no ?? '')}`, fontSize: 9 },
          { width: 160, table: { widths: boxes.map(() => 12), body: [boxes] }, fontSize: 10 },
        ],
      },
      { text: 'MM   DD   YYYY', fontSize: 6, alignment: 'right', margin: [0, 1, 30, 14] },
      {
        columns: [
          { ...breakable(`*** ${String(record.payee ?? '')} ***`, 300, 11), width: '*' },
          { text: figures, width: 120, alignment: 'right', bold: true },
        ],
        margin: [70, 0, 0, 14],
      },
      { text: pesoWords(amount), margin: [70, 0, 0, 0] },
    ],
  }
}
