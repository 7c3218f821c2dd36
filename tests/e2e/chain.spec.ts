import { expect, type Page } from '@playwright/test'
import { badge, cell, createFrom, pageOf, post, save } from './documents.ts'
import { call, expectAccessible, idOf, pick, recordShown, test, toTheEnd, visit } from './support.ts'

/** A supplier and an item of our own: what the screens say of them is all ours. Prices hold VAT; 5 % is withheld. */
async function ownMasters(page: Page, mark: string): Promise<void> {
  const [entityType, term, tax, category, uom] = await Promise.all([
    idOf(page, 'entity_type', 'Corporation'),
    idOf(page, 'payment_term', 'N30'),
    idOf(page, 'tax_type', 'VATIN'),
    call<{ id: number }[]>(page, 'get', 'item_category/dropdown?limit=1').then(([first]) => first!.id),
    call<{ id: number }[]>(page, 'get', 'uom/dropdown?limit=1').then(([first]) => first!.id),
  ])
  await call(page, 'post', 'supplier', {
    code: `S${mark}`,
    name: `Chain Supplier ${mark}`,
    entity_type_id: entityType,
    payment_term_id: term,
    tax_type_id: tax,
    withholding_rate: 5,
    atc_code: 'WC100',
  })
  await call(page, 'post', 'item', {
    sku_code: `I${mark}`,
    name: `Chain Item ${mark}`,
    item_category_id: category,
    uom_id: uom,
    cost: 33.33,
    selling_price: 50,
  })
}

const openMenu = (page: Page) => page.getByRole('button', { name: 'More actions' }).click()

