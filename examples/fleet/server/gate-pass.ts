/** The gate pass: a small form that the guard at the gate reads. */
import { linesOf, type PrintForm, type Row, textOf } from 'tanggapan/feature'

export const gatePass: PrintForm = ({ record, head }) => ({
  pageSize: 'A5',
  pageMargins: [36, 36, 36, 36],
  content: [
    { text: head.name, bold: true, fontSize: 12 },
    { text: 'Gate pass', fontSize: 16, margin: [0, 8, 0, 8] },
    { text: `Trip ${textOf(record, 'transaction_no')}`, fontSize: 11 },
    { text: `Vehicle: ${textOf(record.vehicle as Row, 'name')}` },
    { text: `Driver: ${textOf(record, 'driver')}`, margin: [0, 0, 0, 8] },
    { ul: linesOf(record, 'stops').map((stop) => `${textOf(stop, 'place')}, ${textOf(stop, 'weight')} kg`) },
  ],
})
