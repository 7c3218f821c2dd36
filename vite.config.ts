import { globSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import { moduleIcons } from './vite.icons.ts'
import { packageParts } from './vite.packages.ts'

/** Where the API listens in development; `scripts/run.mjs dev` sets it. */
const api = process.env.API_URL ?? 'http://127.0.0.1:8080'

const shim = (file: string): string => fileURLToPath(new URL(`src/web/shims/${file}`, import.meta.url))

/**
 * What every page loads is one file each, with all that it imports: of the chunks that the bundler makes by itself, one for
 * each set of screens that share a module, Home would load seventy. Each group has what none before it has, in the order in
 * which a browser meets them. Lists and forms have none: every screen that shares a menu with them would load them whole.
 */
const GROUPS: Readonly<Record<string, RegExp>> = {
  start: /src\/web\/main\.tsx$/,
  'sign-in': /src\/web\/(app\/public|features\/session\/pages\/Recovery)\.tsx$/,
  frame: /src\/web\/app\/app\.tsx$/,
  live: /src\/web\/(app\/Live|features\/session\/SessionGuards)\.tsx$/,
  home: /src\/web\/features\/home\/Home\.tsx$/,
}
const groups = Object.entries(GROUPS).map(([name, test], index, { length }) => ({ name, test, priority: length - index }))

/** Chunks that each chunk finds loaded when it runs. */
const loaded = new Map<string, Set<string>>()

/**
 * A lazy import asks for everything that its chunk needs at once, and names all of it: what the importing chunk
 * and every way to it have loaded already is only text, and some kilobytes of it.
 */
const knownPreloads: Plugin = {
  name: 'known-preloads',
  apply: 'build',
  enforce: 'pre',
  generateBundle(_options, bundle) {
    const chunks = Object.values(bundle).filter((output) => output.type === 'chunk')
    const filesOf = (file: string, found = new Set<string>()): Set<string> => {
      const chunk = bundle[file]
      if (found.has(file) || chunk?.type !== 'chunk') return found
      found.add(file)
      for (const imported of chunk.imports) filesOf(imported, found)
      return found
    }
    const all = new Set(chunks.map(({ fileName }) => fileName))
    for (const { fileName, isEntry } of chunks) loaded.set(fileName, isEntry ? filesOf(fileName) : all)
    // From "everything" down to what holds whichever way a chunk is reached.
    for (let changed = true; changed; ) {
      changed = false
      for (const { fileName, isEntry } of chunks) {
        if (isEntry) continue
        const ways = chunks.filter(({ imports, dynamicImports }) => [...imports, ...dynamicImports].includes(fileName))
        const shared = ways.map((way) => loaded.get(way.fileName)!).reduce((first, other) => first.intersection(other), all)
        const now = shared.union(filesOf(fileName))
        changed ||= now.size !== loaded.get(fileName)!.size
        loaded.set(fileName, now)
      }
    }
  },
}

/** Smaller files gain nothing. The server compresses none itself: of a file that it reads as a stream it does not know the size. */
const WORTH_COMPRESSING = 256

/** The last step before the best takes half of its time, and makes files of 2 percent more. */
const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY - 1 } }
const GZIP = { level: constants.Z_BEST_COMPRESSION }

/**
 * Compresses what browsers load once, so that the server does not do it for each of them: by Brotli, a tenth smaller, which
 * they take over HTTPS and from their own machine, and by gzip for the others.
 */
const compressed: Plugin = {
  name: 'compressed',
  apply: 'build',
  async writeBundle({ dir }) {
    const pack = async (file: string): Promise<void> => {
      const content = await readFile(file)
      if (content.length <= WORTH_COMPRESSING) return
      const [brotli, gzipped] = await Promise.all([promisify(brotliCompress)(content, BROTLI), promisify(gzip)(content, GZIP)])
      await Promise.all([writeFile(`${file}.br`, brotli), writeFile(`${file}.gz`, gzipped)])
    }
    await Promise.all(globSync('**/*.{js,css,svg}', { cwd: dir! }).map((file) => pack(join(dir!, file))))
  },
}

/**
 * The web application. Chunks follow route-level lazy imports; grouping by vendor would pull shared code across groups
 * and make the sign-in page load the form library.
 */
export default defineConfig({
  publicDir: 'src/web/public',
  plugins: [
    react(),
    moduleIcons(),
    packageParts(),
    knownPreloads,
    compressed,
    {
      // In development the validators' runtime is a source file; in a build it is an entry of its own.
      name: 'ajv-runtime',
      configureServer(server) {
        server.middlewares.use((request, _response, next) => {
          if (request.url === '/ajv-runtime.js') request.url = '/src/web/api/ajv-runtime.ts'
          next()
        })
      },
    },
  ],
  resolve: {
    alias: [
      // Packages that the form library brings along for what our schemas have not: Markdown, and references to other schemas.
      { find: 'markdown-to-jsx/react', replacement: shim('markdown.tsx') },
      { find: 'fast-uri', replacement: shim('uri.ts') },
    ],
  },
  html: { cspNonce: '__CSP_NONCE__' },
  server: { proxy: { '/api': { target: api } } },
  build: {
    outDir: 'dist/web',
    emptyOutDir: true,
    target: 'es2022',
    manifest: true,
    modulePreload: {
      polyfill: false,
      resolveDependencies: (_file, needed, { hostId }) => needed.filter((file) => !loaded.get(hostId)?.has(file)),
    },
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 900,
    rolldownOptions: {
      preserveEntrySignatures: 'exports-only',
      input: { app: 'index.html', 'ajv-runtime': 'src/web/api/ajv-runtime.ts' },
      output: {
        codeSplitting: { groups },
        entryFileNames: (chunk) => (chunk.name === 'ajv-runtime' ? 'ajv-runtime.js' : 'assets/[name]-[hash].js'),
      },
    },
  },
})
