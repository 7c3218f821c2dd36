/** Descriptor files on disk, and the registries of this product's code: what tools and tests load modules with. */
import { globSync, readFileSync } from 'node:fs'
import { posix } from 'node:path'
import { fileURLToPath } from 'node:url'
import { calculations } from '../src/domain/trade/calculations.ts'
import { createRegistries, type DescriptorFile, type Registries } from '../src/engine/index.ts'
import type { JsonSchema } from '../src/engine/model/module.ts'

const ROOT = fileURLToPath(new URL('..', import.meta.url))

/** Every descriptor below `folder` (relative to the project), without fixture rows. */
export function descriptorFiles(folder = 'modules'): DescriptorFile[] {
  const paths = globSync(`${folder}/*/*.json`, { cwd: ROOT }).map((path) => path.replaceAll('\\', '/'))
  const isRows = (path: string) => path.endsWith('.rows.json')
  return paths
    .filter((path) => !isRows(path))
    .sort()
    .map((path) => ({
      path,
      text: readFileSync(`${ROOT}${path}`, 'utf8'),
      rowFiles: paths
        .filter((other) => isRows(other) && posix.dirname(other) === posix.dirname(path))
        .map((other) => posix.basename(other)),
    }))
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
