/**
 * Modules that an earlier start resolved and checked, on disk: resolving all descriptors takes longer than everything else
 * that a start does. A set is found again by a hash of all that it was made of, so nothing has to be invalidated: a
 * changed descriptor, template, engine or library asks for another set.
 */
import { createHash } from 'node:crypto'
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { deserialize, serialize } from 'node:v8'
import { type DescriptorFile, freeze, type Loaded, type Registries } from '../../../engine/index.ts'

/** What resolves modules, below the product's folder. */
const ENGINE = ['src/kernel', 'src/engine', 'src/domain', 'schemas', 'package-lock.json']
/** Number of sets that stay on disk; each has about 3 MB. */
const KEPT = 8
const DIGEST = 32

const sha256 = (bytes: Uint8Array | string): Buffer => createHash('sha256').update(bytes).digest()

/** A folder of resolved sets. Every fault of the disk is as if there were no set: modules are then resolved anew. */
export class ModuleCache {
  readonly #folder: string
  readonly #engine: string

  /** `root`: folder of the product, whose code is part of every key. */
  constructor(folder: string, root: string) {
    this.#folder = folder
    this.#engine = engineHash(root)
  }

  /** The key of the set that these files resolve to. */
  key(files: readonly DescriptorFile[], registries: Registries): string {
    return sha256(`${this.#engine}\n${JSON.stringify(files)}\n${JSON.stringify(registries, plain)}`).toString('hex')
  }

  /** The set of an earlier start, if there is one and it is whole. */
  read(key: string): Loaded | undefined {
    const path = this.#pathOf(key)
    try {
      const bytes = readFileSync(path)
      const content = bytes.subarray(DIGEST)
      if (!sha256(content).equals(bytes.subarray(0, DIGEST))) return undefined
      const { modules, warnings } = deserialize(content) as Pick<Loaded, 'modules' | 'warnings'>
      // The oldest go first, by last use.
      utimesSync(path, new Date(), new Date())
      for (const module of modules.values()) freeze(module)
      return { modules, problems: [], warnings }
    } catch {
      return undefined
    }
  }

  /** Remembers a sound set. Processes that start at once write the same content; each file appears whole or not at all. */
  write(key: string, { modules, warnings }: Loaded): void {
    const path = this.#pathOf(key)
    const unfinished = `${path}.${process.pid}`
    try {
      mkdirSync(this.#folder, { recursive: true })
      const content = serialize({ modules, warnings })
      writeFileSync(unfinished, Buffer.concat([sha256(content), content]))
      renameSync(unfinished, path)
      this.#prune()
    } catch {
      rmSync(unfinished, { force: true })
    }
  }

  #prune(): void {
    const files = readdirSync(this.#folder).map((name) => join(this.#folder, name))
    const byAge = files.map((path) => ({ path, used: statSync(path).mtimeMs })).sort((a, b) => b.used - a.used)
    for (const { path } of byAge.slice(KEPT)) rmSync(path, { force: true })
  }

  #pathOf(key: string): string {
    return join(this.#folder, key)
  }
}

/** Hash of the code that resolves modules, of the libraries that it uses, and of the Node that reads and writes the sets. */
function engineHash(root: string): string {
  const hash = createHash('sha256').update(process.version)
  for (const part of ENGINE) for (const path of filesIn(join(root, part))) hash.update(path).update(readFileSync(path))
  return hash.digest('hex')
}

const filesIn = (path: string): string[] =>
  statSync(path).isFile()
    ? [path]
    : readdirSync(path, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile() && !/\.test\.ts$/.test(entry.name))
        .map((entry) => join(entry.parentPath, entry.name))
        .sort()

/** Registries as text: names that descriptors may use, and the calculations with their code. */
function plain(_key: string, value: unknown): unknown {
  if (value instanceof Map || value instanceof Set) return [...value]
  return typeof value === 'function' ? String(value) : value
}
