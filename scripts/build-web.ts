/** The web application is built when it is missing, older than its sources, or built with other packages. */
import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { BUILT_WITH, signatureOf, webPackages } from '../vite.packages.ts'

const root = join(import.meta.dirname, '..')

/** Latest change below a folder, in milliseconds. */
function newest(folder: string): number {
  let latest = 0
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (entry.isFile() && !/[\\/]node_modules([\\/]|$)/.test(entry.parentPath))
      latest = Math.max(latest, statSync(join(entry.parentPath, entry.name)).mtimeMs)
  }
  return latest
}

/** Builds into `dist/web` where needed; returns the exit code of the build, 0 when nothing had to be built. */
export function buildWeb(): number {
  const built = join(root, 'dist/web/index.html')
  const packages = webPackages()
  const folders = ['src/web', 'src/kernel', 'src/engine', 'src/domain', 'modules'].map((folder) => join(root, folder))
  const sources = [...folders, ...packages.map(({ folder }) => folder)].map(newest)
  const isWithThem = existsSync(BUILT_WITH) ? readFileSync(BUILT_WITH, 'utf8') === signatureOf(packages) : packages.length === 0
  if (isWithThem && existsSync(built) && statSync(built).mtimeMs >= Math.max(...sources)) return 0
  console.log('Building the web application …')
  const done = spawnSync(process.execPath, [join(root, 'node_modules/vite/bin/vite.js'), 'build', '--logLevel', 'warn'], {
    cwd: root,
    stdio: 'inherit',
  })
  return done.status ?? 1
}
