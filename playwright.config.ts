import { defineConfig, devices } from '@playwright/test'
import { scratchFolder } from './scripts/scratch.ts'

const port = Number(process.env['E2E_PORT'] ?? 8089)
/** A server that runs already, while writing journeys. */
const running = process.env['E2E_BASE']
// Outside of the project: as root PostgreSQL runs under another account, which may not pass the folders of this one. The
// journeys' processes are told where it is.
if (!running && !process.env['E2E_DATA']) {
  const folder = scratchFolder('e2e')
  process.env['E2E_DATA'] = folder.path
  process.once('exit', folder.remove)
}
const data = process.env['E2E_DATA'] ?? ''
const base = running ?? `http://127.0.0.1:${port}`

/**
 * What full Chromium does for each window that nobody sees: it draws the suggestions below the address bar, a page of its own
 * that costs more than opening ours. Of several such switches the last one holds, so the list of Playwright stands here again.
 */
const WITHOUT = [
  ...['WebUIOmniboxPopup', 'WebUIOmniboxAimPopup'],
  ...['AvoidUnnecessaryBeforeUnloadCheckSync', 'DestroyProfileOnBrowserClose', 'HttpsUpgrades', 'HttpsFirstBalancedModeAutoEnable'],
  ...['LensOverlay', 'MediaRouter', 'PaintHolding', 'ThirdPartyStoragePartitioning', 'AvoidCorsURLLoaderRestartOnRedirect'],
  ...['TcpPortRandomizationWin', 'OptimizationHints', 'NetworkTimeServiceQuerying', 'AimEnabled', 'PreconnectToSearch'],
]

/** Journeys that look at a PDF, which only the desktop browser shows; the shell takes less than half of the processor time. */
const DESKTOP = /@desktop/

/**
 * Pages of journeys are left before code that the engine optimizes pays for the work of doing so: 7 percent of the processor time
 * of their pages. The sweep stays in one page, with axe, and takes as long either way.
 */
const UNOPTIMIZED = '--js-flags=--no-maglev,--no-opt'

const browser = (executablePath: string | undefined) => ({
  ...(executablePath ? { executablePath } : {}),
  args: [
    ...['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--disable-component-update', '--disable-sync'],
    ...[`--disable-features=${WITHOUT}`, UNOPTIMIZED],
  ],
})

/** One server with a fresh demo serves all journeys; each file keeps to records that it makes itself. */
export default defineConfig({
  testDir: 'tests/e2e',
  outputDir: 'test-results/e2e',
  workers: 2,
  // A machine that stands still for a minute fails whatever waits just then; a fault fails every time. Those that needed it are listed.
  retries: running ? 0 : 2,
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
    // A skeleton that pulses and a dialog that slides are drawn sixty times a second, by the processor.
    contextOptions: { reducedMotion: 'reduce' },
    // Recording every journey costs a quarter of their time; what the page showed when one failed is kept anyway.
    trace: process.env['E2E_TRACE'] ? 'retain-on-failure' : 'off',
  },
  projects: [
    {
      name: 'headless shell',
      grepInvert: DESKTOP,
      use: { launchOptions: browser(process.env['SHELL_PATH'] ?? process.env['CHROMIUM_PATH']) },
    },
    { name: 'desktop browser', grep: DESKTOP, use: { launchOptions: browser(process.env['CHROMIUM_PATH']) } },
  ],
  ...(running
    ? {}
    : {
        webServer: {
          command: `"${process.execPath}" src/server/main.ts`,
          url: `http://127.0.0.1:${port}/api/v1/ready`,
          timeout: 180_000,
          reuseExistingServer: false,
          // Its database ends with it.
          gracefulShutdown: { signal: 'SIGTERM', timeout: 15_000 },
          // Warnings of the server belong beside the journeys that fail.
          stdout: 'pipe',
          env: { PORT: String(port), DATA_DIR: data, DEMO: 'on', DEMO_SCALE: '0.2', LOG_LEVEL: 'warn' },
        },
      }),
})
