/** The words of a PDF that the server drew: streams unpacked, glyphs read back by the fonts' own tables. */
import { inflateSync } from 'node:zlib'

/** Texts in the order they were drawn; pieces of one line are joined, lines by line breaks. */
export function pdfText(pdf: Buffer): string {
  const objects = new Map<number, { head: string; stream: Buffer }>()
  const raw = pdf.toString('latin1')
  for (const match of raw.matchAll(/(\d+) 0 obj\n([\s\S]*?)(?:\nendobj)/g)) {
    const body = match[2]!
    const start = body.indexOf('stream\n')
    const head = start < 0 ? body : body.slice(0, start)
    const packed = start < 0 ? Buffer.alloc(0) : Buffer.from(body.slice(start + 7, body.lastIndexOf('\nendstream')), 'latin1')
    objects.set(Number(match[1]), { head, stream: head.includes('/FlateDecode') ? inflateSync(packed) : packed })
  }
  const fonts = new Map<string, Map<string, string>>()
  for (const { head } of objects.values())
    for (const [, list] of head.matchAll(/\/Font <<([\s\S]*?)>>/g))
      for (const [, name, ref] of list!.matchAll(/\/(F\d+) (\d+) 0 R/g)) {
        const unicode = /\/ToUnicode (\d+) 0 R/.exec(objects.get(Number(ref))?.head ?? '')?.[1]
        if (unicode) fonts.set(name!, glyphs(objects.get(Number(unicode))!.stream.toString('latin1')))
      }
  const pages = [...objects.values()].filter(({ head }) => /\/Type \/Page\b/.test(head))
  return pages
    .flatMap(({ head }) => [...head.matchAll(/\/Contents (\d+) 0 R/g)].map(([, id]) => drawn(objects.get(Number(id))!.stream, fonts)))
    .join('\n')
}

/** Glyph numbers in hexadecimal to text; a ligature is several characters. */
function glyphs(map: string): Map<string, string> {
  const found = new Map<string, string>()
  const text = (hex: string) => Buffer.from(hex, 'hex').swap16().toString('utf16le')
  for (const [, section] of map.matchAll(/beginbfrange([\s\S]*?)endbfrange/g)) {
    for (const [, from, list] of section!.matchAll(/<(\w+)> <\w+> \[([^\]]*)\]/g))
      for (const [index, [, hex]] of [...list!.matchAll(/<([\w ]+)>/g)].entries())
        found.set((Number.parseInt(from!, 16) + index).toString(16).padStart(4, '0'), text(hex!.replaceAll(' ', '')))
  }
  return found
}

function drawn(stream: Buffer, fonts: ReadonlyMap<string, Map<string, string>>): string {
  let font: Map<string, string> | undefined
  const lines: string[] = []
  let lastPlace = ''
  for (const [, name, place, shown] of stream
    .toString('latin1')
    .matchAll(/\/(F\d+) [\d.]+ Tf|1 0 0 1 [-\d.]+ ([-\d.]+) Tm|\[((?:<\w+>|[-\d.\s])+)\] TJ/g)) {
    if (name) font = fonts.get(name)
    else if (place !== undefined) {
      if (place !== lastPlace) lines.push('')
      lastPlace = place
    } else if (shown && font) {
      const words = [...shown.matchAll(/<(\w+)>/g)].flatMap(([, hex]) => hex!.match(/.{4}/g) ?? []).map((glyph) => font!.get(glyph) ?? '')
      lines[lines.length - 1] = `${lines.at(-1) ?? ''}${words.join('')}`
    }
  }
  return lines.join('\n')
}
