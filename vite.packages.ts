/**
 * What packages from outside bring to the web application, built with it: their pages (`virtual:package-screens`) and
 * translations (`virtual:package-translations`). Which packages: TANGGAPAN_PACKAGES.
 */
import { createHash } from 'node:crypto'
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Plugin } from 'vite'
import info from './package.json' with { type: 'json' }
import { findPackage, type Package, PackageProblem, readPackage } from './src/server/packages/manifest.ts'
import { readConfig } from './src/server/platform/config.ts'

const ROOT = fileURLToPath(new URL('.', import.meta.url))
const SCREENS = 'virtual:package-screens'
const TRANSLATIONS = 'virtual:package-translations'
/** Which packages the web application was built with. */
export const BUILT_WITH = join(ROOT, 'dist/packages')

/** The packages that the web application is to be built with. */
export function webPackages(): readonly Package[] {
  try {
    return (readConfig(process.env).packages ?? []).map((entry) => readPackage(findPackage(entry, ROOT)))
  } catch (error) {
    if (!(error instanceof PackageProblem)) throw error
    console.error(error.message)
    process.exit(1)
  }
}

/** Names a set of packages. */
export const signatureOf = (packages: readonly Package[]): string =>
  createHash('sha256')
    .update(JSON.stringify(packages.map(({ folder, version }) => [folder, version])))
    .digest('hex')

const posix = (path: string): string => path.replaceAll('\\', '/')
const text = (value: string): string => JSON.stringify(posix(value))

function screensModule(packages: readonly Package[]): string {
  const pagePaths = packages.flatMap(({ screens }) => screens ?? [])
  const imports = pagePaths.map((path, n) => `import { screens as screens${n} } from ${text(path)}`)
  return [...imports, `export const screens = { ${pagePaths.map((_, n) => `...screens${n}`).join(', ')} }`].join('\n')
}

function translationsModule(packages: readonly Package[]): string {
  const files = packages.flatMap(({ translations }) =>
    translations ? readdirSync(translations).flatMap((name) => (name.endsWith('.json') ? [join(translations, name)] : [])) : [],
  )
  const entries = files.map((path) => `${text(path)}: () => import(${text(path)}).then((file) => file.default)`)
  return `export const translations = { ${entries.join(', ')} }`
}

export const packageParts = (packages: readonly Package[] = webPackages()): Plugin => {
  return {
    name: 'package-parts',
    config: () => ({
      resolve: {
        alias: [{ find: 'tanggapan/screens', replacement: join(ROOT, info.exports['./screens']) }],
        // Pages of packages use the application's own React and components, wherever the package is.
        ...(packages.length ? { dedupe: Object.keys(info.dependencies) } : {}),
      },
      ...(packages.length ? { server: { fs: { allow: [ROOT, ...packages.map(({ folder }) => folder)] } } } : {}),
    }),
    resolveId: (id) => (id === SCREENS || id === TRANSLATIONS ? `\0${id}` : undefined),
    load(id) {
      if (id === `\0${SCREENS}`) return screensModule(packages)
      if (id === `\0${TRANSLATIONS}`) return translationsModule(packages)
      return undefined
    },
    writeBundle() {
      mkdirSync(dirname(BUILT_WITH), { recursive: true })
      writeFileSync(BUILT_WITH, signatureOf(packages))
    },
  }
}
