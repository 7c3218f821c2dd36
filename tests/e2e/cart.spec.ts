import { type Browser, expect, type Page } from '@playwright/test'
import { call, expectAccessible, expectNoOverflow, signIn, test, withSession } from './support.ts'

interface Found {
  id: number
  name: string
  sku_code: string
  available: number
}

/** Empties the cart of the signed-in user, as earlier tests may have left it. */
async function withoutReservation(page: Page): Promise<void> {
  const open = await call<{ id: number } | null>(page, 'get', 'stock_reservation/current')
  if (open) await call(page, 'post', `stock_reservation/${open.id}/void`, { void_reason: 'cleared for a test' })
}

/** Arrives at Home, signed in, with an empty cart. */
async function withEmptyCart(page: Page, username: string): Promise<void> {
  await withSession(page, username)
  await withoutReservation(page)
  await page.goto('/')
  await expect(page.getByRole('heading', { name: /hello/i })).toBeVisible()
}

const openCart = async (page: Page) => {
  await page.getByRole('button', { name: /^Cart/ }).click()
  const panel = page.getByRole('dialog', { name: 'My Cart' })
  await expect(panel).toBeVisible()
  return panel
}

/** Creates the reservation for the first customer. */
const startReservation = async (page: Page) => {
  const panel = await openCart(page)
  await expect(panel.getByText('Missing Customer')).toBeVisible()
  await expect(panel.getByText('Please create a reservation')).toBeVisible()
  await panel.getByLabel('Customer').click()
  await panel
    .page()
    .getByRole('option', { name: /^C0001 ·/ })
    .click()
  await panel.getByRole('button', { name: 'Create reservation' }).click()
  await expect(panel.getByText('No reserve item(s)')).toBeVisible()
  return panel
}

const add = async (page: Page, sku: string) => {
  await page.getByRole('textbox', { name: 'Add an item' }).fill(sku)
  await page.getByRole('option', { name: sku }).click()
  await page.keyboard.press('Escape')
}

/** Goods of the reservation's location with enough for the journeys. */
const inStock = async (page: Page, location: number, least: number): Promise<Found> => {
  const rows = await call<Found[]>(page, 'get', `item/get_data?location_id=${location}`)
  return rows.find((row) => row.available >= least)!
}

const another = async (browser: Browser, username: string): Promise<Page> => {
  const page = await (await browser.newContext()).newPage()
  await withEmptyCart(page, username)
  return page
}

test.describe.configure({ mode: 'serial' })

