/** Descriptors in a running server: what is saved in the folder is in force a moment later. */
import { type FSWatcher, watch } from 'node:fs'

/** Editors write a file in several steps; what follows within this time is one change. */
const SETTLE_MS = 100

/**
 * Calls `changed` after files below `folder` changed, never twice at once. Answers the way to stop. `fail` hears what
 * goes wrong, also that the folder cannot be watched (a system has few watches): changes then need a restart.
 */
export function watchDescriptors(folder: string, changed: () => Promise<void>, fail: (error: unknown) => void): () => void {
  let timer: NodeJS.Timeout | undefined
  let running: Promise<void> | undefined
  const settle = () => {
    clearTimeout(timer)
    timer = setTimeout(() => {
      running = (running ?? Promise.resolve()).then(changed).catch(fail)
    }, SETTLE_MS)
  }
  let watcher: FSWatcher | undefined
  try {
    watcher = watch(folder, { recursive: true, persistent: false }, (_event, name) => {
      if (name === null || name.endsWith('.json')) settle()
    })
    watcher.on('error', fail)
  } catch (error) {
    fail(error)
  }
  return () => {
    clearTimeout(timer)
    watcher?.close()
  }
}
