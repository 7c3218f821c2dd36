/**
 * Lets packages outside the product import it as `tanggapan/feature`: they get the running code, not a copy of the
 * product that may be installed beside the package, and need none.
 */

import { readFileSync } from 'node:fs'
import { registerHooks, stripTypeScriptTypes } from 'node:module'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import packageInfo from '../../../package.json' with { type: 'json' }
import { isWithin, ROOT } from './manifest.ts'

const ENTRIES = new Map(
  Object.entries(packageInfo.exports).map(([name, path]) => [`tanggapan${name.slice(1)}`, pathToFileURL(join(ROOT, path)).href]),
)

const folders = new Set<string>()
let isRegistered = false

/** Resolves imports of `tanggapan/…` from now on; TypeScript in these folders also runs below `node_modules`. */
export function servePublicEntries(packages: readonly string[]): void {
  for (const folder of packages) folders.add(folder)
  if (isRegistered) return
  isRegistered = true
  registerHooks({
    resolve(specifier, context, next) {
      const url = ENTRIES.get(specifier)
      return url ? { url, shortCircuit: true } : next(specifier, context)
    },
    load(url, context, next) {
      // Node does not compile TypeScript below node_modules.
      if (!url.startsWith('file:') || !/\.ts$/.test(url) || !url.includes('/node_modules/')) return next(url, context)
      const file = fileURLToPath(url)
      if (![...folders].some((folder) => isWithin(folder, file))) return next(url, context)
      return { format: 'module', source: stripTypeScriptTypes(readFileSync(file, 'utf8')), shortCircuit: true }
    },
  })
}
