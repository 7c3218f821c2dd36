/** `npm run dev`: its pages are drawn from modules that Vite serves one by one, not from the build that all others see. */
import { type ChildProcess, spawn } from 'node:child_process'
import { join } from 'node:path'
import { expect } from '@playwright/test'
import { signInByForm as signIn, test } from './support.ts'

const root = join(import.meta.dirname, '../..')
const port = Number(process.env['E2E_PORT'] ?? 8089) + 1
const base = `http://127.0.0.1:${port}`
let vite: ChildProcess

test.use({ baseURL: base })
test.beforeAll(async ({ playwright }, { project }) => {
  const api = process.env['E2E_BASE'] ?? `http://127.0.0.1:${port - 1}`
  vite = spawn(process.execPath, ['node_modules/vite/bin/vite.js', '--host', '127.0.0.1', '--port', String(port), '--strictPort'], {
    cwd: root,
    stdio: 'ignore',
    env: { ...process.env, API_URL: api },
  })
  const request = await playwright.request.newContext()
  await expect
    .poll(
      () =>
        request.get(base).then(
          (answer) => answer.status(),
          () => 0,
        ),
      { timeout: project.timeout / 2 },
    )
    .toBe(200)
  await request.dispose()
})
test.afterAll(() => vite.kill('SIGTERM'))

test('the development server shows the list, the form and the view of a record', async ({ page }) => {
  const errors: string[] = []
  page.on('pageerror', (error) => errors.push(error.message))
  await signIn(page, 'buyer')
  await page.goto('/procurement/purchase_order')
  await page.getByRole('row').nth(1).click()
  await page.waitForURL(/\/view\/\d+$/)
  await expect(page.getByRole('heading', { name: /^PO-/ })).toBeVisible()
  await expect(page.getByText('Supplier', { exact: true }).first()).toBeVisible()
  await page.goto('/procurement/purchase_order/new')
  await expect(page.getByLabel('Supplier').first()).toBeVisible()
  await page.goto('/procurement/supplier/new')
  await expect(page.getByLabel('Name').first()).toBeVisible()
  expect(errors).toEqual([])
})
