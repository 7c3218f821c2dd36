/** The manifest of a package: its `package.json`, read and checked against `schemas/package.schema.json`. */
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join, relative, resolve, sep } from 'node:path'
import satisfies from 'semver/functions/satisfies.js'
import validRange from 'semver/ranges/valid.js'
import packageInfo from '../../../package.json' with { type: 'json' }
import schema from '../../../schemas/package.schema.json' with { type: 'json' }
import { checkStructure, descriptorSchema } from '../../engine/index.ts'
import type { LineTemplate, WorkflowTemplate } from '../../engine/model/descriptor.generated.ts'
import type { JsonSchema } from '../../engine/model/module.ts'
import type { AccountRole, SettingEntry } from '../../engine/model/registries.ts'
import { ROLES_SCHEMA, type RoleEntry, type RoleGrants, roleOf } from '../companies/role-templates.ts'
import type { Application } from '../platform/product.ts'

/** The folder of the product. */
export const ROOT = join(import.meta.dirname, '../../..')
/** The version of the product. */
export const VERSION: string = packageInfo.version

/** Why a package cannot be loaded; the message is for the person who starts the product. */
export class PackageProblem extends Error {}

/** A package, read from its folder. Paths are absolute. */
export interface Package {
  readonly name: string
  readonly version: string
  readonly shipped: boolean
  readonly folder: string
  readonly applications: readonly Application[]
  /** Folders of descriptors. */
  readonly modules: readonly string[]
  readonly pages: readonly string[]
  readonly features: readonly string[]
  readonly screens?: string
  readonly translations?: string
  readonly settings: readonly SettingEntry[]
  readonly roles: readonly RoleGrants[]
  /** The file of its roles. */
  readonly rolesFile?: string
  readonly accountRoles: readonly AccountRole[]
  readonly lineTemplates: Readonly<Record<string, LineTemplate>>
  readonly workflowTemplates: Readonly<Record<string, WorkflowTemplate>>
}

interface Manifest {
  readonly name: string
  readonly version: string
  readonly tanggapan: string
  readonly contributes: {
    readonly applications?: readonly (Pick<Application, 'name' | 'title'> & Partial<Application>)[]
    readonly modules?: readonly string[]
    readonly pages?: readonly string[]
    readonly features?: readonly string[]
    readonly screens?: string
    readonly translations?: string
    readonly settings?: string
    readonly roles?: string
    readonly accountRoles?: string
    readonly lineTemplates?: string
    readonly workflowTemplates?: string
  }
}

const DEFAULTS = { description: '', icon: 'apps', color: 'indigo', groups: [], order: 1000, menu: 'left' } as const

/** Reads the package in `folder` and checks that it works with this version of the product. Throws `PackageProblem`. */
export function readPackage(folder: string, version = VERSION): Package {
  const file = join(folder, 'package.json')
  if (!existsSync(file))
    throw new PackageProblem(`${folder} is no package: there is no package.json. Set TANGGAPAN_PACKAGES to its folder.`)
  const manifest = readChecked<Manifest>(file, schema)
  const { name, contributes } = manifest
  if (!validRange(manifest.tanggapan))
    throw new PackageProblem(`${file}: "tanggapan" is "${manifest.tanggapan}", which is no range of versions, such as "^2.38".`)
  if (!satisfies(version, manifest.tanggapan, { includePrerelease: true }))
    throw new PackageProblem(
      `The package "${name}" ${manifest.version} works with tanggapan ${manifest.tanggapan}, but this is ${version}. ` +
        `Install a version of the package that fits, or leave it out of TANGGAPAN_PACKAGES. (${file})`,
    )
  /** A path of the manifest, absolute; it must exist. */
  const pathOf = (path: string): string => {
    const full = resolve(folder, path)
    if (!existsSync(full)) throw new PackageProblem(`${file}: there is no ${path} in the package "${name}".`)
    return full
  }
  const list = <T>(path: string | undefined, node: object): readonly T[] =>
    path ? readChecked<readonly T[]>(pathOf(path), { ...node, $defs: schema.$defs }) : []
  /** Templates by name, in the form that those of the product have. */
  const templates = <T>(path: string | undefined, definition: 'lineTemplate' | 'workflowTemplate'): Readonly<Record<string, T>> =>
    path
      ? readChecked<Readonly<Record<string, T>>>(
          pathOf(path),
          { type: 'object', propertyNames: schema.$defs.name, additionalProperties: { $ref: `#/$defs/${definition}` } },
          descriptorSchema,
        )
      : {}
  return {
    name,
    version: manifest.version,
    shipped: isWithin(join(ROOT, 'modules'), folder),
    folder,
    applications: (contributes.applications ?? []).map((application) => ({ ...DEFAULTS, release: manifest.version, ...application })),
    modules: (contributes.modules ?? []).map(pathOf),
    pages: contributes.pages ?? [],
    features: (contributes.features ?? []).map(pathOf),
    ...(contributes.screens ? { screens: pathOf(contributes.screens) } : {}),
    ...(contributes.translations ? { translations: checkedTranslations(pathOf(contributes.translations)) } : {}),
    settings: list(contributes.settings, schema.$defs.settings),
    ...(contributes.roles ? { rolesFile: pathOf(contributes.roles), roles: readRoles(pathOf(contributes.roles)) } : { roles: [] }),
    accountRoles: list<AccountRole>(contributes.accountRoles, schema.$defs.accountRoles),
    lineTemplates: templates<LineTemplate>(contributes.lineTemplates, 'lineTemplate'),
    workflowTemplates: templates<WorkflowTemplate>(contributes.workflowTemplates, 'workflowTemplate'),
  }
}

