/** How long a part of the application may take to load. */
export const CHUNK_TIMEOUT_MS = 120_000

/** A part of the application did not come in time. */
export class ChunkLoadError extends Error {
  constructor() {
    super('This part of the application could not be loaded in time. Check your connection and try again.')
    this.name = 'ChunkLoadError'
  }
}

/** Waits for a part of the application, but not for ever: a connection that hangs neither fails nor ends by itself. */
export const withinTime =
  <T>(load: () => Promise<T>): (() => Promise<T>) =>
  () => {
    let timer: ReturnType<typeof setTimeout>
    const late = new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(new ChunkLoadError()), CHUNK_TIMEOUT_MS)
    })
    return Promise.race([load(), late]).finally(() => clearTimeout(timer))
  }
