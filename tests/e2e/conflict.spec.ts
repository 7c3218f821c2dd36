import { expect, type Page } from '@playwright/test'
import { call, draftOrder, expectAccessible, recordShown, test, withSession } from './support.ts'

/** The two versions of a field in the dialog. */
const versions = (page: Page, field: string) =>
  page
    .getByRole('dialog')
    .getByRole('row', { name: new RegExp(`^${field}`) })
    .getByRole('radio')

test('the user who saves second sees both versions and loses neither', async ({ page: first, browser, baseURL }) => {
  await withSession(first, 'buyer')
  const id = await draftOrder(first)
  const second = await (await browser.newContext({ baseURL: baseURL! })).newPage()
  await withSession(second, 'admin')
  for (const page of [first, second]) {
    await page.goto(`/procurement/purchase_order/edit/${id}`)
    await expect(page.getByRole('heading', { name: /^Edit/ })).toBeVisible()
  }

  // The first changes the date, the remarks and a quantity, and is faster.
  await first.getByLabel('Expected date').fill('2030/02/20')
  await first.getByLabel('Remarks').fill('Morning delivery')
  await first.locator('[id$="-qty"]').first().click()
  await first.keyboard.type('6')
  await first.keyboard.press('Control+s')
  await recordShown(first)

  // The second changes the remarks too, and the supplier's terms, without knowing.
  await second.getByLabel('Remarks').fill('Call before delivery')
  await second.getByLabel('Reference no').fill('Q-77')
  await second.keyboard.press('Control+s')
  const dialog = second.getByRole('dialog', { name: 'Someone else changed this record' })
  await expect(dialog).toBeVisible()
  await expectAccessible(second)

  // A value that only one of them changed is suggested as changed; where both did, the user's own text comes first.
  await expect(versions(second, 'Expected date').nth(1)).toBeChecked()
  await expect(dialog.getByText('2030/02/20')).toBeVisible()
  await expect(dialog.getByText(/^Line 1 · .*FST-0001.* — Quantity: 6$/)).toBeVisible()
  await expect(versions(second, 'Items').nth(1)).toBeChecked()
  await expect(versions(second, 'Remarks').first()).toBeChecked()
  await expect(versions(second, 'Reference no').first()).toBeChecked()
  await versions(second, 'Remarks').nth(1).check()
  await dialog.getByRole('button', { name: 'Use these and save' }).click()
  await recordShown(second)

  const saved = await call<Record<string, unknown> & { items: { qty: number }[] }>(first, 'get', `purchase_order/find/${id}`)
  expect(saved).toMatchObject({ expected_date: '2030-02-20', remarks: 'Morning delivery', reference_no: 'Q-77' })
  expect(saved.items.map(({ qty }) => qty)).toEqual([6, 8])
})

test('a user who postpones the decision keeps the entered values', async ({ page }) => {
  await withSession(page, 'buyer')
  const id = await draftOrder(page)
  await page.goto(`/procurement/purchase_order/edit/${id}`)
  await page.getByLabel('Remarks').fill('Mine')
  const current = await call(page, 'get', `purchase_order/edit/${id}`)
  await call(page, 'put', `purchase_order/${id}`, { remarks: 'Theirs', version: current['version'] })
  await page.keyboard.press('Control+s')
  const dialog = page.getByRole('dialog', { name: 'Someone else changed this record' })
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(page.getByLabel('Remarks')).toHaveValue('Mine')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await dialog.getByRole('button', { name: 'Use these and save' }).click()
  await recordShown(page)
  await expect(page.getByText('Mine', { exact: true })).toBeVisible()
})
