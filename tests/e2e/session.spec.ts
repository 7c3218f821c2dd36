import { expect, test } from '@playwright/test'
import { expectAccessible, expectNoOverflow, signIn } from './support.ts'

test('a wrong password is told plainly, the right one leads home', async ({ page }) => {
  await page.goto('/login')
  await page.getByLabel(/username/i).fill('buyer')
  await page.locator('input[type=password]').fill('wrong-password')
  await page.getByRole('button', { name: /sign in|log ?in/i }).click()
  await expect(page.getByText('Invalid username or password.')).toBeVisible()
  await signIn(page, 'buyer')
  await expect(page.getByText('Procurement').first()).toBeVisible()
})

for (const scheme of ['light', 'dark'] as const) {
  test(`screens are accessible, ${scheme}`, async ({ page }) => {
    await page.emulateMedia({ colorScheme: scheme })
    await page.goto('/login')
    await expect(page.getByRole('button', { name: /sign in|log ?in/i })).toBeVisible()
    await expectAccessible(page)
    await signIn(page, 'buyer')
    await expectAccessible(page)
    await page.goto('/procurement/purchase_order')
    await expect(page.getByText(/^PO-/).first()).toBeVisible()
    await expectAccessible(page)
    await page.getByText(/^PO-/).first().click()
    await expect(page.getByRole('button', { name: 'Print' })).toBeVisible()
    await expectAccessible(page)
    await page.goto('/procurement/purchase_order/new')
    await expect(page.getByText('New Purchase Order')).toBeVisible()
    await expect(page.getByRole('grid')).toBeVisible()
    await expectAccessible(page)
  })
}

test('a phone shows cards and nothing scrolls sideways', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await signIn(page, 'buyer')
  for (const path of ['/procurement/purchase_order', '/procurement/purchase_order/new', '/procurement/supplier']) {
    await page.goto(path)
    await expect(page.locator('main')).toBeVisible()
    await expectNoOverflow(page)
  }
})
