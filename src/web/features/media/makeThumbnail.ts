/** Longest side in pixels; the server takes no larger ones. */
const SIDE = 320
const MOST_BYTES = 48 * 1024
/** Tried one after the other until the picture is small enough. */
const QUALITIES = [0.8, 0.6, 0.4]

/** Width and height of a picture made to fit; a smaller one keeps its size. */
export const fitted = (width: number, height: number): { width: number; height: number } => {
  const scale = Math.min(1, SIDE / Math.max(width, height))
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) }
}

/** A small JPEG of an image as a data URL; undefined for other files and for images that the browser cannot draw. */
export async function makeThumbnail(file: File): Promise<string | undefined> {
  if (!file.type.startsWith('image/')) return undefined
  const image = await createImageBitmap(file).catch(() => undefined)
  if (!image) return undefined
  const canvas = document.createElement('canvas')
  const { width, height } = fitted(image.width, image.height)
  canvas.width = width
  canvas.height = height
  const context = canvas.getContext('2d')
  // JPEG has no transparency: transparent parts become white.
  if (context) context.fillStyle = '#fff'
  context?.fillRect(0, 0, width, height)
  context?.drawImage(image, 0, 0, width, height)
  image.close()
  if (!context) return undefined
  return QUALITIES.map((quality) => canvas.toDataURL('image/jpeg', quality)).find((url) => (url.length * 3) / 4 <= MOST_BYTES)
}
