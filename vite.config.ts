import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { moduleIcons } from './vite.icons.ts'

/** Where the API listens in development; `scripts/run.mjs dev` sets it. */
const api = process.env.API_URL ?? 'http://127.0.0.1:8080'

const standIn = (file: string): string => fileURLToPath(new URL(`src/web/stand-ins/${file}`, import.meta.url))

/**
 * The web application. Chunks are left to route-level lazy imports: grouping vendors by hand pulls
 * shared code across groups and makes the sign-in page load the form library.
 */
export default defineConfig({
  publicDir: 'src/web/public',
  plugins: [
    react(),
    moduleIcons(),
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
      { find: 'markdown-to-jsx/react', replacement: standIn('markdown.tsx') },
      { find: 'fast-uri', replacement: standIn('uri.ts') },
      // Modules inside the form library, named as they import each other.
      { find: /^\.\.\/getDefaultRegistry\.js$/, replacement: standIn('form-registry.ts') },
      { find: /^\.\.?\/(schema\/)?shallowAllOfMerge\.js$/, replacement: standIn('all-of.ts') },
    ],
  },
  html: { cspNonce: '__CSP_NONCE__' },
  server: { proxy: { '/api': { target: api } } },
  build: {
    outDir: 'dist/web',
    emptyOutDir: true,
    target: 'es2022',
    manifest: true,
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 900,
    rolldownOptions: {
      preserveEntrySignatures: 'exports-only',
      input: { app: 'index.html', 'ajv-runtime': 'src/web/api/ajv-runtime.ts' },
      output: {
        entryFileNames: (chunk) => (chunk.name === 'ajv-runtime' ? 'ajv-runtime.js' : 'assets/[name]-[hash].js'),
      },
    },
  },
})
