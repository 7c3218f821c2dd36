import { expect, test } from '@playwright/test'
import { signIn } from './support.ts'

test('a file is attached to a record and comes back as it went', async ({ page }) => {
  await signIn(page, 'buyer')
  await page.goto('/procurement/purchase_order')
  await page.getByText(/^PO-/).first().click()
  await expect(page.getByRole('button', { name: 'Print' })).toBeVisible()
  const chooser = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: 'Add file' }).click()
  await (await chooser).setFiles({ name: 'quotation.csv', mimeType: 'text/csv', buffer: Buffer.from('item,price\nBolt,12.50\n') })
  const entry = page.getByRole('button', { name: 'quotation.csv' }).first()
  await expect(entry).toBeVisible()
  const download = page.waitForEvent('download')
  await entry.click()
  expect((await download).suggestedFilename()).toBe('quotation.csv')
})
