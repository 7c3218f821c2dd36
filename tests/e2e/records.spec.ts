import { expect, test } from '@playwright/test'
import { signIn } from './support.ts'

test('a buyer adds a brand, is told what is missing, and finds it again', async ({ page }) => {
  await signIn(page, 'buyer')
  await page.goto('/procurement/brand')
  await page
    .getByRole('link', { name: /new/i })
    .or(page.getByRole('button', { name: /new/i }))
    .first()
    .click()
  await page.getByLabel(/^Code/).fill('E2E-BRAND')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText('Field is required').first()).toBeVisible()
  await page.getByLabel(/^Name/).fill('Journey Brand')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByRole('button', { name: 'Edit' })).toBeVisible()
  await page.goto('/procurement/brand?search=journey')
  await expect(page.getByText('Journey Brand').first()).toBeVisible()
})
