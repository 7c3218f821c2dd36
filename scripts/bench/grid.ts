/** Part 4: a key press in a document with 500 lines, in the product's form and in a plain RJSF form, and in its largest form without lines. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium, type Locator, type Page } from '@playwright/test'
import react from '@vitejs/plugin-react'
import { build, preview } from 'vite'
import type { Module, Row } from '../../src/engine/model/module.ts'
import { openModules } from '../../src/server/packages/registry.ts'
import { moduleIcons } from '../../vite.icons.ts'
import { packageParts } from '../../vite.packages.ts'
import { findChromium } from '../chromium.ts'
import { freePort } from './processes.ts'
import { quantile, type Result } from './results.ts'

const ROOT = join(import.meta.dirname, '../..')
const MODULE = 'purchase_order'
/** The form without lines that has the most fields. */
const LARGEST = 'employee'
const LINES = 500
/** The line that is typed into: in the middle, out of view at first. */
const LINE = 250
const TARGET_MS = 16
/** Key presses before the measured ones; an even number, so that the value is unchanged. */
const WARM_UP = 10
const WARM_UP_PLAIN = 2

function recordOf(module: Module): Row {
  const items = Array.from({ length: LINES }, (_, index) => ({
    id: index + 1,
    line_no: index + 1,
    item_id: (index % 12) + 1,
    item: { id: (index % 12) + 1, name: `Item ${index % 12}`, label: `ITM-${index % 12} · Item ${index % 12}`, uom_id: 1, vat_class: 'V' },
    description: `Item ${index % 12}`,
    uom_id: 1,
    uom: { id: 1, name: 'Piece', label: 'PC · Piece' },
    uom_num: 1,
    uom_den: 1,
    qty: (index % 9) + 1,
    base_qty: (index % 9) + 1,
    unit_price: 100 + index,
    discount_percent: 0,
    discount_amount: 0,
    vat_class: 'V',
  }))
  return {
    id: 1,
    version: 1,
    transaction_no: 'PO-MNL-2026-000001',
    transaction_date: '2026-11-21',
    expected_date: '2026-12-01',
    branch_id: 1,
    branch: { id: 1, name: 'Makati', label: 'MNL · Makati', code: 'MNL' },
    supplier_id: 1,
    supplier: { id: 1, name: 'A supplier', label: 'S0001 · A supplier', tax_type_id: 1, payment_term_id: 1 },
    tax_type_id: 1,
    tax_type: { id: 1, name: 'VAT Inclusive', label: 'VATIN · VAT Inclusive', computation: 'inclusive', rate: 12 },
    status: module.workflow?.initial ?? null,
    items,
  }
}

/** Presses digits and deletes them, one at a time; returns milliseconds per key. */
async function type(page: Page, presses: number): Promise<number[]> {
  await page.evaluate('keystrokes.length = 0')
  for (let index = 0; index < presses; index++) {
    await page.keyboard.press(index % 2 === 0 ? String(1 + (index % 8)) : 'Backspace')
    await page.waitForFunction(`keystrokes.length > ${index}`, undefined, { polling: 5 })
  }
  return (await page.evaluate('keystrokes')) as number[]
}

/** Throws unless the typed text arrives, which no time measurement would show. */
async function requireTyping(page: Page, input: Locator): Promise<void> {
  // An editor opens with its text selected.
  await page.keyboard.press('End')
  await page.keyboard.press('3')
  const value = await input.inputValue()
  if (!value.endsWith('3')) throw new Error(`The key press did not reach the cell, which shows "${value}".`)
  await page.keyboard.press('Backspace')
}

async function typeInOurs(page: Page, module: Module, presses: number): Promise<number[]> {
  const grid = page.getByRole('grid')
  await grid.waitFor()
  const column = module.lines[0]!.columns.indexOf('qty')
  await grid.evaluate((element, top) => element.scrollTo({ top }), LINE * 36)
  await page.locator(`[data-row="${LINE}"] [data-column="${column}"]`).dblclick()
  const input = page.locator(`[data-row="${LINE}"] input`).first()
  await input.waitFor()
  await requireTyping(page, input)
  await type(page, WARM_UP)
  return type(page, presses)
}

async function typeInFields(page: Page, presses: number): Promise<number[]> {
  const input = page.locator('#bench-first_name')
  await input.waitFor()
  await input.focus()
  await requireTyping(page, input)
  await type(page, WARM_UP)
  return type(page, presses)
}

async function typeInPlain(page: Page, presses: number): Promise<number[]> {
  const input = page.locator(`#root_items_${LINE}_qty`)
  await input.waitFor({ timeout: 120_000 })
  await input.focus()
  await requireTyping(page, input)
  await type(page, WARM_UP_PLAIN)
  return type(page, presses)
}

/** Builds the page, draws both forms in Chromium and types into each. */
export async function benchGrid({ quick }: { readonly quick: boolean }): Promise<Result[]> {
  const outDir = mkdtempSync(join(tmpdir(), 'tanggapan-bench-'))
  const root = join(ROOT, 'scripts/bench/grid')
  const common = { root, configFile: false as const, logLevel: 'error' as const, publicDir: false as const }
  try {
    await build({ ...common, plugins: [react(), moduleIcons(), packageParts()], build: { outDir, emptyOutDir: true, target: 'es2022' } })
    const { shipped } = openModules()
    const module = shipped.get(MODULE)!
    const largest = shipped.get(LARGEST)!
    writeFileSync(join(outDir, 'document.json'), JSON.stringify({ module, record: recordOf(module) }))
    writeFileSync(join(outDir, 'fields.json'), JSON.stringify({ module: largest, record: { id: 1, version: 1 } }))
    const port = await freePort()
    const server = await preview({ ...common, build: { outDir }, preview: { port, host: '127.0.0.1' } })
    const browser = await chromium.launch({
      executablePath: await findChromium(),
      // Without these a frame waits for the screen's next refresh, which has nothing to do with the work.
      args: ['--no-sandbox', '--disable-gpu', '--disable-frame-rate-limit', '--disable-gpu-vsync'],
    })
    try {
      const open = async (form: string): Promise<Page> => {
        const page = await browser.newPage({ viewport: { width: 1366, height: 850 } })
        page.on('pageerror', (error) => console.error(error.message))
        await page.goto(`http://127.0.0.1:${port}/?form=${form}`)
        return page
      }
      const ourPage = await open('ours')
      const ours = await typeInOurs(ourPage, module, quick ? 60 : 200)
      await ourPage.close()
      const fieldsPage = await open('fields')
      const inFields = await typeInFields(fieldsPage, quick ? 60 : 200)
      await fieldsPage.close()
      const plain = await typeInPlain(await open('plain'), quick ? 6 : 16)
      const figures = (samples: readonly number[]) => ({ 'ms median': quantile(samples, 0.5), 'ms p95': quantile(samples, 0.95) })
      const [product, reference] = [figures(ours), figures(plain)]
      return [
        { part: 'grid', name: `key press with ${LINES} lines, until drawn`, ours: product, target: TARGET_MS },
        {
          part: 'grid',
          name: 'the same beside a plain RJSF form',
          ours: product,
          reference,
          ratio: product['ms median'] / reference['ms median'],
        },
        {
          part: 'grid',
          name: `key press in a form of ${largest.fields.length} fields without lines`,
          ours: figures(inFields),
          target: TARGET_MS,
        },
      ]
    } finally {
      await browser.close()
      await server.close()
    }
  } finally {
    rmSync(outDir, { recursive: true, force: true })
  }
}
