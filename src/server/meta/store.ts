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
import { keep } from '../companies/kept.ts'
import type { Company, Db } from '../context.ts'
import { qualify } from '../db/name.ts'
import { registryCatalog } from '../effects/registry.ts'

const byName = (list: readonly { readonly name: string; readonly params: JsonSchema }[]) =>
  Object.fromEntries(list.map((one) => [one.name, one.params]))

/** Every name that a descriptor may refer to. */
export function serverRegistries(): Registries {
  const { effects, guards, handlers, hooks, approvers } = registryCatalog()
  return createRegistries({
    calculations,
    effects: byName(effects),
    guards: byName(guards),
    handlers: byName(handlers),
    hooks,
    approvers,
  } as unknown as RegistryParts)
}

/** Descriptors below a folder, with paths as messages show them (`modules/resource/item.json`). */
export function readDescriptors(folder: string): DescriptorFile[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.json') && !file.endsWith('.rows.json'))
    .sort()
    .map((file) => ({ path: join('modules', file).split(sep).join('/'), text: readFileSync(join(folder, file), 'utf8') }))
}

/** A company's own layer of one module. */
export interface Overlay {
  readonly module: string
  readonly version: number
  readonly patch: Row
}
/** Modules with overlays, and what was wrong. */
export interface Overlaid {
  readonly modules: ModuleSet
  readonly problems: readonly Problem[]
}

export class ModuleStore {
  readonly #loader: Loader
  readonly #registries: Registries
  readonly folder: string
  readonly #extra: readonly DescriptorFile[]
  #files: readonly DescriptorFile[] = []
  #shipped: ModuleSet = new Map()
  #problems: readonly Problem[] = []
  /** Other addresses of modules. */
  aliases: ReadonlyMap<string, string> = new Map()
  /** Counts the loads that succeeded; what is kept of an older one is not used. */
  #generation = 0

  /** `extra` are descriptors beside the folder's, for tests. */
  constructor(folder: string, extra: readonly DescriptorFile[] = [], registries: Registries = serverRegistries()) {
    this.folder = folder
    this.#extra = extra
    this.#registries = registries
    this.#loader = new Loader(registries)
    this.reload()
  }

  /** Reads the files again. With problems the last good modules stay. Answers the problems found. */
  reload(): readonly Problem[] {
    const files = [...readDescriptors(this.folder), ...this.#extra]
    const { modules, problems } = this.#loader.load(files)
    this.#problems = problems
    if (problems.length === 0) {
      this.#files = files
      this.#shipped = modules
      this.#generation += 1
      this.aliases = new Map(
        [...modules.values()].flatMap((module) => (module.aliases ?? []).map((alias) => [alias, module.name] as const)),
      )
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
    return JSON.parse(readFileSync(join(this.folder, module.application, module.rows), 'utf8')) as Row[]
  }

  /** Modules of a company, its overlays laid over. An overlay that no longer fits is left out and reported. */
  async of(db: Db, company: Company): Promise<ModuleSet> {
    const { modules } = await this.#ofCompany(db, company)
    return modules
  }

  /** What is wrong with the overlays of a company, after an upgrade for instance. */
  async overlayProblems(db: Db, company: Company): Promise<readonly Problem[]> {
    const { problems } = await this.#ofCompany(db, company)
    return problems
  }

  #ofCompany(db: Db, company: Company): Promise<Overlaid> {
    return keep(db, company, `modules ${this.#generation}`, async () => this.#fitting(await readOverlays(db, company)))
  }

  /** As many of the overlays as fit together; the ones that do not are named in the problems. */
  #fitting(overlays: readonly Overlay[]): Overlaid {
    if (overlays.length === 0) return { modules: this.#shipped, problems: [] }
    const all = this.overlaid(overlays)
    if (all.problems.length === 0) return all
    let fitting: Overlaid = { modules: this.#shipped, problems: [] }
    const kept: Overlay[] = []
    const problems: Problem[] = []
    for (const overlay of overlays) {
      const tried = this.overlaid([...kept, overlay])
      if (tried.problems.length) problems.push(...tried.problems)
      else {
        kept.push(overlay)
        fitting = tried
      }
    }
    return { modules: fitting.modules, problems }
  }

  /** Resolves the descriptors with overlays, without keeping anything; problems say why one is refused. */
  overlaid(overlays: readonly Pick<Overlay, 'module' | 'patch'>[]): Overlaid {
    const problems: Problem[] = []
    const files = this.#files.map((file) => {
      const overlay = overlays.find((one) => file.path.endsWith(`/${one.module}.json`))
      if (!overlay) return file
      const applied = applyOverlay(JSON.parse(file.text), overlay.patch as never, this.#shipped.get(overlay.module)!)
      problems.push(...applied.problems)
      return { path: file.path, text: JSON.stringify(applied.descriptor) }
    })
    const loaded = new Loader(this.#registries).load(files)
    return { modules: loaded.modules, problems: [...problems, ...loaded.problems] }
  }
}

/** The overlays kept in a company's schema; none before its tables are made. */
export async function readOverlays(db: Db, company: Company): Promise<Overlay[]> {
  const [made] = await db.query('SELECT 1 FROM pg_tables WHERE schemaname = $1 AND tablename = $2', [company.schema, 'overlay'])
  return made ? db.query<Overlay>(`SELECT module, version, patch FROM ${qualify(company.schema, 'overlay')} ORDER BY module`) : []
}
