/**
 * Finds a Chromium for the browser tests, or brings one: an installed one, Playwright's own, or the
 * system's package when this runs as root.
 */
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'

const SHELL = '/usr/bin/chromium-headless-shell'
const BROWSERS = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
]

const present = (path: string | undefined): path is string => path !== undefined && path !== '' && existsSync(path)

/** The browser that Playwright keeps for itself. */
async function playwrightsOwn(): Promise<string | undefined> {
  const { chromium } = await import('@playwright/test')
  const path = chromium.executablePath()
  return present(path) ? path : undefined
}

function installPackage(name: string): boolean {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return false
  const install = () =>
    spawnSync('apt-get', ['install', '-y', '--no-install-recommends', name], { stdio: 'ignore', timeout: 180_000 }).status === 0
  return install() || (spawnSync('apt-get', ['update'], { stdio: 'ignore', timeout: 120_000 }).status === 0 && install())
}

/**
 * Path of the headless shell, else of any Chromium: without the windows of the desktop browser it takes less than half of the
 * processor time for the same pages. It shows no PDF, so that previews of prints need the desktop browser.
 */
export async function findShell(): Promise<string> {
  if (present(process.env['CHROMIUM_PATH'])) return process.env['CHROMIUM_PATH']
  return present(SHELL) || (installPackage('chromium-headless-shell') && present(SHELL)) ? SHELL : findChromium()
}

/** Path of a usable Chromium. Throws with instructions when there is none. */
export async function findChromium(): Promise<string> {
  const here = [process.env['CHROMIUM_PATH'], ...BROWSERS].find(present) ?? (await playwrightsOwn())
  if (here) return here
  console.log('No Chromium found: fetching one …')
  spawnSync('npx', ['playwright', 'install', 'chromium'], { stdio: 'ignore', shell: process.platform === 'win32', timeout: 180_000 })
  const fetched = await playwrightsOwn()
  if (fetched) return fetched
  if (installPackage('chromium')) return '/usr/bin/chromium'
  throw new Error('The browser tests need Chromium. Install it and set CHROMIUM_PATH, or run: npx playwright install chromium')
}
