/** Descriptor files on disk, and the registries of this product's code: what tools and tests load modules with. */
import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { calculations } from '../src/domain/trade/calculations.ts'
import { createRegistries, type DescriptorFile, type Registries } from '../src/engine/index.ts'
import type { JsonSchema } from '../src/engine/model/module.ts'

const ROOT = fileURLToPath(new URL('..', import.meta.url))

/** Every descriptor below `folder` (relative to the project), without fixture rows. */
export function descriptorFiles(folder = 'modules'): DescriptorFile[] {
  return globSync(`${folder}/*/*.json`, { cwd: ROOT })
    .filter((path) => !path.endsWith('.rows.json'))
    .sort()
    .map((path) => ({ path: path.replaceAll('\\', '/'), text: readFileSync(`${ROOT}${path}`, 'utf8') }))
}

/** Registries with the effects, guards and handlers of the server. Loads the server's code, so only where that is wanted. */
export async function productRegistries(): Promise<Registries> {
  const { registryCatalog } = await import('../src/server/features/registry.ts')
  const catalog = registryCatalog()
  const named = (list: readonly { name: string; params: JsonSchema }[]) =>
    Object.fromEntries(list.map((entry) => [entry.name, entry.params]))
  return createRegistries({
    effects: named(catalog.effects),
    guards: named(catalog.guards),
    handlers: named(catalog.handlers),
    hooks: catalog.hooks,
    approvers: catalog.approvers,
    applications: catalog.applications,
    access: catalog.access,
    roles: catalog.roles,
    pages: catalog.pages,
    calculations,
  })
}