// S253 S254 S255 S256 S257 S258 S259 S260 S261 S262 S263 S264 S265 S266 S267 S268 S121
test('goods are reserved for a customer, with another tax type, and ordered', async ({ page }) => {
  await withEmptyCart(page, 'sales')
  await expect(page.getByRole('button', { name: 'Cart', exact: true })).toBeVisible()
  const empty = await openCart(page)
  await empty.getByRole('tab', { name: 'Shopping Cart' }).click()
  await expect(empty.getByText('Plugin missing!')).toBeVisible()
  await expect(empty.getByText("It seems shopping cart does'nt exist to your current plugins")).toBeVisible()
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await expect(empty).toBeHidden()

  const panel = await startReservation(page)
  await expect(panel.getByText('To start please reserve an item.')).toBeVisible()
  const reservation = await call<{ id: number; transaction_no: string; customer_name: string; location_id: number }>(
    page,
    'get',
    'stock_reservation/current',
  )
  expect(await page.evaluate(() => localStorage.getItem('reservationQuery'))).toBe(`id=${reservation.id}&module=stock_reservation`)
  for (const fact of [reservation.customer_name, reservation.transaction_no])
    await expect(panel.getByText(fact, { exact: true })).toBeVisible()
  await expect(panel.getByText(/^\d{4}\/\d\d\/\d\d$/)).toBeVisible()

  const item = await inStock(page, reservation.location_id, 6)
  await add(page, item.sku_code)
  const row = panel.getByRole('listitem').filter({ hasText: item.sku_code })
  await expect(row).toContainText(item.name)
  await expect(row).toContainText('(₱)')
  await expect(page.getByRole('button', { name: 'Cart, 1 item', includeHidden: true })).toBeAttached()
  const quantity = row.getByLabel(`Quantity of ${item.name}`)
  await row.getByRole('button', { name: `Increase ${item.name} by one` }).click()
  await expect(quantity).toHaveValue('2')
  // Typing is sent when it rests; nothing typed is nothing said.
  await quantity.fill('5')
  await expect.poll(async () => (await call<{ items: { qty: number }[] }>(page, 'get', 'stock_reservation/current')).items[0]!.qty).toBe(5)
  await quantity.fill('0')
  await quantity.blur()
  await expect(quantity).toHaveValue('5')
  // More than there is: quantity and total go back.
  const total = await panel.locator('footer strong').textContent()
  await quantity.fill(String(item.available + 1))
  await expect(page.getByText(/needed .* available/)).toBeVisible()
  await quantity.blur()
  await expect(quantity).toHaveValue('5')
  await expect(panel.locator('footer strong')).toHaveText(total!)
  await expectAccessible(page)

  await panel.getByRole('button', { name: 'VAT Inclusive' }).click()
  const dialog = page.getByRole('dialog', { name: 'Change Tax Type' })
  await dialog.getByLabel('Tax type').click()
  await page.getByRole('option', { name: 'VAT Exclusive' }).click()
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Proceed' }).click()
  await expect(panel.getByRole('button', { name: 'VAT Exclusive' })).toBeVisible()

  await panel.getByRole('button', { name: 'Reserve' }).click()
  await expect(panel).toBeHidden()
  await page.reload()
  await page.getByRole('button', { name: 'Cart, 1 item' }).click()
  await panel.getByRole('button', { name: 'Checkout' }).click()
  await expect(page).toHaveURL(/\/revenue\/sales_order\/view\/\d+$/)
  await expect(page.getByRole('heading', { level: 1 })).toContainText(/SO-/)
  await expect(panel).toBeHidden()
  await expect(page.getByRole('button', { name: 'Cart', exact: true })).toBeVisible()
  expect(await page.evaluate(() => localStorage.getItem('reservationQuery'))).toBeNull()
})

// S264 S266
test('two users and the last unit: one reserves it, the other is refused, and gets it once it is released', async ({ page, browser }) => {
  await withEmptyCart(page, 'sales')
  const panel = await startReservation(page)
  const { location_id } = await call<{ location_id: number }>(page, 'get', 'stock_reservation/current')
  const item = await inStock(page, location_id, 2)
  await add(page, item.sku_code)
  const quantity = panel.getByLabel(`Quantity of ${item.name}`)
  await expect(quantity).toHaveValue('1')
  await quantity.fill(String(item.available - 1))
  await quantity.blur()

  const other = await another(browser, 'warehouse')
  const theirs = await startReservation(other)
  await add(other, item.sku_code)
  await expect(theirs.getByLabel(`Quantity of ${item.name}`)).toHaveValue('1')
  await panel.getByRole('button', { name: `Increase ${item.name} by one` }).click()
  await expect(page.getByText(/needed .* available/)).toBeVisible()
  await expect(quantity).toHaveValue(String(item.available - 1))
  // The warehouse keeps stock, and leaves ordering to others.
  await expect(theirs.getByRole('button', { name: 'Checkout' })).toBeDisabled()

  await theirs.getByRole('button', { name: `Reduce ${item.name} by one` }).click()
  await expect(theirs.getByText('No reserve item(s)')).toBeVisible()
  await panel.getByRole('button', { name: `Increase ${item.name} by one` }).click()
  await expect(quantity).toHaveValue(String(item.available))
  await withoutReservation(page)
  await withoutReservation(other)
})

// S253
test('users without rights to reservations have no cart, and the cart fits a phone', async ({ page, browser }) => {
  await signIn(page, 'buyer')
  await expect(page.getByRole('button', { name: 'Notifications' })).toBeVisible()
  await expect(page.getByRole('button', { name: /^Cart/ })).toHaveCount(0)

  const phone = await (await browser.newContext({ viewport: { width: 390, height: 780 } })).newPage()
  await withEmptyCart(phone, 'sales')
  await startReservation(phone)
  await expectNoOverflow(phone)
  await expectAccessible(phone)
  await withoutReservation(phone)
})
