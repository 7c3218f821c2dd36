import { expect } from '@playwright/test'
import { forgetSession, recordShown, test, withSession } from './support.ts'

test('a buyer adds a brand, sees the missing fields, and finds it again', async ({ page }) => {
  await withSession(page, 'buyer')
  await page.goto('/procurement/brand')
  await page
    .getByRole('link', { name: /new/i })
    .or(page.getByRole('button', { name: /new/i }))
    .first()
    .click()
  const code = `B${Date.now().toString(36).toUpperCase()}`
  await page.getByLabel(/^Code/).fill(code)
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText('Field is required').first()).toBeVisible()
  await page.getByLabel(/^Name/).fill(`Journey ${code}`)
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByRole('button', { name: 'Edit' })).toBeVisible()
  await page.goto(`/procurement/brand?search=${code}`)
  await expect(page.getByText(`Journey ${code}`).first()).toBeVisible()
})

test('an unsaved draft is offered to its author only', async ({ page }) => {
  const suffix = `D${Date.now().toString(36).toUpperCase()}`
  await withSession(page, 'buyer')
  await page.goto('/procurement/manufacturer/new')
  await page.getByLabel(/^Name/).fill(`Unsaved ${suffix}`)
  // Leaving is asked about, and keeps what was typed a moment ago.
  await page.getByRole('link', { name: 'Suppliers' }).first().click()
  await page.getByRole('dialog').getByRole('button', { name: 'Stay' }).click()
  await page.getByLabel(/^Name/).fill(`Unsaved ${suffix}!`)
  await page.getByRole('link', { name: 'Suppliers' }).first().click()
  await page.getByRole('dialog').getByRole('button', { name: 'Leave' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Suppliers' })).toBeVisible()

  await forgetSession(page)
  await withSession(page, 'admin')
  await page.goto('/procurement/manufacturer/new')
  await expect(page.getByLabel(/^Name/)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Restore' })).toHaveCount(0)

  await forgetSession(page)
  await withSession(page, 'buyer')
  await page.goto('/procurement/manufacturer/new')
  await page.getByRole('button', { name: 'Restore' }).click()
  await expect(page.getByLabel(/^Name/)).toHaveValue(`Unsaved ${suffix}!`)
  await page.getByLabel(/^Code/).fill(suffix)
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await recordShown(page)
  await page.goto('/procurement/manufacturer/new')
  await expect(page.getByLabel(/^Name/)).toHaveValue('')
  await expect(page.getByRole('button', { name: 'Restore' })).toHaveCount(0)
})