/** Opens the question for the reason and gives it; the dialog stays. */
async function askToVoid(page: Page) {
  await page.reload()
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await openMenu(page)
  await page.getByRole('menuitem', { name: 'Void' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Void reason').fill('Entered for the wrong branch')
  await dialog.getByRole('button', { name: 'Void' }).click()
  return dialog
}

/** The document that blocks a void is named, and nothing changes. */
async function expectNotVoidable(page: Page, by: string): Promise<void> {
  const dialog = await askToVoid(page)
  await expect(dialog.getByText(`Void ${by} first.`)).toBeVisible()
  await expectAccessible(page, { within: '[role=dialog]' })
  await dialog.getByRole('button', { name: 'Cancel' }).click()
}

async function voidIt(page: Page): Promise<void> {
  await askToVoid(page)
  await expect(badge(page, 'Voided')).toBeVisible()
}

/** Figures of the totals beneath the lines, by their titles. */
async function expectFigures(page: Page, figures: Readonly<Record<string, string>>): Promise<void> {
  for (const [title, figure] of Object.entries(figures))
    await expect(page.getByText(title, { exact: true }).locator('..').getByText(figure, { exact: true })).toBeVisible()
}

test('from the request to the check, and voiding all of it', async ({ browser, baseURL }) => {
  test.setTimeout(300_000)
  const mark = Date.now().toString(36).toUpperCase()
  const buyer = await pageOf(browser, baseURL, 'buyer')
  await ownMasters(buyer, mark)

  // The buyer asks for ten.
  await buyer.goto('/procurement/purchase_request/new')
  await buyer.getByLabel('Date needed').fill('2030/01/15')
  await pick(buyer, 'Location', 'MNL-WH')
  await buyer.getByRole('button', { name: 'Add line' }).click()
  await buyer.keyboard.type(`I${mark}`)
  await buyer.getByRole('option', { name: new RegExp(`^I${mark} ·`) }).click()
  await cell(buyer, 'qty', '10')
  await expectFigures(buyer, { 'Estimated total': '333.30' })
  const request = await save(buyer)
  await post(buyer, 'Open')

  // The order takes over what was asked for; the supplier is chosen now.
  await createFrom(buyer, 'Order', 'Purchase Order')
  await pick(buyer, 'Supplier', `S${mark}`)
  await expect(buyer.getByLabel('Expected date')).toHaveValue('2030/01/15')
  await expectFigures(buyer, { Total: '333.30', VAT: '35.71' })
  const order = await save(buyer)
  await post(buyer, 'Open')

  // Seven arrive, then three.
  const warehouse = await pageOf(browser, baseURL, 'warehouse')
  const receive = async () => {
    await visit(warehouse, '/resource/goods_receipt')
    await warehouse.getByRole('link', { name: 'New' }).click()
    await expect(warehouse.getByRole('heading', { name: 'New Goods Receipt' })).toBeVisible()
    // Choosing the order in its field brings supplier, location and what is still open.
    await pick(warehouse, 'Purchase order', order)
    await expect(warehouse.locator('[role=gridcell][id$="-item_id"]')).toHaveText(`I${mark} · Chain Item ${mark}`)
  }
  await receive()
  await cell(warehouse, 'qty', '11')
  await warehouse.getByLabel('Supplier DR no.').fill(`DR1-${mark}`)
  await warehouse.getByRole('button', { name: 'Save and post' }).click()
  await expect(warehouse.getByRole('alert')).toContainText(/10/)
  await cell(warehouse, 'qty', '7')
  await expectFigures(warehouse, { Total: '233.31', VAT: '25.00' })
  const first = await save(warehouse)
  await post(warehouse, 'Unbilled')
  const firstReceipt = warehouse.url().replace('/resource/', '/procurement/')
  await buyer.reload()
  await expect(badge(buyer, 'Partially served')).toBeVisible()
  await receive()
  await expect(warehouse.locator('[role=gridcell][id$="-qty"]')).toHaveText('3')
  await warehouse.getByLabel('Supplier DR no.').fill(`DR2-${mark}`)
  await expectFigures(warehouse, { Total: '99.99', VAT: '10.71' })
  const second = await save(warehouse)
  await post(warehouse, 'Unbilled')
  await buyer.reload()
  await expect(badge(buyer, 'Fully served')).toBeVisible()

  // The invoice for the first delivery, and the check that pays it: 233.31 less 5 % of 208.31.
  const accountant = await pageOf(browser, baseURL, 'accountant')
  await accountant.goto(firstReceipt)
  await createFrom(accountant, 'Bill', 'Bill')
  await accountant.getByLabel('Supplier invoice no.').fill(`INV-${mark}`)
  const bill = await save(accountant)
  await post(accountant, 'Unpaid')
  const billUrl = accountant.url()
  await expectFigures(accountant, { Total: '233.31', 'Withholding amount': '10.42', 'Net payable': '222.89', Balance: '222.89' })

  // What is owed, as the aging says it.
  await visit(accountant, '/financial/aging_payable/new')
  await pick(accountant, 'Supplier', `S${mark}`)
  await save(accountant)
  await accountant.getByRole('button', { name: 'Process', exact: true }).click()
  await expect(accountant.getByRole('row', { name: new RegExp(`Chain Supplier ${mark}`) })).toContainText('222.89')
  await expectFigures(accountant, { Total: '222.89' })

  // Who works in Financial stays there.
  await visit(accountant, billUrl.replace('/procurement/', '/financial/'))
  await createFrom(accountant, 'Pay', 'Check Voucher')
  expect(accountant.url()).toContain('/financial/check_voucher/new')
  await pick(accountant, 'Payment method', 'CHECK')
  await accountant.getByLabel('Bank account').first().click()
  await accountant
    .getByRole('option', { name: /^BDO Unibank ·/ })
    .first()
    .click()
  await accountant.getByRole('textbox', { name: 'Check no.' }).fill(`CK-${mark}`)
  await expectFigures(accountant, { 'Net amount': '222.89' })
  const check = await save(accountant)
  await post(accountant, 'Posted')
  const checkUrl = accountant.url()

  // The books, as the screens show them.
  const ledger = async (account: string) => {
    await visit(accountant, '/financial/general_ledger')
    await pick(accountant, 'Account', account)
    const answered = accountant.waitForResponse((response) => response.url().includes('general_ledger/paginate'))
    await accountant.getByRole('button', { name: 'Run' }).click()
    await answered
    await toTheEnd(accountant)
    return (document: string) => accountant.getByRole('row', { name: new RegExp(document) })
  }
  const payables = await ledger('2010')
  await expect(payables(bill)).toContainText('222.89')
  await expect(payables(check)).toContainText('222.89')
  const accrued = await ledger('2015')
  await expect(accrued(first)).toContainText('208.31')
  await expect(accrued(bill)).toContainText('208.31')
  await expect(accrued(second)).toContainText('89.28')
  const card = async () => {
    await visit(accountant, '/resource/stock_card')
    await pick(accountant, 'Item', `I${mark}`)
    await accountant.getByRole('button', { name: 'Run' }).click()
    return (document: string) => accountant.getByRole('row', { name: new RegExp(document) })
  }
  const stock = await card()
  await expect(stock(first)).toContainText(/7.*208\.31.*7.*208\.31/)
  // The address holds what was asked for.
  await accountant.reload()
  await expect(stock(second)).toContainText(/3.*89\.28.*10.*297\.59/)
  await expect(accountant.getByLabel('Item')).toHaveValue(new RegExp(mark))

  // Nothing can be voided while something was made from it, and the refusal says what.
  await visit(accountant, billUrl)
  await expect(badge(accountant, 'Paid')).toBeVisible()
  await expectNotVoidable(accountant, `Check Voucher ${check}`)
  await expectNotVoidable(buyer, `Goods Receipt ${first}, Goods Receipt ${second}`)
  await warehouse.goto(firstReceipt.replace('/procurement/', '/resource/'))
  await expectNotVoidable(warehouse, `Bill ${bill}`)

  // Back again, last first.
  await visit(accountant, checkUrl)
  await voidIt(accountant)
  await visit(accountant, billUrl)
  await expect(badge(accountant, 'Unpaid')).toBeVisible()
  await expectFigures(accountant, { Balance: '222.89' })
  await voidIt(accountant)
  await voidIt(warehouse)
  await visit(warehouse, '/resource/goods_receipt')
  await warehouse.getByRole('link', { name: second }).first().click()
  await recordShown(warehouse)
  await voidIt(warehouse)
  await buyer.reload()
  await expect(badge(buyer, 'Open')).toBeVisible()
  await voidIt(buyer)
  await visit(buyer, '/procurement/purchase_request')
  await buyer.getByRole('link', { name: request }).first().click()
  await expect(badge(buyer, 'Open')).toBeVisible()
  await voidIt(buyer)

  // Nothing is left on the shelf: each delivery came and went.
  const emptied = await card()
  await expect(emptied(first)).toHaveCount(2)
  await expect(emptied(second)).toHaveCount(2)
  await expect(emptied(second).last()).toContainText(/3.*-89\.28.*0.*0\.00/)
})
