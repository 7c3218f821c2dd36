/** Makes responses comparable: workbooks and PDFs as their words, all others unchanged. */
import { strFromU8, unzipSync } from 'fflate'
import { pdfText } from '../../tests/pdf-text.ts'
import type { Answer } from './world.ts'

/** The words of a response of any type. */
export function wordsOf({ body, type }: Answer): string {
  if (type.includes('spreadsheetml') || type.includes('zip'))
    return Object.entries(unzipSync(body))
      .filter(([name]) => /sheet\d|sharedStrings|\.txt$|\.csv$/.test(name))
      .map(([, bytes]) => strFromU8(bytes))
      .join('\n')
  // Each print of a document increases its counter.
  if (type.includes('pdf')) return pdfText(body).replaceAll(/Reprint \d+/g, 'Reprint')
  if (type.startsWith('image/')) return `${body.length} bytes`
  return body.toString('utf8').replaceAll(/"(instance_id|reference_id)":"\w+"/g, '')
}

/** Words and numbers in a text, numbers without separators of thousands. */
export function* tokensOf(text: string): Generator<string> {
  for (const [token] of text.replaceAll(/(?<=\d),(?=\d{3}\b)/g, '').matchAll(/\d[\d.]*\d/g)) yield token
}

/** The first difference between two texts, with a little context. */
export function difference(a: string, b: string): string {
  let position = 0
  while (position < a.length && a[position] === b[position]) position++
  const from = Math.max(0, position - 40)
  return `${JSON.stringify(a.slice(from, position + 60))} ≠ ${JSON.stringify(b.slice(from, position + 60))}`
}

/**
 * Calls whose responses state, about the user's own records, data of other modules: a difference in these is no leak.
 * They are searched for canary values all the same.
 */
export const STATED: readonly { readonly call: RegExp; readonly because: string }[] = [
  { call: /^payslip\/\d+\/print-form/, because: "one's own payslip says when and by what kind of payroll it was paid" },
  { call: /^daily_time_record\/\d+\/trace/, because: "the explanation of one's own day names the shift and rules it was counted by" },
  { call: /^employee_portal\/dashboard/, because: "one's own day: shift, rest day and holidays" },
  { call: /^employee\/\d+\/security-setting/, because: "the employee's own account, to who holds the access to security settings" },
  { call: /^talent\/dashboard/, because: 'how many are at work, to who may list where each of them is (break status)' },
  { call: /^my_team\//, because: 'the schedules of those whom one leads' },
  { call: /^loan_entry\/\d+\/schedule/, because: 'the pay dates on which the instalments of a loan that one may open fall due' },
  { call: /^employee\/\d+\/manager/, because: 'who leads oneself, and the position of that person' },
  { call: /^employee\/\d+\/bank-account/, because: "the end of one's own account number" },
  { call: /^user\/acc_switch/, because: 'the branches and companies in which one may work oneself' },
  { call: /^[a-z_]+\/defaults\?source=/, because: 'a draft made from a document states what its descriptor copies from it' },
  {
    call: /^bill\/\d+\/duplicate/,
    because: 'the factor of the unit that a line of the bill is in',
  },
  {
    call: /^item\/get_data/,
    because: 'the units in which an item may be entered, with their factors: who names an item in a line must know them',
  },
]
