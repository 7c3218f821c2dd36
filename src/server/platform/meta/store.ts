/**
 * The modules of every company: the shipped descriptors, resolved and checked together, with the company's
 * overlay laid over them. Companies without an overlay share one set.
 */

import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { applyOverlay, fitting, followRenames } from '../../../engine/descriptor/overlay/index.ts'
import { type DescriptorFile, type Loaded, Loader, type Registries } from '../../../engine/index.ts'
import type { Module, ModuleSet, Problem, Row } from '../../../engine/model/module.ts'
import { cached } from '../companies/cache.ts'
import type { Company, Db } from '../context.ts'
import { sql, table } from '../db/sql.ts'
import { dataProblems } from './data-problems.ts'
import type { ModuleCache } from './module-cache.ts'

/** A folder of descriptors, called like the application that its modules belong to. */
export interface DescriptorSource {
  readonly folder: string
  /** As messages show it (`modules/resource`). */
  readonly shown: string
  /** Why its descriptors cannot be used. */
  readonly problem?: string
}

/** The descriptors of a folder, with paths as messages show them (`modules/resource/item.json`). */
export function readDescriptors({ folder, shown }: DescriptorSource): DescriptorFile[] {
  // A folder that went is no failure: a running server keeps its modules until the next start.
  const files = existsSync(folder) ? readdirSync(folder).filter((file) => file.endsWith('.json') && file !== 'package.json') : []
  const isRows = (file: string) => file.endsWith('.rows.json')
  return files
    .filter((file) => !isRows(file))
    .sort()
    .map((file) => ({ path: `${shown}/${file}`, text: readFileSync(join(folder, file), 'utf8'), rowFiles: files.filter(isRows) }))
}

/** A company's own layer of one module. */
interface Overlay {
  readonly module: string
  readonly version: number
  readonly patch: Row
}
/** Modules with overlays, and their problems. */
interface Overlaid {
  readonly modules: ModuleSet
  readonly problems: readonly Problem[]
}

interface StoreOptions {
  readonly extra?: readonly DescriptorFile[]
  readonly cache?: ModuleCache | undefined
  readonly check?: (modules: ModuleSet) => readonly Problem[]
}

type Load = (files: readonly DescriptorFile[]) => Loaded

export class ModuleStore {
  readonly #loader: Loader
  readonly #registries: Registries
  readonly #sources: () => readonly DescriptorSource[]
  readonly #extra: readonly DescriptorFile[]
  readonly #cache: ModuleCache | undefined
  readonly #check: (modules: ModuleSet) => readonly Problem[]
  #files: readonly DescriptorFile[] = []
  #shipped: ModuleSet = new Map()
  #problems: readonly Problem[] = []
  #warnings: readonly Problem[] = []
  /** Other addresses of modules. */
  aliases: ReadonlyMap<string, string> = new Map()
  /** Counts the successful loads; values cached for an older one are not used. */
  #generation = 0

  /** Folders of modules, by name. */
  #folders: ReadonlyMap<string, string> = new Map()

  /**
   * `registries`: the names that descriptors may refer to. `extra`: descriptors beside the folders', for tests. `cache`:
   * sets that earlier starts resolved. `check`: what else is wrong with modules that are sound in themselves.
   */
  constructor(
    sources: () => readonly DescriptorSource[],
    registries: Registries,
    { extra = [], cache, check = () => [] }: StoreOptions = {},
  ) {
    this.#sources = sources
    this.#extra = extra
    this.#cache = cache
    this.#check = check
    this.#registries = registries
    this.#loader = new Loader(registries)
    this.reload()
  }

