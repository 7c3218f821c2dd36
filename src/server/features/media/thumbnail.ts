/** Small pictures of uploaded images. The browser makes them, as the server decodes no images; the uploaded picture is checked here. */
import { invalid } from '../../platform/errors.ts'

const MAX_BYTES = 48 * 1024
/** Longest side in pixels. */
const MAX_SIDE = 320
const PREFIX = 'data:image/jpeg;base64,'

const refused = (message: string) => invalid({ thumbnail: [message] })

/** The bytes of a thumbnail sent as a data URL; throws 400 for anything but a small JPEG. */
export function readThumbnail(sent: unknown): Buffer | undefined {
  if (sent === undefined || sent === '') return undefined
  if (typeof sent !== 'string' || !sent.startsWith(PREFIX)) throw refused('Send the thumbnail as a JPEG data URL.')
  if (sent.length > PREFIX.length + Math.ceil(MAX_BYTES / 3) * 4) throw refused(`A thumbnail may have ${MAX_BYTES / 1024} KB at most.`)
  const bytes = Buffer.from(sent.slice(PREFIX.length), 'base64')
  const size = jpegSize(bytes)
  if (!size) throw refused('The thumbnail is not a JPEG.')
  if (Math.max(size.width, size.height) > MAX_SIDE || Math.min(size.width, size.height) < 1)
    throw refused(`A thumbnail may have ${MAX_SIDE} pixels a side at most.`)
  return bytes
}

/** Width and height as the frame header of a JPEG states them; undefined for other bytes. */
function jpegSize(bytes: Buffer): { width: number; height: number } | undefined {
  if (bytes.length < 4 || bytes.readUInt16BE(0) !== 0xffd8) return undefined
  let offset = 2
  while (offset + 9 <= bytes.length && bytes[offset] === 0xff) {
    const marker = bytes[offset + 1]!
    // Baseline, extended and progressive frames; browsers write no others.
    if (marker >= 0xc0 && marker <= 0xc2) return { height: bytes.readUInt16BE(offset + 5), width: bytes.readUInt16BE(offset + 7) }
    offset += 2 + bytes.readUInt16BE(offset + 2)
  }
  return undefined
}
