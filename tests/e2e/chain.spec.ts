import { expect, type Page, test } from '@playwright/test'
import { pick, signIn } from './support.ts'

/** Types into a cell of the line grid: select it, type over it, Enter. */
async function cell(page: Page, field: string, text: string, row = 0): Promise<void> {
  await page.locator(`[role=gridcell][id$="-${field}"]`).nth(row).click()
  await page.keyboard.type(text)
  await page.keyboard.press('Enter')
}

/** Saves what the form shows; answers the id of the record that was made. */
async function save(page: Page): Promise<string> {
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.waitForURL(/\/(view\/)?\d+$/)
  return page.url().match(/(\d+)$/)![1]!
}

/** Posts the record on the screen and waits until the screen says so. */
async function post(page: Page, badge: string): Promise<void> {
  await page.getByRole('button', { name: 'Post', exact: true }).click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^(Confirm|Yes|Proceed|Post|OK)$/i })
    .click()
  await expect(page.getByText(badge, { exact: true }).first()).toBeVisible()
}

test('order, receipt, bill and check, each by the person whose job it is', async ({ browser, baseURL }) => {
  const as = async (username: string) => {
    const page = await (await browser.newContext({ baseURL: baseURL!, viewport: { width: 1366, height: 850 } })).newPage()
    await signIn(page, username)
    return page
  }

  const buyer = await as('buyer')
  await buyer.goto('/procurement/purchase_order/new')
  await pick(buyer, 'Supplier', 'S0001')
  await pick(buyer, 'Deliver to', 'MNL-WH')
  await buyer.getByLabel('Expected date').fill('2030/01/15')
  await buyer.keyboard.press('Tab')
  await buyer.getByRole('button', { name: 'Add line' }).click()
  await buyer.keyboard.type('FST-0001')
  await buyer.getByRole('option', { name: /^FST-0001 ·/ }).click()
  await cell(buyer, 'qty', '12')
  await cell(buyer, 'unit_price', '112')
  await expect(buyer.getByText('1,344.00').first()).toBeVisible()
  const order = await save(buyer)
  await post(buyer, 'Open')

  const warehouse = await as('warehouse')
  await warehouse.goto(`/resource/goods_receipt/new?from=purchase_order&ids=${order}`)
  await warehouse.getByLabel('Supplier DR no.').fill(`DR-${order}`)
  const receipt = await save(warehouse)
  await post(warehouse, 'Unbilled')

  const accountant = await as('accountant')
  await accountant.goto(`/financial/bill/new?from=goods_receipt&ids=${receipt}`)
  await accountant.getByLabel('Supplier invoice no.').fill(`INV-E2E-${receipt}`)
  const bill = await save(accountant)
  await post(accountant, 'Unpaid')

  await accountant.goto(`/financial/check_voucher/new?from=bill&ids=${bill}`)
  await pick(accountant, 'Payment method', 'CHECK')
  await accountant.getByLabel('Bank account', { exact: false }).first().click()
  await accountant
    .getByRole('option', { name: /^BDO Unibank ·/ })
    .first()
    .click()
  await accountant.getByLabel('Check no.').fill(`E2E-${bill}`)
  await save(accountant)
  await post(accountant, 'Posted')

  await accountant.goto(`/financial/bill/view/${bill}`)
  await expect(accountant.getByText('Paid', { exact: true }).first()).toBeVisible()
  await buyer.goto(`/procurement/purchase_order/view/${order}`)
  await expect(buyer.getByText('Fully served', { exact: true }).first()).toBeVisible()
})
