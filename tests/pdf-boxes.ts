/** The positions of the texts of a PDF that the server drew, by the widths of the fonts themselves. */
import { inflateSync } from 'node:zlib'

/** A run of text. Lengths in points, from the left and the bottom edge. */
export interface Box {
  readonly page: number
  readonly left: number
  readonly right: number
  readonly bottom: number
  readonly size: number
}
export interface Page {
  readonly width: number
  readonly height: number
}

export function pdfBoxes(pdf: Buffer): { pages: Page[]; boxes: Box[] } {
  const objects = new Map<number, { head: string; stream: Buffer }>()
  for (const match of pdf.toString('latin1').matchAll(/(\d+) 0 obj\n([\s\S]*?)(?:\nendobj)/g)) {
    const body = match[2]!
    const start = body.indexOf('stream\n')
    const head = start < 0 ? body : body.slice(0, start)
    const packed = start < 0 ? Buffer.alloc(0) : Buffer.from(body.slice(start + 7, body.lastIndexOf('\nendstream')), 'latin1')
    objects.set(Number(match[1]), { head, stream: head.includes('/FlateDecode') ? inflateSync(packed) : packed })
  }
  const widths = new Map<string, readonly number[]>()
  for (const { head } of objects.values())
    for (const [, list] of head.matchAll(/\/Font <<([\s\S]*?)>>/g))
      for (const [, name, ref] of list!.matchAll(/\/(F\d+) (\d+) 0 R/g)) {
        const inner = /\/DescendantFonts \[(\d+) 0 R\]/.exec(objects.get(Number(ref))?.head ?? '')?.[1]
        const table = /\/W \[0 \[([^\]]*)\]/.exec(objects.get(Number(inner))?.head ?? '')?.[1]
        if (table) widths.set(name!, table.trim().split(/\s+/).map(Number))
      }
  const pages: Page[] = []
  const boxes: Box[] = []
  for (const { head } of objects.values()) {
    if (!/\/Type \/Page\b/.test(head)) continue
    const [, width, height] = /\/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]/.exec(head)!
    pages.push({ width: Number(width), height: Number(height) })
    for (const [, id] of head.matchAll(/\/Contents (\d+) 0 R/g)) boxes.push(...drawn(objects.get(Number(id))!.stream, widths, pages.length))
  }
  return { pages, boxes }
}

/** Runs drawn upright; what is written across the page as a watermark is turned, and left out. */
function drawn(stream: Buffer, widths: ReadonlyMap<string, readonly number[]>, page: number): Box[] {
  const found: Box[] = []
  let font: readonly number[] = []
  let size = 0
  for (const [, block] of stream.toString('latin1').matchAll(/BT\n([\s\S]*?)ET/g)) {
    const place = /1 0 0 1 ([-\d.]+) ([-\d.]+) Tm/.exec(block!)
    if (!place || Number.isNaN(Number(place[1]))) continue
    const set = /\/(F\d+) ([\d.]+) Tf/.exec(block!)
    if (set) [font, size] = [widths.get(set[1]!) ?? [], Number(set[2])]
    let advance = 0
    for (const [, shown] of block!.matchAll(/\[((?:<\w+>|[-\d.\s])+)\] TJ/g))
      for (const [, hex, kern] of shown!.matchAll(/<(\w+)>|(-?[\d.]+)/g)) {
        if (hex) for (const glyph of hex.match(/.{4}/g) ?? []) advance += font[Number.parseInt(glyph, 16)] ?? 0
        else advance -= Number(kern)
      }
    found.push({ page, left: Number(place[1]), right: Number(place[1]) + (advance * size) / 1000, bottom: Number(place[2]), size })
  }
  return found
}
