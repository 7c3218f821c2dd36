/** Descriptors in a running server: a saved descriptor is in force a moment later. */
import { type FSWatcher, readdirSync, watch } from 'node:fs'
import { join } from 'node:path'

/** Editors write a file in several steps; what follows within this time is one change. */
const SETTLE_MS = 100

/**
 * Calls `changed` after files below the folders changed, never twice at once. Returns the function that stops it. `fail`
 * receives errors, also that a folder cannot be watched (a system has few watches): changes then need a restart.
 *
 * Each folder is watched separately: a recursive watch of Node follows files, and loses one that an editor saves by
 * moving a new file over it.
 */
export function watchDescriptors(folders: readonly string[], changed: () => Promise<void>, fail: (error: unknown) => void): () => void {
  let timer: NodeJS.Timeout | undefined
  let running: Promise<void> | undefined
  const settle = () => {
    clearTimeout(timer)
    timer = setTimeout(() => {
      running = (running ?? Promise.resolve()).then(changed).catch(fail)
    }, SETTLE_MS)
  }
  const watchers = new Map<string, FSWatcher>()
  const forget = (path: string) => {
    watchers.get(path)?.close()
    watchers.delete(path)
  }
  /** Watches the folders that there are now, and no others. */
  const follow = () => {
    const present = new Set(folders.flatMap(foldersBelow))
    for (const path of watchers.keys()) if (!present.has(path)) forget(path)
    for (const path of present) if (!watchers.has(path)) add(path)
  }
  const add = (path: string) => {
    try {
      const watcher = watch(path, { persistent: false }, (_event, name) => {
        const isFile = name?.endsWith('.json') === true
        // A path that is no descriptor may be a folder with files that was added or removed.
        if (!isFile) follow()
        if (isFile || name === null || !name.includes('.')) settle()
      })
      watcher.on('error', (error) => {
        forget(path)
        // A removed folder is no failure.
        if ((error as NodeJS.ErrnoException).code !== 'EPERM') fail(error)
      })
      watchers.set(path, watcher)
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') fail(error)
    }
  }
  follow()
  return () => {
    clearTimeout(timer)
    for (const path of [...watchers.keys()]) forget(path)
  }
}

/** The folder and all below it. */
function foldersBelow(folder: string): string[] {
  try {
    const inner = readdirSync(folder, { withFileTypes: true, recursive: true }).filter((entry) => entry.isDirectory())
    return [folder, ...inner.map((entry) => join(entry.parentPath, entry.name))]
  } catch {
    return [folder]
  }
}
