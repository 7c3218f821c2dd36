/**
 * A workbook before it is read: unpacked within limits and packed again as it is. A few kilobytes can unpack to
 * gigabytes, and one cell far out makes a reader fill up everything before it.
 */
import { inflateRawSync } from 'node:zlib'
import { zipSync } from 'fflate'

const MAX_UNPACKED = 128 * 1024 * 1024
export const MAX_ROWS = 1_048_576
export const MAX_COLUMNS = 1000
/** Rows times columns: a sheet is read as a rectangle. */
export const MAX_CELLS = 6_000_000
/** Characters between two tags: the 32,767 of a cell, each written as an entity. What reads longer ones may take the square of their length. */
const MAX_RUN = 200_000

const END = Buffer.from('PK\u0005\u0006', 'latin1')
const ENTRY = 0x02014b50
const STORED = 0
const DEFLATED = 8

/** The same workbook, its parts not compressed; an error that says why when it is too large or no workbook. */
export function safeWorkbook(file: Buffer): Buffer {
  const parts: Record<string, Uint8Array> = {}
  let left = MAX_UNPACKED
  for (const { name, method, packed } of entries(file)) {
    if (!/\.(xml|rels)$/.test(name) || name in parts) continue
    const part = unpack(method, packed, left)
    left -= part.length
    checkSheet(part)
    parts[name] = part
  }
  return Buffer.from(zipSync(parts, { level: 0 }))
}

/** The entries by the directory at the end of the file. What points outside of the file is a RangeError. */
function* entries(zip: Buffer): Generator<{ name: string; method: number; packed: Buffer }> {
  const end = zip.lastIndexOf(END)
  if (end < 0) throw new Error('The file is damaged.')
  let position = zip.readUInt32LE(end + 16)
  for (let n = zip.readUInt16LE(end + 10); n > 0; n--) {
    if (zip.readUInt32LE(position) !== ENTRY) throw new Error('The file is damaged.')
    const [nameLength, extraLength, commentLength] = [28, 30, 32].map((offset) => zip.readUInt16LE(position + offset)) as [
      number,
      number,
      number,
    ]
    const local = zip.readUInt32LE(position + 42)
    const start = local + 30 + zip.readUInt16LE(local + 26) + zip.readUInt16LE(local + 28)
    yield {
      name: zip.toString('utf8', position + 46, position + 46 + nameLength),
      method: zip.readUInt16LE(position + 10),
      packed: zip.subarray(start, start + zip.readUInt32LE(position + 20)),
    }
    position += 46 + nameLength + extraLength + commentLength
  }
}

export const tooLarge = () => new Error('The workbook is too large. Please send fewer rows and columns, or a CSV file.')

function unpack(method: number, packed: Buffer, left: number): Uint8Array {
  if (method !== STORED && method !== DEFLATED) throw new Error('The file uses an unknown compression.')
  if (left <= 0 || (method === STORED && packed.length > left)) throw tooLarge()
  if (method === STORED) return packed
  try {
    return inflateRawSync(packed, { maxOutputLength: left })
  } catch (error) {
    throw (error as { code?: string }).code === 'ERR_BUFFER_TOO_LARGE' ? tooLarge() : error
  }
}

/** A tag ends before the next one begins; with that, looking for its end never takes longer than `MAX_RUN`. */
const TAG = /<(?:[\w.-]{1,60}:)?(row|c)(?=[\s/>])((?:[^<>"']|"[^"<]*"|'[^'<]*')*)>/y
const START = /<(?:[\w.-]{1,60}:)?(?:row|c)[\s/>]/y
const ADDRESS = /(?:^|[\s"'])r\s*=\s*(?:"([^"]*)"|'([^']*)')/g
const PLACE = /^([A-Z]{0,3})(\d{1,7})$/
/** Characters of the attributes of a row or cell. */
const MAX_ATTRIBUTES = 2000

const columnOf = (letters: string): number => [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0)

/** Limits of the positions of rows and cells, and of the length of texts. All other parts are left to the reader. */
function checkSheet(part: Uint8Array): void {
  const text = Buffer.from(part.buffer, part.byteOffset, part.byteLength).toString('utf8')
  let rows = 0
  let last = 0
  let widest = 1
  for (let index = text.indexOf('<'), next = 0; index >= 0; index = next) {
    next = text.indexOf('<', index + 1)
    if ((next < 0 ? text.length : next) - index > MAX_RUN) throw new Error('The text of a cell is too long.')
    TAG.lastIndex = index
    const match = TAG.exec(text)
    if (!match) {
      START.lastIndex = index
      if (START.test(text)) throw new Error('The file is damaged.')
      continue
    }
    const [, tag, attributes] = match
    if (attributes!.length > MAX_ATTRIBUTES) throw new Error('A row or cell has an invalid address.')
    if (tag === 'row') rows++
    for (const [, double, single] of attributes!.matchAll(ADDRESS)) {
      const place = PLACE.exec(double ?? single ?? '')
      if (!place) throw new Error('A row or cell has an invalid address.')
      last = Math.max(last, Number(place[2]))
      widest = Math.max(widest, columnOf(place[1]!))
    }
    const bottom = Math.max(rows, last)
    if (bottom > MAX_ROWS || widest > MAX_COLUMNS || bottom * widest > MAX_CELLS) throw tooLarge()
  }
}
