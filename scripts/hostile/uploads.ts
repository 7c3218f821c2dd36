/** Sheets and parts of uploads that are broken in every way. */
import { strToU8, zipSync } from 'fflate'
import { chance, pick, type Random, TEXTS, whole } from './values.ts'

const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const SHEET = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006'

const relation = (type: string, target: string): string =>
  `<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${OFFICE}/${type}" Target="${target}"/></Relationships>`

function workbook(rows: string, more: Record<string, string> = {}): Buffer {
  const parts = {
    '[Content_Types].xml': `<Types xmlns="${PACKAGE}/content-types"/>`,
    '_rels/.rels': relation('officeDocument', 'xl/workbook.xml'),
    'xl/workbook.xml': `<workbook xmlns="${SHEET}" xmlns:r="${OFFICE}"><sheets><sheet name="S" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': relation('worksheet', 'worksheets/sheet1.xml'),
    'xl/worksheets/sheet1.xml': `<worksheet xmlns="${SHEET}"><sheetData>${rows}</sheetData></worksheet>`,
    ...more,
  }
  return Buffer.from(zipSync(Object.fromEntries(Object.entries(parts).map(([name, text]) => [name, strToU8(text)]))))
}

const cell = (cellName: string, text: string): string => `<c r="${cellName}" t="inlineStr"><is><t>${text}</t></is></c>`
const row = (n: number, cells: string): string => `<row r="${n}">${cells}</row>`
const HEAD = row(1, cell('A1', 'Code') + cell('B1', 'Name'))
const ENTITIES = '<!DOCTYPE x [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;">]>'

const BOOKS: readonly Buffer[] = [
  workbook(HEAD + row(2, cell('A2', 'X1') + cell('B2', 'One'))),
  workbook(HEAD + row(2, cell('XFD1048576', 'far'))),
  workbook(HEAD + row(2, cell('A2', ' '.repeat(200_000)))),
  workbook(HEAD + row(2, '<c r="A2" t="s"><v>999999</v></c>')),
  workbook(HEAD + row(2, '<c r="A2" t="d"><v>1e308</v></c><c r="B2"><v>NaN</v></c>')),
  workbook(HEAD + row(2, cell('A2', '&#0;&#xD800;'))),
  workbook(HEAD + Array.from({ length: 2000 }, (_, n) => row(n + 2, cell(`A${n + 2}`, `N${n}`))).join('')),
  workbook(`${HEAD}<row`),
  workbook('', {
    'xl/worksheets/sheet1.xml': `${ENTITIES}<worksheet xmlns="${SHEET}"><sheetData>${row(1, cell('A1', '&b;'))}</sheetData></worksheet>`,
  }),
  workbook('', { 'xl/workbook.xml': 'no xml' }),
  workbook('', { 'xl/workbook.xml': `<workbook xmlns="${SHEET}"><sheets/></workbook>` }),
]

const SHEETS: readonly string[] = [
  '',
  '\ufeff',
  'Code,Name',
  'Code,Name\n"unclosed,x',
  'Code,Name\n"a""b,"c"d\n',
  'Code;Name\nA;B\n',
  'Code\tName\nA\tB',
  'Code,Code\nA,B\n',
  'Code,Name\nA,B,C,D,E\n',
  'Code,Name\n\u0000,\u0000\n',
  'Code,Name\r\rA,B\r',
  '__proto__,constructor\n1,2\n',
  ',,,,\n,,,,\n',
  `Code,Name\n${'A,B\n'.repeat(3000)}`,
  `Code,Name\n${'x'.repeat(300_000)}`,
  `Code,Name\n${'"'.repeat(5001)}`,
  `${'c,'.repeat(3000)}\n${'v,'.repeat(3000)}`,
]

/** Bytes of a sheet that is none, or nearly one. */
function sheet(random: Random): { name: string; type: string; bytes: Buffer } {
  const draw = random()
  if (draw < 0.3) {
    const book = pick(random, BOOKS)
    const cut = chance(random, 0.3) ? book.subarray(0, whole(random, 0, book.length)) : book
    return {
      name: pick(random, ['a.xlsx', 'a.xls', 'a.csv', 'a.XLSX', 'a']),
      type: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
      bytes: cut,
    }
  }
  if (draw < 0.8)
    return { name: pick(random, ['a.csv', 'a.txt', 'a.xlsx', 'a.pdf']), type: 'text/csv', bytes: Buffer.from(pick(random, SHEETS)) }
  if (draw < 0.9)
    return { name: 'a.csv', type: 'text/csv', bytes: Buffer.from(`Code,Name\n${pick(random, TEXTS)},${pick(random, TEXTS)}\n`) }
  return { name: 'a.png', type: 'image/png', bytes: Buffer.from(Array.from({ length: 300 }, () => whole(random, 0, 255))) }
}

/** The body of an upload and its kind, often broken. */
export function upload(random: Random): { body: Buffer; type: string } {
  const { name, type, bytes } = sheet(random)
  const boundary = 'hostile'
  const disposition = pick(random, [
    `form-data; name="file"; filename="${name}"`,
    `form-data; name="file"; filename="${name}"`,
    `form-data; name="file"; filename="${name}"`,
    `form-data; name="file"; filename="../../${name}"`,
    `form-data; name="file"; filename="${'n'.repeat(3000)}.csv"`,
    'form-data; name="__proto__"; filename="a.csv"',
    'form-data; name="file"',
    'form-data; name=""',
    'attachment',
  ])
  const head = `--${boundary}\r\nContent-Disposition: ${disposition}\r\nContent-Type: ${type}\r\n\r\n`
  const whole_ = Buffer.concat([Buffer.from(head), bytes, Buffer.from(`\r\n--${boundary}--\r\n`)])
  const draw = random()
  if (draw < 0.7) return { body: whole_, type: `multipart/form-data; boundary=${boundary}` }
  if (draw < 0.8)
    return { body: whole_.subarray(0, Math.floor(whole_.length * random())), type: `multipart/form-data; boundary=${boundary}` }
  if (draw < 0.85) return { body: whole_, type: 'multipart/form-data' }
  if (draw < 0.9) return { body: whole_, type: 'multipart/form-data; boundary=other' }
  const part = Buffer.concat([Buffer.from(head), bytes.subarray(0, 1000), Buffer.from('\r\n')])
  if (draw < 0.95)
    return {
      body: Buffer.concat([...Array.from({ length: 40 }, () => part), Buffer.from(`--${boundary}--\r\n`)]),
      type: `multipart/form-data; boundary=${boundary}`,
    }
  return { body: Buffer.from(`--${boundary}\r\n\r\n`), type: `multipart/form-data; boundary=${boundary}` }
}
