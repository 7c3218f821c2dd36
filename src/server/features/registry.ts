/**
 * Everything that descriptors may name as an effect, guard, handler or save hook, gathered from the features.
 * `registryCatalog` is the same as plain data, for the checker.
 */
import userRole from '../../../modules/command/user_role.json' with { type: 'json' }
import pages from '../../../schemas/pages.json' with { type: 'json' }
import { calculations } from '../../domain/trade/calculations.ts'
import { createRegistries, type DescriptorFile, type Registries, type RegistryParts } from '../../engine/index.ts'
import type { JsonSchema, Module } from '../../engine/model/module.ts'
import { ROLE_TEMPLATES } from '../companies/role-templates.ts'
import type { Ctx, Effect, Guard, Handler, HandlerRequest, Services } from '../platform/context.ts'
import { APPLICATIONS } from '../platform/meta/applications.ts'
import { ModuleStore } from '../platform/meta/store.ts'
import { readParameters } from '../records/report/parameters.ts'
import type { Report } from './feature.ts'
import { FEATURES } from './index.ts'

// Each effect and guard reads its own parameters, which the checker has held against its schema.
export const effects = FEATURES.flatMap((feature) => feature.effects ?? []) as readonly Effect[]
export const guards = FEATURES.flatMap((feature) => feature.guards ?? []) as readonly Guard[]

/** Conditions that every transition must meet after its effects. */
export const invariants: readonly Guard[] = FEATURES.flatMap((feature) => feature.invariants ?? [])

/**
 * A report as a handler. The generic list route calls it for a module of kind report, with parameters as `filter[x]` or
 * `x`, `page` and `limit` (`all` for exports); the caller's right to the report has been checked.
 */
const reportHandler = ([name, report]: [string, Report]): Handler => ({
  name,
  params: { type: ['object', 'null'], additionalProperties: false, properties: {} },
  async run(ctx: Ctx, module: Module, request: Pick<HandlerRequest, 'query'>) {
    return report(ctx, module, request.query, await readParameters(ctx, module, request.query))
  },
})

export const handlers: readonly Handler[] = FEATURES.flatMap((feature) => [
  ...(feature.handlers ?? []),
  ...Object.entries(feature.reports ?? {}).map(reportHandler),
])

const byName = <T extends { readonly name: string }>(list: readonly T[]): ReadonlyMap<string, T> =>
  new Map(list.map((entry) => [entry.name, entry]))

const hooks = byName(FEATURES.flatMap((feature) => feature.hooks ?? []))
const approvers = byName(FEATURES.flatMap((feature) => feature.approvers ?? []))

/** The registered code as services find it. */
export const registeredCode: Pick<Services, 'handlers' | 'hooks' | 'approvers' | 'fileAccess'> = {
  handlers: byName(handlers),
  hooks,
  approvers,
  fileAccess: new Map(FEATURES.flatMap((feature) => Object.entries(feature.fileAccess ?? {}))),
}

interface CatalogEntry {
  readonly name: string
  readonly params: JsonSchema
}
const entries = (list: readonly CatalogEntry[]): CatalogEntry[] => list.map(({ name, params }) => ({ name, params }))

/** Names and parameter schemas as plain data. */
export const registryCatalog = (): {
  effects: CatalogEntry[]
  guards: CatalogEntry[]
  handlers: CatalogEntry[]
  hooks: string[]
  approvers: string[]
  applications: string[]
  access: string[]
  roles: string[]
  pages: string[]
} => ({
  effects: entries(effects),
  guards: entries(guards),
  handlers: entries(handlers),
  hooks: [...hooks.keys()],
  approvers: [...approvers.keys()],
  applications: [...APPLICATIONS.map(({ name }) => name), 'home'],
  access: userRole.fields.access_codes.options,
  roles: ROLE_TEMPLATES.map(({ code }) => code),
  pages: pages.names,
})

const paramsByName = (list: readonly CatalogEntry[]) => Object.fromEntries(list.map(({ name, params }) => [name, params]))

/** Every name that a descriptor may refer to. */
export function serverRegistries(): Registries {
  const { effects, guards, handlers, ...names } = registryCatalog()
  return createRegistries({
    calculations,
    effects: paramsByName(effects),
    guards: paramsByName(guards),
    handlers: paramsByName(handlers),
    ...names,
  } as unknown as RegistryParts)
}

/** The modules of a folder, checked against everything that the features register. */
export const openModules = (folder: string, extra: readonly DescriptorFile[] = []): ModuleStore =>
  new ModuleStore(folder, serverRegistries(), extra)
