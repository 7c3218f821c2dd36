/** Loads packages: the shipped ones and those of TANGGAPAN_PACKAGES, with their code, all in the same way. */
import { existsSync, readdirSync } from 'node:fs'
import { join, relative, sep } from 'node:path'
import { pathToFileURL } from 'node:url'
import { createRegistries } from '../../engine/index.ts'
import type { SettingEntry } from '../../engine/model/registries.ts'
import { didYouMean } from '../../engine/runtime/expressions/hint.ts'
import { ROLE_TEMPLATES } from '../companies/role-templates.ts'
import type { Feature } from '../features/feature.ts'
import type { ProductFacts, RoleTemplate } from '../platform/product.ts'
import { packageRules, RULES } from '../platform/rules.ts'
import { findPackage, type Package, PackageProblem, ROOT, readPackage } from './manifest.ts'
import { servePublicEntries } from './public-entries.ts'

/** Folder of the shipped packages. */
export const MODULES = join(ROOT, 'modules')

/** The packages with their code. */
interface LoadedPackages {
  readonly packages: readonly Package[]
  readonly features: readonly Feature[]
  readonly facts: ProductFacts
}

/**
 * Reads all packages, checks their versions and names against each other, and imports their features. `entries` are those
 * of TANGGAPAN_PACKAGES, relative to `base`. Throws `PackageProblem`.
 */
export async function loadPackages(entries: readonly string[] = [], base = process.cwd()): Promise<LoadedPackages> {
  const packages = [...shippedPackages(), ...entries.map((entry) => readPackage(findPackage(entry, base)))]
  const folders = new Map<string, string>()
  for (const { name, folder } of packages) {
    const other = folders.get(name)
    if (other) throw new PackageProblem(`The package "${name}" is named twice: ${other} and ${folder}.`)
    folders.set(name, folder)
  }
  const features: { feature: Feature; owner: Package }[] = []
  if (entries.length) servePublicEntries(packages.filter((pkg) => !pkg.shipped).map((pkg) => pkg.folder))
  for (const owner of packages)
    for (const feature of await Promise.all(owner.features.map((file) => importFeature(file, owner)))) features.push({ feature, owner })
  const facts = factsOf(packages, features)
  for (const [rule, meaning] of Object.entries(facts.rules)) packageRules.set(rule, meaning)
  return { packages, features: features.map(({ feature }) => feature), facts }
}

/** The packages below `modules/`, in the order of their applications. */
function shippedPackages(): Package[] {
  const folders = readdirSync(MODULES).filter((name) => existsSync(join(MODULES, name, 'package.json')))
  return folders.map((name) => readPackage(join(MODULES, name))).sort((a, b) => orderOf(a) - orderOf(b))
}
const orderOf = (pkg: Package): number => pkg.applications[0]?.order ?? Number.MAX_SAFE_INTEGER

const KEYS: Readonly<Record<keyof Feature, true>> = {
  name: true,
  handlers: true,
  reports: true,
  effects: true,
  guards: true,
  retired: true,
  invariants: true,
  hooks: true,
  approvers: true,
  jobs: true,
  printForms: true,
  address: true,
  queues: true,
  timers: true,
  rules: true,
  routes: true,
  fileAccess: true,
  demo: true,
}

/** What every entry of a list must have: one without `params` would only be said not to exist by the descriptor that names it. */
const NEEDED: Readonly<Partial<Record<keyof Feature, readonly string[]>>> = {
  handlers: ['name', 'params', 'run'],
  effects: ['name', 'rank', 'params', 'apply', 'reverse'],
  guards: ['name', 'params', 'check'],
  hooks: ['name', 'afterSave'],
}

/** What a feature's entries lack, as messages. */
function lackingParts(feature: Feature): string[] {
  return Object.entries(NEEDED).flatMap(([key, needed]) =>
    ((feature[key as keyof Feature] ?? []) as unknown as readonly Record<string, unknown>[]).flatMap((entry, index) => {
      const lacks = needed.filter((name) => entry[name] === undefined)
      return lacks.length ? [`${key}: "${String(entry.name ?? index)}" needs ${lacks.map((name) => `"${name}"`).join(', ')}`] : []
    }),
  )
}

