/** The browser's camera: opening it, why it cannot be opened, and a still picture of it. */

/** Not allowed by the user or the company's browser; there is none; another program uses it. */
export type CameraFailure = 'denied' | 'none' | 'busy'

/** Longest side of a picture in pixels: a face is known by less, and a punch should not wait for an upload. */
const LONGEST = 1024
const QUALITY = 0.85

/** Opens the camera that faces the person. Browsers have none to give outside of HTTPS. */
export const openCamera = async (): Promise<MediaStream> => {
  if (!navigator.mediaDevices?.getUserMedia) throw new DOMException('No camera', 'NotFoundError')
  return navigator.mediaDevices.getUserMedia({ video: { facingMode: 'user', width: { ideal: LONGEST } }, audio: false })
}

/** Why a camera could not be opened. */
export function failureOf(error: unknown): CameraFailure {
  const name = error instanceof DOMException || error instanceof Error ? error.name : ''
  if (name === 'NotAllowedError' || name === 'SecurityError') return 'denied'
  return name === 'NotReadableError' || name === 'AbortError' ? 'busy' : 'none'
}

/** Size of a picture within the longest side, in whole pixels. */
export function fitted(width: number, height: number): { width: number; height: number } {
  const scale = Math.min(1, LONGEST / Math.max(width, height, 1))
  return { width: Math.round(width * scale), height: Math.round(height * scale) }
}

/** The present picture of the video, as a JPEG; null before it shows anything. */
export async function pictureOf(video: HTMLVideoElement): Promise<File | null> {
  if (!video.videoWidth) return null
  const canvas = document.createElement('canvas')
  Object.assign(canvas, fitted(video.videoWidth, video.videoHeight))
  canvas.getContext('2d')?.drawImage(video, 0, 0, canvas.width, canvas.height)
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/jpeg', QUALITY))
  return blob && new File([blob], 'punch.jpg', { type: 'image/jpeg' })
}
