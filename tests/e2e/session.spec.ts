import { expect } from '@playwright/test'
import { expectAccessible, expectNoOverflow, signInByForm as signIn, test } from './support.ts'

test('a wrong password shows a clear message, the right one leads to Home', async ({ page }) => {
  await page.goto('/login')
  await page.getByLabel(/username/i).fill('buyer')
  await page.locator('input[type=password]').fill('wrong-password')
  await page.getByRole('button', { name: /sign in|log ?in/i }).click()
  await expect(page.getByText('Invalid username or password.')).toBeVisible()
  await signIn(page, 'buyer')
  await expect(page.getByText('Procurement').first()).toBeVisible()
})

test('a user sent to the sign-in page returns to the requested page', async ({ page }) => {
  await page.goto('/procurement/supplier?search=S0001')
  await expect(page).toHaveURL(/\/login\?next=/)
  await page
    .getByLabel(/company/i)
    .first()
    .selectOption({ label: 'Mabuhay Trading Corporation' })
  await page.getByLabel(/username/i).fill('buyer')
  await page.locator('input[type=password]').fill('Demo#2026')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/procurement\/supplier\?search=S0001$/)
  await expect(page.getByRole('link', { name: 'S0001' })).toBeVisible()
  await page.getByRole('button', { name: 'Profile menu' }).click()
  await page.getByRole('menuitem', { name: /log ?out|sign out/i }).click()
  await expect(page).toHaveURL(/\/login/)
  await page.goBack()
  await expect(page).toHaveURL(/\/login/)
})

test('the sign-in pages are accessible and fit a phone', async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'dark' })
  await page.goto('/login')
  await expect(page.getByRole('button', { name: /sign in|log ?in/i })).toBeVisible()
  await expectAccessible(page)
  await signIn(page, 'buyer')
  // The browser's preference holds until the person chooses.
  await expect(page.locator('html[data-mantine-color-scheme=dark]')).toBeAttached()
  await expectAccessible(page)
  await page.goto('/procurement')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expectAccessible(page)
  await page.setViewportSize({ width: 390, height: 844 })
  for (const path of ['/', '/procurement', '/nowhere/at/all']) {
    await page.goto(path)
    await expect(page.locator('main')).toBeVisible()
    await expectNoOverflow(page)
    await expectAccessible(page)
  }
})