/** The folder, when each of its files has texts by their English text: a file that is damaged would only fail when pages are built. */
function checkedTranslations(folder: string): string {
  if (!statSync(folder).isDirectory())
    throw new PackageProblem(`${folder} is no folder. Translations are a folder with a file per language, such as fil.json.`)
  for (const name of readdirSync(folder))
    if (name.endsWith('.json')) readChecked(join(folder, name), { type: 'object', additionalProperties: { type: 'string' } })
  return folder
}

/** The roles of a package's file. */
function readRoles(file: string): readonly RoleGrants[] {
  const roles = readChecked<readonly RoleEntry[]>(file, ROLES_SCHEMA)
  try {
    return roles.map(roleOf)
  } catch (error) {
    throw new PackageProblem(`${file}: ${(error as Error).message}`)
  }
}

/** Whether `path` is the folder, or below it. */
export function isWithin(folder: string, path: string): boolean {
  const way = relative(folder, path)
  return way === '' || !(way === '..' || way.startsWith(`..${sep}`) || resolve(way) === way)
}

/** The JSON of a file that fits the schema; `root` has the definitions that the schema refers to. */
function readChecked<T>(file: string, node: object, root: object = node): T {
  let value: unknown
  try {
    value = JSON.parse(readFileSync(file, 'utf8'))
  } catch (error) {
    throw new PackageProblem(`${file} is not valid JSON: ${(error as Error).message}`)
  }
  const findings = checkStructure(node as JsonSchema, value, root as JsonSchema)
  if (findings.length)
    throw new PackageProblem(
      findings.map(({ pointer, message, hint }) => `${file} ${pointer || '/'}: ${message}${hint ? ` ${hint}` : ''}`).join('\n'),
    )
  return value as T
}

/**
 * The folder of an entry of TANGGAPAN_PACKAGES: a path (`./`, `../`, `/`, `C:\`, or any folder that is there), relative to
 * `base`, or the name of an npm package that is installed there or beside the product.
 */
export function findPackage(entry: string, base: string): string {
  const path = resolve(base, entry)
  if (existsSync(path) && statSync(path).isDirectory()) return path
  const looked = [path]
  if (/^(@[a-z0-9][\w.-]*\/)?[a-z0-9][\w.-]*$/.test(entry)) {
    for (const start of [base, ROOT])
      for (let folder = start; ; folder = resolve(folder, '..')) {
        const found = join(folder, 'node_modules', entry)
        if (existsSync(join(found, 'package.json'))) return found
        if (resolve(folder, '..') === folder) break
      }
    looked.push(`node_modules of ${base}`, `node_modules of ${ROOT}`)
  }
  throw new PackageProblem(`TANGGAPAN_PACKAGES names "${entry}", but there is no such package. Looked for it in ${looked.join(', ')}.`)
}
