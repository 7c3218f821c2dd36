/** `npm run module` for packages from outside: create one, check its code, test it, write its reference. */
import { spawnSync } from 'node:child_process'
import { accessSync, constants, existsSync, globSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, dirname, join, relative, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { ROOT, VERSION } from '../src/server/packages/manifest.ts'
import type { Product } from '../src/server/packages/registry.ts'
import { descriptorReference } from './descriptor-reference.ts'

const TEMPLATE = join(import.meta.dirname, 'package-template')
/** The folder in which the command was called; `npm run` itself runs in the folder of the product. */
const CALLED_FROM = process.env.INIT_CWD || process.env.CALLED_FROM || process.cwd()

const outside = (product: Product) => product.packages.filter(({ shipped }) => !shipped)
const slashes = (path: string): string => path.replaceAll('\\', '/')
const words = (name: string): string => name.charAt(0).toUpperCase() + name.slice(1).replaceAll('_', ' ')

/** Makes a package that starts and passes its tests, in a folder that is not there yet. */
export function newPackage(path: string, application?: string): number {
  const folder = resolve(CALLED_FROM, path)
  const name = basename(folder).toLowerCase()
  const app = application ?? name.replaceAll(/[^a-z0-9]+/g, '_').replace(/^[^a-z]+/, '')
  if (!/^[a-z0-9][a-z0-9._-]*$/.test(name) || !/^[a-z][a-z0-9_]*$/.test(app)) {
    console.error(`"${name}" is not a name of a package, such as fleet.`)
    return 1
  }
  if (existsSync(folder) && readdirSync(folder).length) {
    console.error(`${folder} exists already and is not empty.`)
    return 1
  }
  const values: Readonly<Record<string, string>> = {
    __name__: name,
    __app__: app,
    __APP__: app.toUpperCase(),
    __Title__: words(app),
    __product__: slashes(relative(folder, ROOT)) || '.',
    __range__: `^${VERSION.split('.').slice(0, 2).join('.')}`,
  }
  const fill = (text: string): string => Object.entries(values).reduce((filled, [key, value]) => filled.replaceAll(key, value), text)
  for (const file of globSync('**/*', { cwd: TEMPLATE, withFileTypes: true })) {
    if (!file.isFile()) continue
    const source = join(file.parentPath, file.name)
    // Names end in `.tmpl`, so that no tool takes the template for code.
    const target = join(
      folder,
      fill(relative(TEMPLATE, source))
        .replace(/\.tmpl$/, '')
        .replace(/^gitignore$/, '.gitignore'),
    )
    mkdirSync(dirname(target), { recursive: true })
    writeFileSync(target, fill(readFileSync(source, 'utf8')))
  }
  const shown = slashes(relative(CALLED_FROM, folder)) || '.'
  console.log(`${shown} is ready. Start it with:\n  cd ${shown}\n  npm test\n  npm start`)
  return 0
}

/**
 * Arguments with which TypeScript notes what it has checked, so that of the next package it checks only what is not the product's.
 * None where the product's folder cannot be written.
 */
function incremental(): string[] {
  const folder = join(ROOT, 'node_modules/.cache')
  try {
    mkdirSync(folder, { recursive: true })
    accessSync(folder, constants.W_OK)
  } catch {
    return []
  }
  return ['--incremental', '--tsBuildInfoFile', join(folder, 'packages.tsbuildinfo')]
}

/** Checks the TypeScript of packages that have a `tsconfig.json`; returns how many have errors. */
export function typesOfPackages(product: Product): number {
  return outside(product).filter(({ folder }) => {
    if (!existsSync(join(folder, 'tsconfig.json'))) return false
    const tsc = join(ROOT, 'node_modules/typescript/bin/tsc')
    return spawnSync(process.execPath, [tsc, '--noEmit', ...incremental(), '-p', folder], { stdio: 'inherit' }).status !== 0
  }).length
}

/** Runs the tests of the packages (`tests/**` + `/*.test.ts`) with Node's own runner, each in its folder. */
export function testPackages(product: Product): number {
  const packages = outside(product)
  if (!packages.length) {
    console.error('Name a package: npm run module -- test --package <path>')
    return 2
  }
  let failed = 0
  for (const { name, folder } of packages) {
    const files = globSync('**/*.test.{ts,js,mjs}', { cwd: folder, exclude: (path) => path.includes('node_modules') })
    if (!files.length) {
      console.error(`The package "${name}" has no tests: no file ends in .test.ts.`)
      failed++
      continue
    }
    const register = pathToFileURL(join(ROOT, 'src/server/packages/register.ts')).href
    // The package under test is the one in its folder, and no other.
    const { TANGGAPAN_PACKAGES: _packages, ...env } = process.env
    const done = spawnSync(process.execPath, ['--import', register, '--test', '--test-force-exit', ...files], {
      cwd: folder,
      stdio: 'inherit',
      env,
    })
    if (done.status !== 0) failed++
  }
  return failed ? 1 : 0
}

/** Writes into each of these packages the reference of the names that descriptors can use with them. */
export function writePackageDocs(product: Product): number {
  for (const { folder } of outside(product)) {
    writeFileSync(join(folder, 'REFERENCE.md'), descriptorReference(product.registries))
    console.log(join(folder, 'REFERENCE.md'))
  }
  return 0
}
