import { expect } from '@playwright/test'
import { draftOrder, expectAccessible, signIn, test, withSession } from './support.ts'

// S270 S320
test('a record has attachments and remarks, and is printed', { tag: '@desktop' }, async ({ page }) => {
  const said: string[] = []
  page.on('console', (message) => message.type() === 'error' && said.push(message.text()))
  await withSession(page, 'buyer')
  const id = await draftOrder(page)
  await page.goto(`/procurement/purchase_order/view/${id}`)

  const chooser = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: 'Add file' }).click()
  await (await chooser).setFiles({ name: 'quotation.csv', mimeType: 'text/csv', buffer: Buffer.from('item,price\nBolt,12.50\n') })
  const entry = page.getByRole('button', { name: 'quotation.csv', exact: true })
  await expect(entry).toBeVisible()
  const download = page.waitForEvent('download')
  await entry.click()
  expect((await download).suggestedFilename()).toBe('quotation.csv')

  await page.getByLabel('Write a comment').fill('Price holds until Friday.')
  await page.getByRole('button', { name: 'Send' }).click()
  await expect(page.getByLabel('Write a comment')).toHaveValue('')
  await expect(page.getByText('Price holds until Friday.', { exact: true })).toBeVisible()
  await page.reload()
  await expect(page.getByText('Price holds until Friday.', { exact: true })).toBeVisible()
  await expect(entry).toBeVisible()

  // A file comes with a remark, too, and one of the record goes again.
  const attaching = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: 'Attach files' }).click()
  await (await attaching).setFiles({ name: 'stamp.txt', mimeType: 'text/plain', buffer: Buffer.from('received') })
  await expect(page.getByRole('button', { name: 'Remove stamp.txt' })).toBeVisible()
  await page.getByLabel('Write a comment').fill('Stamped copy.')
  await page.getByRole('button', { name: 'Send' }).click()
  await expect(page.getByText('Stamped copy.', { exact: true })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Remove stamp.txt' })).toBeHidden()
  const copy = page.waitForEvent('download')
  await page.getByRole('button', { name: 'stamp.txt', exact: true }).click()
  expect((await copy).suggestedFilename()).toBe('stamp.txt')
  await page.getByRole('button', { name: 'Remove quotation.csv' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await expect(entry).toBeHidden()

  await page.getByRole('button', { name: 'Print' }).click()
  const print = page.getByRole('dialog', { name: 'Print' })
  await expect(print.locator('iframe')).toHaveAttribute('src', /^blob:/)
  const saved = page.waitForEvent('download')
  await print.getByRole('button', { name: 'Download' }).click()
  expect((await saved).suggestedFilename()).toMatch(/\.pdf$/)
  await print.getByRole('button', { name: 'Close' }).click()
  await expect(print).toBeHidden()
  expect(said).toEqual([])
})

test('the dark scheme is chosen once and saved for the user', async ({ page, browser, baseURL }) => {
  await signIn(page, 'auditor')
  const dark = page.locator('html[data-mantine-color-scheme=dark]')
  const saved = page.waitForResponse((answer) => answer.url().endsWith('/user/dark_mode') && answer.ok())
  await page.getByRole('button', { name: 'Dark mode' }).click()
  await saved
  await expect(dark).toBeAttached()
  await expectAccessible(page)
  const elsewhere = await (await browser.newContext({ baseURL: baseURL! })).newPage()
  await signIn(elsewhere, 'auditor')
  await expect(elsewhere.locator('html[data-mantine-color-scheme=dark]')).toBeAttached()
  await elsewhere.getByRole('button', { name: 'Light mode' }).click()
  await expect(elsewhere.locator('html[data-mantine-color-scheme=light]')).toBeAttached()
})
