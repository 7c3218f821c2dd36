/** Descriptor files on disk, and the registries of this product's code, with which tools and tests load modules. */
import { globSync, readFileSync } from 'node:fs'
import { posix } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type DescriptorFile, type Loaded, Loader, type Registries } from '../src/engine/index.ts'
import type { Product } from '../src/server/packages/registry.ts'
import { readConfig } from '../src/server/platform/config.ts'

const ROOT = fileURLToPath(new URL('..', import.meta.url))

/** Every descriptor below `folder` (relative to the project), without fixture rows. */
export function descriptorFiles(folder = 'modules'): DescriptorFile[] {
  const paths = globSync(`${folder}/*/*.json`, { cwd: ROOT }).map((path) => path.replaceAll('\\', '/'))
  const isRows = (path: string) => path.endsWith('.rows.json')
  return paths
    .filter((path) => !isRows(path) && !path.endsWith('/package.json'))
    .sort()
    .map((path) => ({
      path,
      text: readFileSync(`${ROOT}${path}`, 'utf8'),
      rowFiles: paths
        .filter((other) => isRows(other) && posix.dirname(other) === posix.dirname(path))
        .map((other) => posix.basename(other)),
    }))
}

/** The packages of TANGGAPAN_PACKAGES and of `--package`. */
export const packageEntries = (): readonly string[] => [
  ...(readConfig(process.env).packages ?? []),
  ...process.argv.flatMap((word, index, all) => (word === '--package' && all[index + 1] ? [all[index + 1]!] : [])),
]

/** Words of a command without `--package` and its value. */
export const wordsOf = (words: readonly string[]): string[] =>
  words.filter((word, index) => word !== '--package' && words[index - 1] !== '--package')

/** The product with the packages of TANGGAPAN_PACKAGES. Ends the process with the reason when one cannot be loaded. */
export async function productFromEnvironment(): Promise<Product> {
  const [{ loadProduct }, { PackageProblem }] = await Promise.all([
    import('../src/server/packages/registry.ts'),
    import('../src/server/packages/manifest.ts'),
  ])
  try {
    return await loadProduct(packageEntries())
  } catch (error) {
    if (!(error instanceof PackageProblem)) throw error
    console.error(error.message)
    process.exit(1)
  }
}

/** Registries with the effects, guards and handlers of the server. Loads the server's code, so only where that is wanted. */
export async function productRegistries(): Promise<Registries> {
  const { shipped } = await import('../src/server/packages/registry.ts')
  return shipped.registries
}

let loading: Promise<{ readonly loader: Loader; readonly files: readonly DescriptorFile[] }> | undefined

/**
 * The modules of the product, and of `more` descriptors beside them. They are resolved once in a process, for all of a
 * worker's test files: the next call only resolves what it adds, and the modules that refer to that.
 */
export async function productModules(more: readonly DescriptorFile[] = []): Promise<Loaded> {
  loading ??= productRegistries().then((registries) => ({ loader: new Loader(registries), files: descriptorFiles() }))
  const { loader, files } = await loading
  return loader.load([...files, ...more])
}
