/**
 * For loops over many rows that wait for nothing: `await pace()` in the loop lets other requests be served once
 * the loop has had `ms` milliseconds for itself.
 */
export function pacer(ms = 12): () => Promise<void> | undefined {
  let since = performance.now()
  return () => {
    if (performance.now() - since < ms) return undefined
    return new Promise((resolve) =>
      setImmediate(() => {
        since = performance.now()
        resolve()
      }),
    )
  }
}
