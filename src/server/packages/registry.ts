/**
 * Everything that descriptors may name as an effect, guard, handler or save hook, gathered from the features of the
 * packages. `catalog` is the same as plain data, for the checker.
 */
import { readdirSync } from 'node:fs'
import { join, relative } from 'node:path'
import userRole from '../../../modules/command/user_role.json' with { type: 'json' }
import { calculations } from '../../domain/trade/calculations.ts'
import { createRegistries, type DescriptorFile, type Registries, type RegistryParts } from '../../engine/index.ts'
import type { JsonSchema, Module, ModuleSet, Problem } from '../../engine/model/module.ts'
import { ROLE_TEMPLATES } from '../companies/role-templates.ts'
import type { Feature, Report, ReportWithParams } from '../features/feature.ts'
import type { Ctx, Effect, Guard, Handler, HandlerRequest, Services } from '../platform/context.ts'
import { ModuleCache } from '../platform/meta/module-cache.ts'
import { type DescriptorSource, ModuleStore } from '../platform/meta/store.ts'
import type { ProductFacts } from '../platform/product.ts'
import { readParameters } from '../records/report/parameters.ts'
import type { Retired } from '../workflow/registry.ts'
import { loadPackages, MODULES, shownPath } from './load.ts'
import { type Package, ROOT } from './manifest.ts'
import { roleProblems } from './role-problems.ts'

interface CatalogEntry {
  readonly name: string
  readonly params: JsonSchema
}
interface Catalog {
  readonly effects: readonly CatalogEntry[]
  readonly guards: readonly CatalogEntry[]
  readonly handlers: readonly CatalogEntry[]
  readonly hooks: readonly string[]
  readonly approvers: readonly string[]
  readonly jobs: readonly string[]
  readonly applications: readonly string[]
  readonly access: readonly string[]
  readonly roles: readonly string[]
  readonly pages: readonly string[]
  readonly printTemplates: readonly string[]
}

/** The product with the packages it was started with. */
export interface Product {
  readonly packages: readonly Package[]
  readonly features: readonly Feature[]
  readonly facts: ProductFacts
  readonly effects: readonly Effect[]
  readonly guards: readonly Guard[]
  /** Conditions that every transition must meet after its effects. */
  readonly invariants: readonly Guard[]
  /** Effects of former versions, for the documents that they posted. */
  readonly retired: Readonly<Record<string, Retired>>
  /** The registered code as services find it. */
  readonly code: Pick<
    Services,
    'handlers' | 'hooks' | 'approvers' | 'transitionJobs' | 'fileAccess' | 'printForms' | 'addresses' | 'product'
  >
  /** Names and parameter schemas as plain data. */
  readonly catalog: Catalog
  /** Every name that a descriptor may refer to. */
  readonly registries: Registries
}

/**
 * A report as a handler. The generic list route calls it for a module of kind report, with parameters as `filter[x]` or
 * `x`, `page` and `limit` (`all` for exports); the caller's right to the report has been checked.
 */
const reportHandler = ([name, report]: [string, Report | ReportWithParams]): Handler => ({
  name,
  params: typeof report === 'function' ? { type: ['object', 'null'], additionalProperties: false, properties: {} } : report.params,
  async run(ctx: Ctx, module: Module, request: Pick<HandlerRequest, 'query'>) {
    const parameters = await readParameters(ctx, module, request.query)
    const page = await (typeof report === 'function' ? report : report.run)(ctx, module, request.query, parameters)
    // Screens open what a figure is made of with the parameters that it was answered for.
    return module.report?.drill ? { ...page, parameters } : page
  },
})

const byName = <T extends { readonly name: string }>(list: readonly T[]): ReadonlyMap<string, T> =>
  new Map(list.map((entry) => [entry.name, entry]))
const entries = (list: readonly CatalogEntry[]): CatalogEntry[] => list.map(({ name, params }) => ({ name, params }))
const paramsByName = (list: readonly CatalogEntry[]) => Object.fromEntries(list.map(({ name, params }) => [name, params]))

/** Forms that the product draws itself. */
const PRINT_TEMPLATES = ['document', 'check']

