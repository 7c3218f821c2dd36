/**
 * Icons of descriptors. A descriptor names any Tabler outline icon; a browser must not download all
 * five thousand. The names found in `modules/` at build time become one small module
 * (`virtual:module-icons`); every other icon is looked up at run time in one of 128 shard files, so a
 * descriptor dropped in later still gets its icon without a rebuild.
 */
import { globSync, readFileSync } from 'node:fs'
import type { Plugin } from 'vite'
import { SHARDS, shardOf } from './src/web/ui/icon-shards.ts'
import { webPackages } from './vite.packages.ts'

type IconNodes = Record<string, [string, Record<string, string>][]>

const VIRTUAL = 'virtual:module-icons'
/** Icons that the shell names as data (applications, fallbacks) and that no descriptor may mention yet. */
const ALWAYS = [
  'home',
  'table',
  'command',
  'users',
  'user-circle',
  'package',
  'trending-up',
  'shopping-cart',
  'building-bank',
  'photo',
  'folder',
  'file-text',
  'report',
  'settings',
  'apps',
]

const readNodes = (): IconNodes => {
  // The package exports no path to this file, so it is read by its place.
  return JSON.parse(readFileSync('node_modules/@tabler/icons/tabler-nodes-outline.json', 'utf8')) as IconNodes
}

const namesInModules = (): Set<string> => {
  const names = new Set<string>(ALWAYS)
  const packages = webPackages().flatMap(({ modules, folder }) => [`${folder}/package.json`, ...modules.map((path) => `${path}/*.json`)])
  for (const file of globSync(['modules/**/*.json', ...packages])) {
    for (const match of readFileSync(file, 'utf8').matchAll(/"icon"\s*:\s*"([a-z0-9-]+)"/g)) names.add(match[1]!)
  }
  return names
}

const pick = (nodes: IconNodes, names: Iterable<string>): IconNodes => {
  const picked: IconNodes = {}
  for (const name of [...names].sort()) if (nodes[name]) picked[name] = nodes[name]
  return picked
}

const shard = (nodes: IconNodes, index: number): string =>
  JSON.stringify(
    pick(
      nodes,
      Object.keys(nodes).filter((name) => shardOf(name) === index),
    ),
  )

export const moduleIcons = (): Plugin => ({
  name: 'module-icons',
  resolveId: (id) => (id === VIRTUAL ? `\0${VIRTUAL}` : undefined),
  load: (id) => (id === `\0${VIRTUAL}` ? `export default ${JSON.stringify(pick(readNodes(), namesInModules()))}` : undefined),
  configureServer(server) {
    server.middlewares.use('/icons', (request, response, next) => {
      const index = /^\/(\d+)\.json$/.exec(request.url ?? '')?.[1]
      if (!index) return next()
      response.setHeader('Content-Type', 'application/json')
      response.end(shard(readNodes(), Number(index)))
    })
  },
  generateBundle() {
    const nodes = readNodes()
    for (let index = 0; index < SHARDS; index++) {
      this.emitFile({ type: 'asset', fileName: `icons/${index}.json`, source: shard(nodes, index) })
    }
  },
})
