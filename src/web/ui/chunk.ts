/** How long a part of the application may take to load. */
const CHUNK_TIMEOUT_MS = 120_000

/** A part of the application did not come: in time, or at all. `cause` is what the browser said. */
export class ChunkLoadError extends Error {
  constructor(cause?: unknown) {
    super(
      cause === undefined
        ? 'This part of the application could not be loaded in time. Check your connection and try again.'
        : 'This part of the application could not be loaded. Check your connection and try again.',
      { cause },
    )
    this.name = 'ChunkLoadError'
  }
}

/** Browsers' messages for an import that could not be fetched; each has its own, and none has an error type for it. */
const FETCH_FAILURES = /dynamically imported module|module script failed|preload css|error loading .* module/i

/** Whether code could not be loaded, as opposed to loaded code that failed. */
export const isChunkError = (error: unknown): boolean =>
  error instanceof ChunkLoadError || (error instanceof Error && FETCH_FAILURES.test(error.message))

/** Waits for a part of the application, but not for ever: a connection that hangs neither fails nor ends by itself. */
export const withinTime =
  <T>(load: () => Promise<T>): (() => Promise<T>) =>
  () => {
    let timer: ReturnType<typeof setTimeout>
    const late = new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(new ChunkLoadError()), CHUNK_TIMEOUT_MS)
    })
    const loaded = load().catch((error: unknown) => {
      throw isChunkError(error) ? new ChunkLoadError(error) : error
    })
    return Promise.race([loaded, late]).finally(() => clearTimeout(timer))
  }
