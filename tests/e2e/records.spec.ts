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
  const own = `B${Date.now().toString(36).toUpperCase()}`
  await page.getByLabel(/^Code/).fill(own)
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText('Field is required').first()).toBeVisible()
  await page.getByLabel(/^Name/).fill(`Journey ${own}`)
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByRole('button', { name: 'Edit' })).toBeVisible()
  await page.goto(`/procurement/brand?search=${own}`)
  await expect(page.getByText(`Journey ${own}`).first()).toBeVisible()
})
