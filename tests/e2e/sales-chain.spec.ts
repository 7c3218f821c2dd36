import { type Browser, expect, type Page } from '@playwright/test'
import { badge, cell, createFrom, pageOf, post, save } from './documents.ts'
import { call, expectNoOverflow, idOf, pick, test, visit } from './support.ts'

/** A customer, and an item with ten pieces in the warehouse, of the journey's own. Prices hold VAT. */
async function ownMasters(browser: Browser, baseURL: string | undefined, mark: string): Promise<void> {
  const page = await pageOf(browser, baseURL, 'admin')
  const [term, tax, location, category, uom, entity] = await Promise.all([
    idOf(page, 'payment_term', 'N30'),
    idOf(page, 'tax_type', 'VATIN'),
    idOf(page, 'inventory_location', 'MNL-WH'),
    call<{ id: number }[]>(page, 'get', 'item_category/dropdown?limit=1').then(([first]) => first!.id),
    call<{ id: number }[]>(page, 'get', 'uom/dropdown?limit=1').then(([first]) => first!.id),
    idOf(page, 'entity_type', 'Corporation'),
  ])
  await call(page, 'post', 'customer', {
    code: `C${mark}`,
    name: `Journey Customer ${mark}`,
    entity_type_id: entity,
    payment_term_id: term,
    tax_type_id: tax,
  })
  const item = await call<{ id: number }>(page, 'post', 'item', {
    sku_code: `J${mark}`,
    name: `Journey Item ${mark}`,
    item_category_id: category,
    uom_id: uom,
    cost: 60,
    selling_price: 112,
  })
  const values = await call(page, 'get', 'beginning_inventory/defaults')
  const stock = await call<{ id: number }>(page, 'post', 'beginning_inventory', {
    branch_id: values['branch_id'],
    transaction_date: values['transaction_date'],
    location_id: location,
    items: [{ item_id: item.id, uom_id: uom, qty: 10, unit_cost: 60 }],
  })
  await call(page, 'post', `beginning_inventory/${stock.id}/post`, {})
}

/** The serial number that the open document has on paper, which its posting gives. */
const serialOn = async (page: Page): Promise<string> =>
  (await page
    .getByText(/^[A-Z]{2}-MNL-\d{9}$/)
    .first()
    .textContent()) ?? ''

test('from the quotation to the receivables after one invoice is paid', async ({ browser, baseURL }) => {
  const mark = Date.now().toString(36).toUpperCase()
  await ownMasters(browser, baseURL, mark)

  // The sales person offers ten; the customer orders them.
  const sales = await pageOf(browser, baseURL, 'sales')
  await sales.goto('/revenue/sales_quotation/new')
  await pick(sales, 'Customer', `C${mark}`)
  await sales.getByRole('button', { name: 'Add line' }).click()
  await sales.keyboard.type(`J${mark}`)
  await sales.getByRole('option', { name: new RegExp(`^J${mark} ·`) }).click()
  await cell(sales, 'qty', '10')
  await save(sales)
  await post(sales, 'Open')
  await createFrom(sales, 'Order', 'Sales Order')
  await pick(sales, 'Deliver from', 'MNL-WH')
  const order = await save(sales)
  await post(sales, 'Open')
  const orderUrl = sales.url()

  // The warehouse delivers six, then the rest; each delivery is invoiced.
  const warehouse = await pageOf(browser, baseURL, 'warehouse')
  const accountant = await pageOf(browser, baseURL, 'accountant')
  const deliver = async (qty: string) => {
    await visit(warehouse, '/resource/delivery_receipt/new')
    await pick(warehouse, 'Sales order', order)
    // The customer has no address: it is fetched.
    await warehouse.getByLabel('Delivery mode').click()
    await warehouse.getByRole('option', { name: /pick/i }).click()
    await cell(warehouse, 'qty', qty)
    await save(warehouse)
    await post(warehouse, 'Uninvoiced')
    await accountant.goto(warehouse.url())
    await createFrom(accountant, 'Invoice', 'Invoice')
    const number = await save(accountant)
    await post(accountant, 'Unpaid')
    return { number, serial: await serialOn(accountant) }
  }
  const first = await deliver('6')
  await sales.goto(orderUrl)
  await expect(badge(sales, 'Partially served')).toBeVisible()
  const second = await deliver('4')
  await sales.reload()
  await expect(badge(sales, 'Fully served')).toBeVisible()

  // The cashier receives what the first invoice asks for.
  const cashier = await pageOf(browser, baseURL, 'cashier')
  await cashier.goto('/revenue/cash_receipt/new')
  await pick(cashier, 'Customer', `C${mark}`)
  await cashier.getByRole('button', { name: 'Add line' }).first().click()
  await cell(cashier, 'amount', '672')
  await cashier.getByRole('button', { name: 'Add line' }).last().click()
  await cashier.keyboard.type(first.number)
  await cashier.getByRole('option', { name: new RegExp(`^${first.number}`) }).click()
  await save(cashier)
  await post(cashier, 'Posted')
  const receipt = await serialOn(cashier)
  await accountant.reload()
  await expect(badge(accountant, 'Unpaid')).toBeVisible()

  // The statement names both invoices and the receipt by the serial numbers of the papers, and what is left.
  await visit(accountant, '/financial/statement_of_account')
  await pick(accountant, 'Customer', `C${mark}`)
  await accountant.getByRole('button', { name: 'Run' }).click()
  const row = (document: string) => accountant.getByRole('row', { name: new RegExp(document) })
  await expect(row(first.serial)).toContainText('672.00')
  await expect(row(second.serial)).toContainText('1,120.00')
  await expect(row(receipt)).toContainText('448.00')
  await expectNoOverflow(accountant)
})