async function importFeature(file: string, owner: Package): Promise<Feature> {
  const imported = await importFile(file, owner)
  const values = 'default' in imported ? [imported.default] : Object.values(imported)
  const [feature, ...more] = values.filter((value) => typeof value === 'object' && value !== null && 'name' in value) as Feature[]
  if (!feature || more.length)
    throw new PackageProblem(`${file} of the package "${owner.name}" must export one Feature, and exports ${feature ? 'several' : 'none'}.`)
  for (const key of Object.keys(feature))
    if (!(key in KEYS))
      throw new PackageProblem(
        `The feature "${feature.name}" of the package "${owner.name}" has the unknown key "${key}". ${didYouMean(key, Object.keys(KEYS)) ?? ''} (${file})`,
      )
  const lacks = lackingParts(feature)
  if (lacks.length)
    throw new PackageProblem(`The feature "${feature.name}" of the package "${owner.name}" is not complete. ${lacks.join('; ')}. (${file})`)
  return feature
}

async function importFile(file: string, owner: Package): Promise<Record<string, unknown>> {
  try {
    return (await import(/* @vite-ignore */ pathToFileURL(file).href)) as Record<string, unknown>
  } catch (error) {
    if (owner.shipped) throw error
    throw new PackageProblem(`${file} of the package "${owner.name}" could not be loaded: ${(error as Error).message}`, { cause: error })
  }
}

interface Claim {
  /** The kind of the named thing, for messages. */
  readonly kind: string
  readonly name: string
  /** Its place. */
  readonly where?: string
}

/** Checks names that two packages give to different things. Reports all of them at once. */
function claimAll<T extends { readonly name: string }>(owners: readonly T[], claimsOf: (owner: T) => readonly Claim[]): void {
  const taken = new Map<string, { owner: T; claim: Claim }>()
  const clashes: string[] = []
  for (const owner of owners)
    for (const claim of claimsOf(owner)) {
      const key = `${claim.kind} ${claim.name}`
      const other = taken.get(key)
      if (!other) taken.set(key, { owner, claim })
      else
        clashes.push(
          `The ${claim.kind} "${claim.name}" of the package "${owner.name}"${inPlace(claim)} exists already in the package "${other.owner.name}"${inPlace(other.claim)}.`,
        )
    }
  if (clashes.length) throw new PackageProblem(clashes.join('\n'))
}
const inPlace = ({ where }: Claim): string => (where ? ` (${where})` : '')