  /** Reads the files again. With problems the last good modules stay. Answers the problems found. */
  reload(): readonly Problem[] {
    const read = this.#sources().map((source) => ({ source, files: readDescriptors(source) }))
    const files = [...read.flatMap((entry) => entry.files), ...this.#extra]
    const { modules, problems: matches, warnings } = this.#generation > 0 ? this.#loader.load(files) : this.#resolve(files)
    const problems = [
      ...read.flatMap(({ source, files }) =>
        source.problem && files.length ? [{ file: source.shown, pointer: '', line: 1, message: source.problem }] : [],
      ),
      ...(matches.length ? matches : this.#check(modules)),
    ]
    this.#problems = problems
    this.#warnings = warnings
    if (problems.length === 0) {
      this.#files = files
      this.#shipped = modules
      this.#folders = new Map(read.flatMap(({ source, files }) => files.map(({ path }) => [nameOf(path), source.folder] as const)))
      this.#generation += 1
      this.aliases = new Map(
        [...modules.values()].flatMap((module) => (module.aliases ?? []).map((alias) => [alias, module.name] as const)),
      )
    }
    return problems
  }

  /** Resolves files, unless an earlier start has resolved the same. */
  #resolve(files: readonly DescriptorFile[]): Loaded {
    const cache = this.#cache
    if (!cache) return this.#loader.load(files)
    const key = cache.key(files, this.#registries)
    const known = cache.read(key)
    if (known) return known
    const loaded = this.#loader.load(files)
    if (loaded.problems.length === 0) cache.write(key, loaded)
    return loaded
  }

  /** The folders that descriptors are read from. */
  get folders(): readonly string[] {
    return this.#sources().map(({ folder }) => folder)
  }
  get shipped(): ModuleSet {
    return this.#shipped
  }
  /** Allowed values in the shipped descriptors that look like mistakes. */
  get warnings(): readonly Problem[] {
    return this.#warnings
  }
  get problems(): readonly Problem[] {
    return this.#problems
  }

  /** The folder of a module's descriptor. */
  folderOf(module: string): string | undefined {
    return this.#folders.get(module)
  }

  /**
   * Rows that a module brings into new companies, as JSON: those of its own file, then those that packages have in files
   * of the same name (`modules/financial/chart_of_account.rows.json`).
   */
  fixtureText(module: Module): string {
    const folder = this.folderOf(module.name)
    if (!module.rows || !folder) return '[]'
    const text = readFileSync(join(folder, module.rows), 'utf8')
    const added = this.folders.map((other) => join(other, module.rows!)).filter((file) => dirname(file) !== folder && existsSync(file))
    if (!added.length) return text
    return JSON.stringify([text, ...added.map((file) => readFileSync(file, 'utf8'))].flatMap((rows) => JSON.parse(rows) as Row[]))
  }

  /** Modules of a company, its overlays laid over. Parts of an overlay that no longer fit are left out and reported. */
  async of(db: Db, company: Company): Promise<ModuleSet> {
    const { modules } = await this.#ofCompany(db, company)
    return modules
  }

  /** Mismatches between the modules and a company after an upgrade: parts of its overlays, and stored data. */
  async companyProblems(db: Db, company: Company): Promise<readonly Problem[]> {
    const { modules, problems } = await this.#ofCompany(db, company)
    return [...problems, ...(await dataProblems(db, company, modules))]
  }

  #ofCompany(db: Db, company: Company): Promise<Overlaid> {
    return cached(db, company, `modules ${this.#generation}`, async () => this.#fitting(await readOverlays(db, company)))
  }

  /** As much of the overlays as fits together; what does not is named in the problems. */
  #fitting(overlays: readonly Overlay[]): Overlaid {
    if (overlays.length === 0) return { modules: this.#shipped, problems: [] }
    const all = this.overlaid(overlays, (files) => this.#resolve(files))
    if (all.problems.length === 0) return all
    const load: Load = (files) => this.#loader.load(files)
    const accepted: Overlay[] = []
    const problems: Problem[] = []
    for (const overlay of overlays) {
      const fitted = fitting(overlay.patch, (patch) =>
        this.overlaid([...accepted, { ...overlay, patch }], load).problems.map((problem) =>
          // A problem of another file belongs to no part of this overlay.
          problem.file === `overlay of ${overlay.module}` || problem.file.endsWith(`/${overlay.module}.json`)
            ? problem
            : { ...problem, pointer: '' },
        ),
      )
      accepted.push({ ...overlay, patch: fitted.overlay })
      problems.push(...fitted.problems.map((problem) => ({ ...problem, file: `overlay of ${overlay.module}` })))
    }
    return { modules: this.overlaid(accepted, load).modules, problems }
  }

  /** Resolves the descriptors with overlays, without storing anything; problems say why one is refused. */
  overlaid(overlays: readonly Pick<Overlay, 'module' | 'patch'>[], load: Load = (files) => this.#loader.load(files)): Overlaid {
    const problems: Problem[] = overlays
      .filter((overlay) => !this.#shipped.has(overlay.module) && Object.keys(overlay.patch).length > 0)
      .map((overlay) => ({
        file: `overlay of ${overlay.module}`,
        pointer: '',
        line: 1,
        message: `There is no module "${overlay.module}" any more.`,
      }))
    const files = this.#files.map((file) => {
      const overlay = overlays.find((candidate) => file.path.endsWith(`/${candidate.module}.json`))
      if (!overlay) return file
      const shipped = this.#shipped.get(overlay.module)!
      const applied = applyOverlay(JSON.parse(file.text), followRenames(overlay.patch, shipped) as never, shipped)
      problems.push(...applied.problems)
      return { path: file.path, text: JSON.stringify(applied.descriptor) }
    })
    const loaded = load(files)
    return { modules: loaded.modules, problems: [...problems, ...loaded.problems] }
  }
}

const nameOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1, -'.json'.length)

/** The overlays kept in a company's schema; none before its tables are made. */
export async function readOverlays(db: Db, company: Company): Promise<Overlay[]> {
  const [made] = await db.query(sql`SELECT 1 FROM pg_tables WHERE schemaname = ${company.schema} AND tablename = ${'overlay'}`)
  return made ? db.query<Overlay>(sql`SELECT module, version, patch FROM ${table({ company }, 'overlay')} ORDER BY module`) : []
}
