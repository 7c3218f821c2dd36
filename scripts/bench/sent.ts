/** Part 3: JavaScript that a browser has been sent, compressed, by the time it shows the first pages. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium, type Page } from '@playwright/test'
import { buildWeb } from '../build-web.ts'
import { findChromium } from '../chromium.ts'
import { BUYER, makeMasters, PASSWORD } from './company.ts'
import { freePort, start } from './processes.ts'
import type { Result } from './results.ts'

const KB = 1024
const SCALE = 0.1
/** A page has all its scripts when so long none has come. */
const SETTLED_MS = 700

interface Sent {
  readonly kilobytes: number
  readonly files: number
  /** Kilobytes by file, the largest first. */
  readonly sizes: readonly (readonly [string, number])[]
}

interface Counter {
  /** Waits until no script has come for a while. */
  settled(): Promise<void>
  sent(): Promise<Sent>
}

/** Counts scripts by address, so that one requested twice counts once. */
function count(page: Page): Counter {
  const sizes = new Map<string, number>()
  page.on('requestfinished', async (request) => {
    const { pathname } = new URL(request.url())
    if (!pathname.endsWith('.js')) return
    const { responseBodySize } = await request.sizes()
    // A preload that was given up has no size, or a negative one, and one from the cache has none.
    if (responseBodySize > 0) sizes.set(pathname, Math.max(responseBodySize, sizes.get(pathname) ?? 0))
  })
  // The stream of live events never ends, so the network is never idle; what counts is that no script follows.
  const settled = async (): Promise<void> => {
    for (let known = -1; known !== sizes.size; await page.waitForTimeout(SETTLED_MS)) known = sizes.size
  }
  const sent = async (): Promise<Sent> => {
    await settled()
    const all = [...sizes].map(([file, size]) => [file, size / KB] as const)
    return {
      kilobytes: all.reduce((sum, [, size]) => sum + size, 0),
      files: all.length,
      sizes: all.sort(([, a], [, b]) => b - a),
    }
  }
  return { settled, sent }
}

/** Signs in as a person would and opens a list and a form. */
export async function benchSent(): Promise<Result[]> {
  if (buildWeb() !== 0) throw new Error('The web application could not be built.')
  const dataDir = mkdtempSync(join(tmpdir(), 'tanggapan-bench-'))
  await makeMasters({ dataDir }, SCALE)
  const port = await freePort()
  const server = await start('src/server/main.ts', { DATABASE_URL: '', DATA_DIR: dataDir, PORT: String(port) })
  const browser = await chromium.launch({ executablePath: await findChromium(), args: ['--no-sandbox', '--disable-gpu'] })
  try {
    const page = await browser.newPage({ baseURL: `http://127.0.0.1:${port}` })
    const { sent, settled } = count(page)
    const results: Result[] = []
    const note = async (name: string, target: number): Promise<void> => {
      const { kilobytes, files, sizes } = await sent()
      results.push({ part: 'sent', name: `JavaScript until the ${name}`, ours: { KB: kilobytes, files }, target, detail: sizes })
    }
    await page.goto('/login')
    const password = page.locator('input[type=password]')
    await password.waitFor()
    await note('sign-in page', 130)
    // There is one company only, so the page offers no choice.
    await page.getByLabel(/username/i).fill(BUYER)
    await password.fill(PASSWORD)
    await password.press('Enter')
    await page.waitForURL((url) => !url.pathname.startsWith('/login'))
    // Home comes before every list; the scripts that it loads count, and its loading is not interrupted by leaving it.
    await page.getByRole('heading', { level: 1 }).waitFor()
    await settled()
    await page.goto('/procurement/supplier')
    await page.getByRole('row').nth(1).waitFor()
    await note('first list', 250)
    await page.goto('/procurement/purchase_order/new')
    await page.getByRole('grid').waitFor()
    await note('first form', 420)
    return results
  } finally {
    await browser.close()
    await server.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
}
