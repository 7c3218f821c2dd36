import { availableParallelism } from 'node:os'
import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'
import { moduleIcons } from './vite.icons.ts'
import { packageParts } from './vite.packages.ts'

/**
 * Three projects: `unit` (pure code), `web` (logic of the browser), `api` (whatever needs a database: one embedded
 * server per run, or the server of TEST_DATABASE_URL) and the stories, which have a configuration of their own because
 * they run in a browser.
 */
const shared = {
  testTimeout: 120_000,
  hookTimeout: 300_000,
  pool: 'forks' as const,
  // Modules, compiled descriptors and rows of databases fill the young generation of the default size many times a second.
  execArgv: ['--max-semi-space-size=64'],
  // Otherwise a machine with two cores runs one file after another.
  maxWorkers: Math.max(2, availableParallelism() - 1),
}
/** Files share what they import: reading the server and its descriptors anew takes longer than most tests do. */
const pure = { ...shared, environment: 'node' as const, isolate: false }
/** What packages import of the product, as the server answers it when it runs. */
const resolve = { alias: { 'tanggapan/feature': fileURLToPath(new URL('src/public/feature.ts', import.meta.url)) } }
const withDatabase = ['tests/api/**/*.test.ts', 'src/server/platform/db/**/*.test.ts', 'tests/docs/tutorial.test.ts']

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          ...pure,
          name: 'unit',
          include: ['src/**/*.test.ts', 'tests/{domain,structure,docs,properties,security}/**/*.test.ts'],
          exclude: ['src/web/**', ...withDatabase],
        },
      },
      {
        plugins: [moduleIcons(), packageParts()],
        test: {
          ...shared,
          name: 'web',
          environment: 'happy-dom',
          // The libraries of the screens are read once per worker, not once per file.
          isolate: false,
          setupFiles: ['./src/web/testing/reset.ts'],
          include: ['src/web/**/*.test.{ts,tsx}'],
        },
      },
      {
        resolve,
        test: {
          ...pure,
          name: 'api',
          include: withDatabase,
          globalSetup: './tests/api/cluster.ts',
          maxWorkers: 2,
          // Servers and commands that tests start find their code compiled, as those of npm scripts do (`scripts/run.mjs`).
          env: {
            NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE ?? fileURLToPath(new URL('node_modules/.cache/compiled', import.meta.url)),
          },
        },
      },
    ],
  },
})
