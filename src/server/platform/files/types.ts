/** Detects the type of a file from its bytes. The name and the browser's content type are not trusted. */

const starts = (body: Buffer, ...bytes: number[]): boolean => bytes.every((byte, index) => body[index] === byte)
const text = (body: Buffer, from: number, to: number): string => body.subarray(from, to).toString('latin1')

const ZIPPED: Readonly<Record<string, string>> = {
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  pptx: 'application/vnd.openxmlformats-officedocument.presentationml.presentation',
  zip: 'application/zip',
}
const OLD_OFFICE: Readonly<Record<string, string>> = {
  xls: 'application/vnd.ms-excel',
  doc: 'application/msword',
  ppt: 'application/vnd.ms-powerpoint',
}
const PLAIN: Readonly<Record<string, string>> = { txt: 'text/plain', csv: 'text/csv', json: 'application/json' }

const USUAL: Readonly<Record<string, readonly string[]>> = {
  'image/png': ['png'],
  'image/jpeg': ['jpg', 'jpeg', 'jfif'],
  'image/gif': ['gif'],
  'image/webp': ['webp'],
  'application/pdf': ['pdf'],
}

/**
 * Content type of an allowed file by its first bytes and whether any of them all is 0, or undefined: programs, web pages
 * and vector images are refused.
 */
export function sniff(name: string, body: Buffer, hasNul = body.includes(0)): string | undefined {
  const extension = name.includes('.') ? name.toLowerCase().split('.').at(-1)! : ''
  const type = byBytes(extension, body, hasNul)
  // A picture named like a web page would be opened as one after a download.
  const usual = type ? USUAL[type] : undefined
  return usual && extension && !usual.includes(extension) ? undefined : type
}

function byBytes(extension: string, body: Buffer, hasNul: boolean): string | undefined {
  if (starts(body, 0x89, 0x50, 0x4e, 0x47)) return 'image/png'
  if (starts(body, 0xff, 0xd8, 0xff)) return 'image/jpeg'
  if (text(body, 0, 4) === 'GIF8') return 'image/gif'
  if (text(body, 0, 4) === 'RIFF' && text(body, 8, 12) === 'WEBP') return 'image/webp'
  if (text(body, 0, 5) === '%PDF-') return 'application/pdf'
  if (starts(body, 0x50, 0x4b, 0x03, 0x04)) return ZIPPED[extension]
  if (starts(body, 0xd0, 0xcf, 0x11, 0xe0)) return OLD_OFFICE[extension]
  return PLAIN[extension] && !hasNul ? PLAIN[extension] : undefined
}

/** Images and PDF may be shown in the page; everything else is downloaded. */
export const isInline = (type: string): boolean => type.startsWith('image/') || type === 'application/pdf'

/** A file name without a path, control characters or anything that a header or a disk could misread. */
export function safeName(name: string): string {
  const base = name.split(/[\\/]/).at(-1) ?? ''
  const clean = [...base.normalize('NFC')]
    .filter((sign) => sign >= ' ' && !'<>:"|?*\u007f'.includes(sign))
    .join('')
    .trim()
    .replace(/^\.+/, '')
  return clean.slice(0, 150) || 'file'
}
