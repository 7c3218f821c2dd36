/** Part 4b: a list whose page has 500 rows: opening it, choosing a row, scrolling. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium } from '@playwright/test'
import react from '@vitejs/plugin-react'
import { build, preview } from 'vite'
import type { Row } from '../../src/engine/model/module.ts'
import { openModules } from '../../src/server/packages/registry.ts'
import { moduleIcons } from '../../vite.icons.ts'
import { packageParts } from '../../vite.packages.ts'
import { findChromium } from '../chromium.ts'
import { freePort } from './processes.ts'
import { quantile, type Result } from './results.ts'

const ROOT = join(import.meta.dirname, '../..')
const MODULE = 'purchase_order'
const ROWS = 500
/** Measurements before those that count. */
const WARM_UP = 3
const STEP = 400

const rowOf = (_: unknown, index: number): Row => ({
  id: index + 1,
  version: 1,
  transaction_no: `PO-MNL-2026-${String(index + 1).padStart(6, '0')}`,
  label: `PO-MNL-2026-${String(index + 1).padStart(6, '0')}`,
  transaction_date: `2026-10-${String((index % 28) + 1).padStart(2, '0')}`,
  expected_date: '2026-12-01',
  branch_id: 1,
  branch: { id: 1, name: 'Makati', label: 'MNL · Makati' },
  supplier_id: (index % 12) + 1,
  supplier: { id: (index % 12) + 1, name: `Supplier ${index % 12}`, label: `S000${index % 12} · Supplier ${index % 12}` },
  net_amount: 1000 + index * 7.25,
  total: 1000 + index * 7.25,
  status: index % 3 ? 'posted' : 'draft',
  progress: index % 3 ? 'open' : null,
})

/** Builds the page, draws the list in Chromium and uses it. */
export async function benchList({ quick }: { readonly quick: boolean }): Promise<Result[]> {
  const outDir = mkdtempSync(join(tmpdir(), 'tanggapan-bench-'))
  const common = {
    root: join(ROOT, 'scripts/bench/list'),
    configFile: false as const,
    logLevel: 'error' as const,
    publicDir: false as const,
  }
  try {
    await build({
      ...common,
      plugins: [react(), moduleIcons(), packageParts()],
      build: { outDir, emptyOutDir: true, target: 'es2022' },
    })
    const module = openModules().shipped.get(MODULE)!
    writeFileSync(join(outDir, 'list.json'), JSON.stringify({ module, rows: Array.from({ length: ROWS }, rowOf) }))
    const port = await freePort()
    const server = await preview({ ...common, build: { outDir }, preview: { port, host: '127.0.0.1' } })
    const browser = await chromium.launch({
      executablePath: await findChromium(),
      args: ['--no-sandbox', '--disable-gpu', '--disable-frame-rate-limit', '--disable-gpu-vsync'],
    })
    try {
      const page = await browser.newPage({ viewport: { width: 1366, height: 850 } })
      page.on('pageerror', (error) => console.error(error.message))
      await page.goto(`http://127.0.0.1:${port}/`)
      await page.waitForFunction('globalThis.measure')
      const samples = async (count: number, call: (index: number) => string): Promise<number[]> => {
        const result: number[] = []
        for (let index = 0; index < count + WARM_UP; index++) {
          const took = (await page.evaluate(call(index))) as number
          if (index >= WARM_UP) result.push(took)
        }
        return result
      }
      const figures = (found: readonly number[]) => ({ 'ms median': quantile(found, 0.5), 'ms p95': quantile(found, 0.95) })
      const times = quick ? 10 : 40
      const opened = await samples(times, () => 'measure.open()')
      const selected = await samples(times, (index) => `measure.select(${index % 8})`)
      const scrolled = await samples(times, (index) => `measure.scroll(${(index + 1) * STEP})`)
      return [
        { part: 'list', name: `opening a list with ${ROWS} rows on its page, until drawn`, ours: figures(opened) },
        { part: 'list', name: 'choosing a row of it, until drawn', ours: figures(selected), target: 16 },
        { part: 'list', name: `scrolling it by ${STEP} pixels, until drawn`, ours: figures(scrolled), target: 16 },
      ]
    } finally {
      await browser.close()
      await server.close()
    }
  } finally {
    rmSync(outDir, { recursive: true, force: true })
  }
}
