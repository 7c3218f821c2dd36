/**
 * Finds a Chromium for the browser tests, or brings one: an installed one, Playwright's own, or the
 * system's package when this runs as root.
 */
import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'

const CANDIDATES = [
  process.env['CHROMIUM_PATH'],
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
]

async function playwrightsOwn(): Promise<string | undefined> {
  const { chromium } = await import('@playwright/test')
  const path = chromium.executablePath()
  return path && existsSync(path) ? path : undefined
}

function installed(): string | undefined {
  return CANDIDATES.find((path) => path && existsSync(path))
}

/** Path of a usable Chromium. Throws with instructions when there is none. */
export async function findChromium(): Promise<string> {
  const here = installed() ?? (await playwrightsOwn())
  if (here) return here
  console.log('No Chromium found: fetching one …')
  spawnSync('npx', ['playwright', 'install', 'chromium'], { stdio: 'ignore', shell: process.platform === 'win32', timeout: 180_000 })
  const fetched = await playwrightsOwn()
  if (fetched) return fetched
  if (process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) {
    try {
      execFileSync('apt-get', ['update'], { stdio: 'ignore' })
      execFileSync('apt-get', ['install', '-y', '--no-install-recommends', 'chromium'], { stdio: 'ignore' })
    } catch {
      // The message below says what to do; the package manager's own words would not help more.
    }
  }
  const late = installed()
  if (late) return late
  throw new Error('The browser tests need Chromium. Install it and set CHROMIUM_PATH, or run: npx playwright install chromium')
}
