/**
 * The modules of every company: the shipped descriptors, resolved and checked together, with the company's
 * overlay laid over them. Companies without an overlay share one set.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { basename, dirname, join, sep } from 'node:path'
import { applyOverlay, fitting, followRenames } from '../../../engine/descriptor/overlay/index.ts'
import { type DescriptorFile, Loader, type Registries } from '../../../engine/index.ts'
import type { Module, ModuleSet, Problem, Row } from '../../../engine/model/module.ts'
import { cached } from '../companies/cache.ts'
import type { Company, Db } from '../context.ts'
import { qualify } from '../db/name.ts'
import { refusedIn } from '../db/planner/index.ts'

/** Descriptors below a folder, with paths as messages show them (`modules/resource/item.json`). */
export function readDescriptors(folder: string): DescriptorFile[] {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.json'))
  const isRows = (file: string) => file.endsWith('.rows.json')
  return files
    .filter((file) => !isRows(file))
    .sort()
    .map((file) => ({
      path: join('modules', file).split(sep).join('/'),
      text: readFileSync(join(folder, file), 'utf8'),
      rowFiles: files.filter((other) => isRows(other) && dirname(other) === dirname(file)).map((other) => basename(other)),
    }))
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
  #warnings: readonly Problem[] = []
  /** Other addresses of modules. */
  aliases: ReadonlyMap<string, string> = new Map()
  /** Counts the loads that succeeded; what is kept of an older one is not used. */
  #generation = 0

  /** `registries`: the names that descriptors may refer to. `extra`: descriptors beside the folder's, for tests. */
  constructor(folder: string, registries: Registries, extra: readonly DescriptorFile[] = []) {
    this.folder = folder
    this.#extra = extra
    this.#registries = registries
    this.#loader = new Loader(registries)
    this.reload()
  }

  /** Reads the files again. With problems the last good modules stay. Answers the problems found. */
  reload(): readonly Problem[] {
    const files = [...readDescriptors(this.folder), ...this.#extra]
    const { modules, problems, warnings } = this.#loader.load(files)
    this.#problems = problems
    this.#warnings = warnings
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
  /** What of the shipped descriptors is allowed and looks like a mistake. */
  get warnings(): readonly Problem[] {
    return this.#warnings
  }
  get problems(): readonly Problem[] {
    return this.#problems
  }

  /** Rows that a module brings into new companies, as the text of their file. */
  fixtureText(module: Module): string {
    return module.rows ? readFileSync(join(this.folder, module.application, module.rows), 'utf8') : '[]'
  }

  /** Modules of a company, its overlays laid over. Parts of an overlay that no longer fit are left out and reported. */
  async of(db: Db, company: Company): Promise<ModuleSet> {
    const { modules } = await this.#ofCompany(db, company)
    return modules
  }

  /** What of the modules does not fit a company: parts of its overlays after an upgrade, values that should be unique. */
  async companyProblems(db: Db, company: Company): Promise<readonly Problem[]> {
    const { modules, problems } = await this.#ofCompany(db, company)
    const doubled = (await refusedIn(db, company.schema)).map(({ table, columns, duplicates }): Problem => {
      const module = [...modules.values()].find((one) => one.entity.table === table || one.lines.some((lines) => lines.table === table))
      const names = columns.map((name) => module?.field[name]?.title ?? name).join(', ')
      return {
        file: `data of ${module?.name ?? table}`,
        pointer: '',
        line: 1,
        message: `${names} of ${module?.title ?? table} should be unique, but values occur twice: ${duplicates.join('; ')}.`,
        hint: 'It is not enforced until these records are changed; it is tried again at the next start.',
      }
    })
    return [...problems, ...doubled]
  }

  #ofCompany(db: Db, company: Company): Promise<Overlaid> {
    return cached(db, company, `modules ${this.#generation}`, async () => this.#fitting(await readOverlays(db, company)))
  }

  /** As much of the overlays as fits together; what does not is named in the problems. */
  #fitting(overlays: readonly Overlay[]): Overlaid {
    if (overlays.length === 0) return { modules: this.#shipped, problems: [] }
    const all = this.overlaid(overlays)
    if (all.problems.length === 0) return all
    const loader = new Loader(this.#registries)
    const kept: Overlay[] = []
    const problems: Problem[] = []
    for (const overlay of overlays) {
      const fitted = fitting(overlay.patch, (patch) =>
        this.overlaid([...kept, { ...overlay, patch }], loader).problems.map((problem) =>
          // What another file says of it leads to no part of this layer.
          problem.file === `overlay of ${overlay.module}` || problem.file.endsWith(`/${overlay.module}.json`)
            ? problem
            : { ...problem, pointer: '' },
        ),
      )
      kept.push({ ...overlay, patch: fitted.overlay })
      problems.push(...fitted.problems.map((problem) => ({ ...problem, file: `overlay of ${overlay.module}` })))
    }
    return { modules: this.overlaid(kept, loader).modules, problems }
  }

  /** Resolves the descriptors with overlays, without keeping anything; problems say why one is refused. */
  overlaid(overlays: readonly Pick<Overlay, 'module' | 'patch'>[], loader = new Loader(this.#registries)): Overlaid {
    const problems: Problem[] = overlays
      .filter((one) => !this.#shipped.has(one.module) && Object.keys(one.patch).length > 0)
      .map((one) => ({ file: `overlay of ${one.module}`, pointer: '', line: 1, message: `There is no module "${one.module}" any more.` }))
    const files = this.#files.map((file) => {
      const overlay = overlays.find((one) => file.path.endsWith(`/${one.module}.json`))
      if (!overlay) return file
      const shipped = this.#shipped.get(overlay.module)!
      const applied = applyOverlay(JSON.parse(file.text), followRenames(overlay.patch, shipped) as never, shipped)
      problems.push(...applied.problems)
      return { path: file.path, text: JSON.stringify(applied.descriptor) }
    })
    const loaded = loader.load(files)
    return { modules: loaded.modules, problems: [...problems, ...loaded.problems] }
  }
}

/** The overlays kept in a company's schema; none before its tables are made. */
export async function readOverlays(db: Db, company: Company): Promise<Overlay[]> {
  const [made] = await db.query('SELECT 1 FROM pg_tables WHERE schemaname = $1 AND tablename = $2', [company.schema, 'overlay'])
  return made ? db.query<Overlay>(`SELECT module, version, patch FROM ${qualify(company.schema, 'overlay')} ORDER BY module`) : []
}