function factsOf(packages: readonly Package[], features: readonly { feature: Feature; owner: Package }[]): ProductFacts {
  const { settings: known, accountRoles, lineTemplates, workflowTemplates } = createRegistries()
  const core = { name: 'tanggapan' }
  claimAll<{ readonly name: string; readonly claims: readonly Claim[] }>(
    [
      {
        ...core,
        claims: [
          ...[...known.keys()].map((name) => ({ kind: 'setting', name })),
          ...Object.keys(RULES).map((name) => ({ kind: 'rule', name })),
          ...[...accountRoles.keys()].map((name) => ({ kind: 'account role', name })),
          ...Object.keys(lineTemplates).map((name) => ({ kind: 'line template', name })),
          ...Object.keys(workflowTemplates).map((name) => ({ kind: 'workflow template', name })),
        ],
      },
      ...packages.map((pkg) => ({
        name: pkg.name,
        claims: [
          ...pkg.applications.map(({ name }) => ({ kind: 'application', name })),
          ...pkg.settings.map(({ key }) => ({ kind: 'setting', name: key })),
          ...pkg.accountRoles.map(({ role }) => ({ kind: 'account role', name: role })),
          ...Object.keys(pkg.lineTemplates).map((name) => ({ kind: 'line template', name })),
          ...Object.keys(pkg.workflowTemplates).map((name) => ({ kind: 'workflow template', name })),
          ...pkg.roles.flatMap(({ code, name }) => (name ? [{ kind: 'role', name: code }] : [])),
          ...features.filter(({ owner }) => owner === pkg).flatMap(({ feature }) => claimsOf(feature)),
        ],
      })),
    ],
    ({ claims }) => claims,
  )
  const applications = packages.flatMap((pkg) => pkg.applications).sort((a, b) => a.order - b.order || (a.name < b.name ? -1 : 1))
  return {
    packages: packages.map(({ name, version, shipped, folder, modules, applications, roles }) => ({
      name,
      version,
      shipped,
      folder,
      modules,
      applications: applications.map((application) => application.name),
      roles: roles.flatMap((role) => (role.name ? [role.code] : [])),
    })),
    applications,
    settings: [...known.values(), ...packages.flatMap((pkg) => pkg.settings as readonly SettingEntry[])],
    roles: rolesOf(packages),
    rules: Object.assign({}, ...features.map(({ feature }) => feature.rules ?? {})) as ProductFacts['rules'],
    vocabulary: {
      accountRoles: packages.flatMap((pkg) => pkg.accountRoles),
      lineTemplates: Object.assign({}, ...packages.map((pkg) => pkg.lineTemplates)) as ProductFacts['vocabulary']['lineTemplates'],
      workflowTemplates: Object.assign(
        {},
        ...packages.map((pkg) => pkg.workflowTemplates),
      ) as ProductFacts['vocabulary']['workflowTemplates'],
    },
  }
}

const claimsOf = (feature: Feature): Claim[] => {
  const where = `feature "${feature.name}"`
  const claims = (kind: string, names: readonly string[]): Claim[] => names.map((name) => ({ kind, name, where }))
  const names = (list: readonly { readonly name: string }[] = []): string[] => list.map(({ name }) => name)
  return [
    { kind: 'feature', name: feature.name },
    ...claims('handler', [...names(feature.handlers), ...Object.keys(feature.reports ?? {})]),
    ...claims('effect', names(feature.effects)),
    ...claims('guard', names(feature.guards)),
    ...claims('invariant', names(feature.invariants)),
    ...claims('hook', names(feature.hooks)),
    ...claims('approver', names(feature.approvers)),
    ...claims('transition job', names(feature.jobs)),
    ...claims('print form', Object.keys(feature.printForms ?? {})),
    ...claims('queue', names(feature.queues)),
    ...claims('timer', names(feature.timers)),
    ...claims('rule', Object.keys(feature.rules ?? {})),
    ...claims('file access of module', Object.keys(feature.fileAccess ?? {})),
  ]
}

/** Role templates of the product, with the packages' grants to them, and the packages' own roles. */
function rolesOf(packages: readonly Package[]): RoleTemplate[] {
  const roles = new Map(ROLE_TEMPLATES.map((role) => [role.code, role]))
  for (const { name, folder, roles: packageRoles } of packages)
    for (const role of packageRoles) {
      const known = roles.get(role.code)
      if (role.name !== undefined) {
        if (known) throw new PackageProblem(`The role "${role.code}" of the package "${name}" exists already in the package "tanggapan".`)
        roles.set(role.code, { ...role, name: role.name })
      } else if (known) {
        const applications = known.applications.includes('*')
          ? known.applications
          : [...new Set([...known.applications, ...role.applications])]
        roles.set(role.code, { ...known, applications, rules: [...known.rules, ...role.rules] })
      } else
        throw new PackageProblem(
          `The package "${name}" grants rights to the role "${role.code}", which does not exist. ${didYouMean(role.code, [...roles.keys()]) ?? ''} Give it a name to make it a new role. (${folder})`,
        )
    }
  return [...roles.values()]
}

/** A path in messages: relative to the product for files inside it, else absolute. With forward slashes. */
export function shownPath(path: string): string {
  const way = relative(ROOT, path)
  return (way.startsWith('..') || /^[A-Za-z]:/.test(way) ? path : way).split(sep).join('/')
}
