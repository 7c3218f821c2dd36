/** Titles from names of fields and modules, which a descriptor need not contain. */
const SPELLED: Readonly<Record<string, string>> = {
  no: 'no.',
  nos: 'nos.',
  uom: 'UOM',
  vat: 'VAT',
  tin: 'TIN',
  sku: 'SKU',
  ewt: 'EWT',
  atc: 'ATC',
  dr: 'DR',
  po: 'PO',
  ip: 'IP',
  url: 'URL',
  sss: 'SSS',
  philhealth: 'PhilHealth',
  pagibig: 'Pag-IBIG',
  rdo: 'RDO',
  bir: 'BIR',
  gl: 'GL',
  ap: 'AP',
  ar: 'AR',
  id: 'ID',
  otp: 'OTP',
  cogs: 'COGS',
  rma: 'RMA',
  zip: 'ZIP',
  dtr: 'DTR',
  qty: 'quantity',
  cto: 'CTO',
  csv: 'CSV',
  pdf: 'PDF',
}

const capital = (text: string): string => (text ? text[0]!.toUpperCase() + text.slice(1) : text)

/** `supplier_dr_no` → `Supplier DR no.`; what only names a reference or a flag is left out. */
export function fieldTitle(name: string): string {
  const bare = name.replace(/_ids?$/, '').replace(/^is_(?=.)/, '')
  return capital(
    bare
      .split('_')
      .map((word) => SPELLED[word] ?? word)
      .join(' '),
  )
}

/** `unit_of_measure` → `Unit Of Measure`. */
export function nameTitle(name: string): string {
  return name
    .split('_')
    .map((word) => (SPELLED[word] && /^[A-Z]/.test(SPELLED[word]) ? SPELLED[word] : capital(word)))
    .join(' ')
}

/** Plural of an English word or the last word of a phrase. */
export function plural(word: string): string {
  if (/(s|x|z|ch|sh)$/i.test(word)) return /s$/i.test(word) && !/(ss|us)$/i.test(word) ? word : `${word}es`
  return /[^aeiou]y$/i.test(word) ? `${word.slice(0, -1)}ies` : `${word}s`
}

/** `Categories` → `Category`; the title of one record when the descriptor gives only that of many. */
export function singular(title: string): string {
  if (/ies$/.test(title)) return `${title.slice(0, -3)}y`
  if (/(sses|tuses|xes|ches|shes|zes)$/.test(title)) return title.slice(0, -2)
  return /[^su]s$/.test(title) ? title.slice(0, -1) : title
}

/** `V` stays, `non_vat` → `Non VAT`, `Non-stock` stays. */
export const optionLabel = (value: string): string => (/^[a-z0-9_]+$/.test(value) ? fieldTitle(value) : value)
