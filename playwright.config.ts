import { defineConfig, devices } from '@playwright/test'

const port = Number(process.env['E2E_PORT'] ?? 8089)
/** A server that runs already, while writing journeys. */
const running = process.env['E2E_BASE']
const base = running ?? `http://127.0.0.1:${port}`

/** One server with a fresh demo serves all journeys; each file keeps to records that it makes itself. */
export default defineConfig({
  testDir: 'tests/e2e',
  outputDir: 'test-results/e2e',
  workers: 2,
  // A machine that stands still for a minute fails whatever waits just then; a fault fails twice. Those that needed it are listed.
  retries: running ? 0 : 1,
  timeout: 240_000,
  // A company that is restored beside a journey takes a core for as long as it lasts.
  expect: { timeout: 60_000 },
  reporter: [['dot'], ['json']],
  use: {
    ...devices['Desktop Chrome'],
    baseURL: base,
    actionTimeout: 60_000,
    navigationTimeout: 60_000,
    viewport: { width: 1366, height: 850 },
    // Recording every journey costs a quarter of their time; what the page showed when one failed is kept anyway.
    trace: process.env['E2E_TRACE'] ? 'retain-on-failure' : 'off',
    launchOptions: {
      ...(process.env['CHROMIUM_PATH'] ? { executablePath: process.env['CHROMIUM_PATH'] } : {}),
      args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--disable-component-update', '--disable-sync'],
    },
  },
  ...(running
    ? {}
    : {
        webServer: {
          command: `"${process.execPath}" src/server/main.ts`,
          url: `http://127.0.0.1:${port}/api/v1/ready`,
          timeout: 180_000,
          reuseExistingServer: false,
          // Warnings of the server belong beside the journeys that fail.
          stdout: 'pipe',
          env: { PORT: String(port), DATA_DIR: 'test-results/e2e-data', DEMO: 'on', DEMO_SCALE: '0.2', LOG_LEVEL: 'warn' },
        },
      }),
})
