/**
 * The modules of every company: the shipped descriptors, resolved and checked together, with the company's
 * overlay laid over them. Companies without an overlay share one set.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { join, sep } from 'node:path'
import { calculations } from '../../domain/calculations.ts'
import { createRegistries, type DescriptorFile, Loader, type Registries, type RegistryParts } from '../../engine/index.ts'
import type { JsonSchema, Module, ModuleSet, Problem, Row } from '../../engine/module.ts'
import { applyOverlay } from '../../engine/overlay/index.ts'
import type { Company, Db } from '../context.ts'
import { qualify } from '../db/name.ts'
import { registryCatalog } from '../effects/registry.ts'

const byName = (list: readonly { readonly name: string; readonly params: JsonSchema }[]) =>
  Object.fromEntries(list.map((one) => [one.name, one.params]))

/** Every name that a descriptor may refer to. */
export function serverRegistries(): Registries {
  const { effects, guards, handlers } = registryCatalog()
  return createRegistries({
    calculations,
    effects: byName(effects),
    guards: byName(guards),
    handlers: byName(handlers),
  } as unknown as RegistryParts)
}

/** Descriptors below a folder, with paths as messages show them (`modules/resource/item.json`). */
export function readDescriptors(folder: string): DescriptorFile[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.json') && !file.endsWith('.rows.json'))
    .sort()
    .map((file) => ({ path: join('modules', file).split(sep).join('/'), text: readFileSync(join(folder, file), 'utf8') }))
}

interface Overlay {
  readonly module: string
  readonly version: number
  readonly patch: Row
}
interface Kept {
  readonly modules: ModuleSet
  readonly key: string
  at: number
}

/** How long another process may go on with an overlay that was changed here. */
const FRESH_MS = 2000

export class ModuleStore {
  readonly #loader: Loader
  readonly #companies = new Map<string, Kept>()
  readonly #folder: string
  readonly #extra: readonly DescriptorFile[]
  #files: readonly DescriptorFile[] = []
  #shipped: ModuleSet = new Map()
  #problems: readonly Problem[] = []

  /** `extra` are descriptors beside the folder's, for tests. */
  constructor(folder: string, extra: readonly DescriptorFile[] = [], registries: Registries = serverRegistries()) {
    this.#folder = folder
    this.#extra = extra
    this.#loader = new Loader(registries)
    this.reload()
  }

  /** Reads the files again. With problems the last good modules stay. Answers the problems found. */
  reload(): readonly Problem[] {
    const files = [...readDescriptors(this.#folder), ...this.#extra]
    const { modules, problems } = this.#loader.load(files)
    this.#problems = problems
    if (problems.length === 0) {
      this.#files = files
      this.#shipped = modules
      this.#companies.clear()
    }
    return problems
  }

  get shipped(): ModuleSet {
    return this.#shipped
  }
  get problems(): readonly Problem[] {
    return this.#problems
  }

  /** Rows that a module brings into new companies. */
  fixtureRows(module: Module): Row[] {
    if (!module.rows) return []
    return JSON.parse(readFileSync(join(this.#folder, module.application, module.rows), 'utf8')) as Row[]
  }

  /** Modules of a company, its overlays laid over. */
  async of(db: Db, company: Company): Promise<ModuleSet> {
    const kept = this.#companies.get(company.schema)
    if (kept && Date.now() - kept.at < FRESH_MS) return kept.modules
    const overlays = await db.query<Overlay>(`SELECT module, version, patch FROM ${qualify(company.schema, 'overlay')} ORDER BY module`)
    const key = overlays.map((one) => `${one.module}@${one.version}`).join(' ')
    if (kept?.key === key) {
      kept.at = Date.now()
      return kept.modules
    }
    const modules = overlays.length ? this.overlaid(overlays).modules : this.#shipped
    this.#companies.set(company.schema, { modules, key, at: Date.now() })
    return modules
  }

  /** Resolves the descriptors with overlays, without keeping anything; problems say why one is refused. */
  overlaid(overlays: readonly Pick<Overlay, 'module' | 'patch'>[]): { modules: ModuleSet; problems: Problem[] } {
    const problems: Problem[] = []
    const files = this.#files.map((file) => {
      const overlay = overlays.find((one) => file.path.endsWith(`/${one.module}.json`))
      if (!overlay) return file
      const applied = applyOverlay(JSON.parse(file.text), overlay.patch as never, this.#shipped.get(overlay.module)!)
      problems.push(...applied.problems)
      return { path: file.path, text: JSON.stringify(applied.descriptor) }
    })
    const loaded = new Loader(serverRegistries()).load(files)
    return { modules: loaded.modules, problems: [...problems, ...loaded.problems] }
  }

  /** Drops what is kept for a company, so that its next request sees the change. */
  forget(company: Company): void {
    this.#companies.delete(company.schema)
  }
}