/** The product with the packages of `entries` (TANGGAPAN_PACKAGES) beside the shipped ones. Throws `PackageProblem`. */
export async function loadProduct(entriesOfPackages: readonly string[] = [], base?: string): Promise<Product> {
  const { packages, features, facts } = await loadPackages(entriesOfPackages, base)
  const all = <T>(list: (feature: Feature) => readonly T[] | undefined): T[] => features.flatMap((feature) => list(feature) ?? [])
  const handlers = features.flatMap((feature) => [...(feature.handlers ?? []), ...Object.entries(feature.reports ?? {}).map(reportHandler)])
  // Each effect and guard reads its own parameters, which the checker has held against its schema.
  const effects = all((feature) => feature.effects) as readonly Effect[]
  const guards = all((feature) => feature.guards) as readonly Guard[]
  const code = {
    handlers: byName(handlers),
    hooks: byName(all((feature) => feature.hooks)),
    approvers: byName(all((feature) => feature.approvers)),
    transitionJobs: byName(all((feature) => feature.jobs)),
    fileAccess: new Map(features.flatMap((feature) => Object.entries(feature.fileAccess ?? {}))),
    printForms: new Map(features.flatMap((feature) => Object.entries(feature.printForms ?? {}))),
    addresses: features.flatMap((feature) => feature.address ?? []),
    product: facts,
  }
  const catalog: Catalog = {
    effects: entries(effects),
    guards: entries(guards),
    handlers: entries(handlers),
    hooks: [...code.hooks.keys()],
    approvers: [...code.approvers.keys()],
    jobs: [...code.transitionJobs.keys()],
    applications: [...facts.applications.map(({ name }) => name), 'home'],
    access: userRole.fields.access_codes.options,
    roles: facts.roles.map((role) => role.code),
    pages: packages.flatMap((pkg) => pkg.pages),
    printTemplates: [...PRINT_TEMPLATES, ...code.printForms.keys()],
  }
  return {
    packages,
    features,
    facts,
    effects,
    guards,
    invariants: all((feature) => feature.invariants),
    retired: Object.assign({}, ...features.map((feature) => feature.retired ?? {})) as Product['retired'],
    code,
    catalog,
    registries: registriesOf(catalog, facts),
  }
}

function registriesOf({ effects, guards, handlers, ...names }: Catalog, { settings, vocabulary }: ProductFacts): Registries {
  return createRegistries({
    calculations,
    effects: paramsByName(effects),
    guards: paramsByName(guards),
    handlers: paramsByName(handlers),
    settings,
    ...vocabulary,
    ...names,
  } as unknown as RegistryParts)
}

/** The product as it is shipped. */
export const shipped: Product = await loadProduct()

/**
 * The modules of the packages, checked against everything that the features register. `folder`: where the shipped ones
 * are, copies of which are always resolved anew; `extra`: descriptors beside them, for tests.
 */
export const openModules = (product: Product = shipped, folder = MODULES, extra: readonly DescriptorFile[] = []): ModuleStore =>
  new ModuleStore(() => sourcesOf(product, folder), product.registries, {
    extra,
    check: (modules) => (folder === MODULES ? grantProblems(product, modules) : []),
    ...(folder === MODULES ? { cache: new ModuleCache(join(ROOT, 'node_modules/.cache/modules'), ROOT) } : {}),
  })

/** What the roles of the product and its packages are granted and `modules` do not have. */
export const grantProblems = ({ packages }: Product, modules: ModuleSet): Problem[] => [
  ...roleProblems(ROLE_TEMPLATES, modules, 'schemas/roles.json'),
  ...packages.flatMap(({ roles, rolesFile }) => (rolesFile ? roleProblems(roles, modules, shownPath(rolesFile)) : [])),
]

/** The folders of descriptors. One below the shipped ones that belongs to no package is named as a problem. */
export function sourcesOf({ packages }: Product, folder = MODULES): DescriptorSource[] {
  const outside = packages.flatMap(({ shipped, modules }) =>
    shipped ? [] : modules.map((path) => ({ folder: path, shown: shownPath(path) })),
  )
  const claimed = new Set(packages.flatMap(({ shipped, modules }) => (shipped ? modules.map((path) => relative(MODULES, path)) : [])))
  const below = readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isDirectory())
  return [
    ...below.map(({ name }): DescriptorSource => {
      const source = { folder: join(folder, name), shown: `modules/${name}` }
      if (folder !== MODULES || claimed.has(name)) return source
      const problem = `The folder modules/${name} belongs to no package: no package.json there names it in "modules".`
      return { ...source, problem }
    }),
    ...outside,
  ]
}
