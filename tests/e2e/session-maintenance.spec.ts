import { expect } from '@playwright/test'
import { call, expectAccessible, expectNoOverflow, signInByForm as signIn, test } from './support.ts'

/** A company that few other journeys use: it is closed for some seconds. */
const COMPANY = 'Isla Logistics Inc.'

// S185 S186 S187 S189 S190 S191 S192
test('a 503 closes the application, and it reopens automatically', async ({ page }) => {
  await signIn(page, 'buyer')
  let closed = true
  let asked = 0
  await page.route('**/api/v1/validate', (route) => {
    asked += 1
    return closed ? route.fulfill({ status: 503, json: { success: false, message: 'Closed.' } }) : route.continue()
  })
  await page.clock.install()
  await page.goto('/procurement')
  await expect(page.getByRole('heading', { level: 1, name: 'Site Under Maintenance' })).toBeVisible()
  await expect(page.getByText("We're currently making some improvements.")).toBeVisible()
  await expect(page.getByText('Thank you for your patience... Please check back soon.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Profile menu' })).toHaveCount(0)
  await expect(page.getByRole('navigation')).toHaveCount(0)
  await expectAccessible(page)
  await page.setViewportSize({ width: 360, height: 740 })
  await expectNoOverflow(page)
  // Each five seconds of the page's clock bring a question, and hardly more than one.
  for (const n of [1, 2, 3]) {
    const before = asked
    await page.clock.fastForward(5_000)
    await expect.poll(() => asked, `${n}`).toBeGreaterThan(before)
    expect(asked - before).toBeLessThanOrEqual(2)
  }
  closed = false
  await expect(page.getByRole('heading', { level: 1, name: 'Procurement' })).toBeVisible()
})

// S185 S186 S192
test('an administrator starts and ends maintenance', async ({ page, browser, baseURL }) => {
  await signIn(page, 'admin', COMPANY)
  const worker = await (await browser.newContext({ baseURL: baseURL! })).newPage()
  await signIn(worker, 'buyer', COMPANY)

  const companies = await call<{ id: number; code: string }[]>(page, 'get', 'company/paginate?search=ISLA')
  const company = companies.find(({ code }) => code === 'ISLA')!
  await call(page, 'put', `company/${company.id}`, { is_maintenance: true })
  await worker.goto('/procurement/supplier')
  await expect(worker.getByRole('heading', { name: 'Site Under Maintenance' })).toBeVisible()
  await expect(worker.getByRole('button', { name: 'End maintenance' })).toHaveCount(0)

  await page.reload()
  await expect(page.getByRole('heading', { name: 'Site Under Maintenance' })).toBeVisible()
  await page.getByRole('button', { name: 'End maintenance' }).click()
  await expect(page.getByRole('heading', { name: /hello/i })).toBeVisible()
  await expect(worker.getByRole('heading', { level: 1, name: 'Suppliers' })).toBeVisible()
  await worker.context().close()
})

// S187
test('a call answered with 503 checks whether maintenance has begun', async ({ page }) => {
  await signIn(page, 'buyer')
  await expect(page.getByRole('button', { name: 'Profile menu' })).toBeVisible()
  await page.goto('/procurement/payment_term')
  const suppliers = page.getByRole('link', { name: 'Suppliers' }).first()
  await expect(suppliers).toBeVisible()
  const shut = { status: 503, json: { success: false, message: 'Closed.' } }
  await page.route('**/api/v1/**', (route) => route.fulfill(shut))
  // The page asks for things by itself, too: then the link may be gone before it is clicked.
  await suppliers.click({ timeout: 5_000 }).catch(() => undefined)
  await expect(page.getByRole('heading', { name: 'Site Under Maintenance' })).toBeVisible()
})
