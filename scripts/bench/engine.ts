/** Part 2: the product's descriptors loaded, two hundred at least, and one of them loaded again. */
import { copyFileSync, globSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { openModules, shipped } from '../../src/server/packages/registry.ts'
import { descriptorFiles } from '../descriptors.ts'
import { quantile, type Result } from './results.ts'

const MODULES = join(import.meta.dirname, '../../modules')
const AT_LEAST = 200
const LOAD_TARGET_MS = 1000
const RELOAD_TARGET_MS = 50
const RELOADS = 40

/** The product's descriptors, and as many copies under other names as `count` lacks. Copies refer to the originals. */
function descriptors(count: number): { path: string; text: string }[] {
  const shipped = descriptorFiles().map(({ path, text }) => ({ path, text }))
  const files = [...shipped]
  for (let index = 0; files.length < count; index++) {
    const { path, text } = shipped[index % shipped.length]!
    const name = basename(path, '.json')
    const copy = `${name}_copy${Math.floor(index / shipped.length)}`
    // Only the original has fixture rows; self-references of a copy refer to the copy.
    const { rows: _rows, ...descriptor } = JSON.parse(text.replaceAll(`"to": "${name}"`, `"to": "${copy}"`)) as Record<string, unknown>
    files.push({ path: path.replace(`/${name}.json`, `/${copy}.json`), text: JSON.stringify(descriptor, null, 2) })
  }
  return files
}

/** Measures on files in a folder of their own, read as the server reads them. */
export async function benchEngine(): Promise<Result[]> {
  const folder = mkdtempSync(join(tmpdir(), 'tanggapan-bench-'))
  try {
    const files = descriptors(AT_LEAST).map(({ path, text }) => ({ file: join(folder, path.replace(/^modules\//, '')), text }))
    for (const { file, text } of files) {
      mkdirSync(dirname(file), { recursive: true })
      writeFileSync(file, text)
    }
    // The originals have theirs.
    for (const path of globSync('*/*.rows.json', { cwd: MODULES })) copyFileSync(join(MODULES, path), join(folder, path))
    const from = performance.now()
    const store = openModules(shipped, folder)
    const load = performance.now() - from
    if (store.problems.length) throw new Error(`The copies are not sound: ${JSON.stringify(store.problems[0])}`)
    const reloads: number[] = []
    for (let index = 0; index < RELOADS; index++) {
      // A stride that is coprime to the number of files visits modules of every size.
      const { file, text } = files[(index * 37) % files.length]!
      writeFileSync(file, text.replace(/"title": "/, `"title": "Changed ${index} `))
      const started = performance.now()
      const problems = store.reload()
      reloads.push(performance.now() - started)
      if (problems.length) throw new Error(`The changed file is not sound: ${JSON.stringify(problems[0])}`)
    }
    return [
      { part: 'engine', name: `load ${files.length} descriptors, first time`, ours: { ms: load }, target: LOAD_TARGET_MS },
      {
        part: 'engine',
        name: `load one of ${files.length} again`,
        ours: { 'ms median': quantile(reloads, 0.5), 'ms longest': Math.max(...reloads) },
        target: RELOAD_TARGET_MS,
      },
    ]
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
