import { defineConfig } from 'vitest/config'

/**
 * Four projects: `unit` (pure code and web logic), `api` (HTTP on the embedded database), `api-postgres`
 * (the same files on a PostgreSQL server, when one is reachable; see scripts/test.ts) and the stories,
 * which have a configuration of their own because they run in a browser.
 */
const shared = { testTimeout: 60_000, hookTimeout: 120_000, pool: 'forks' as const }
/** Files share what they import: reading the server and its descriptors anew takes longer than most tests do. */
const pure = { ...shared, environment: 'node' as const, isolate: false }
const api = { ...pure, include: ['tests/api/**/*.test.ts'], globalSetup: './tests/api/template.ts' }

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          ...pure,
          name: 'unit',
          include: ['src/**/*.test.ts', 'tests/{domain,structure,docs,properties}/**/*.test.ts'],
          exclude: ['src/web/**'],
        },
      },
      {
        test: {
          ...shared,
          name: 'web',
          environment: 'happy-dom',
          include: ['src/web/**/*.test.{ts,tsx}'],
          server: { deps: { inline: [/@rjsf\/mantine/] } },
        },
      },
      { test: { ...api, name: 'api', env: { TEST_DB: 'pglite' } } },
      { test: { ...api, name: 'api-postgres', env: { TEST_DB: 'postgres' } } },
    ],
  },
})
