import { expect, type Page } from '@playwright/test'
import { badge, pageOf } from './documents.ts'
import { call, expectAccessible, expectNoOverflow, idOf, pick, recordShown, test } from './support.ts'

/** A location of the journey's own with two items in it: a count of it freezes nobody else's. */
async function ownStock(page: Page, mark: string): Promise<void> {
  const [location, category, uom] = await Promise.all([
    idOf(page, 'inventory_location', 'MNL-WH').then((id) => call(page, 'get', `inventory_location/${id}`)),
    call<{ id: number }[]>(page, 'get', 'item_category/dropdown?limit=1').then(([first]) => first!.id),
    call<{ id: number }[]>(page, 'get', 'uom/dropdown?limit=1').then(([first]) => first!.id),
  ])
  const place = await call<{ id: number }>(page, 'post', 'inventory_location', {
    code: `L${mark}`,
    name: `Shelf ${mark}`,
    branch_id: location['branch_id'],
    type: 'Store',
  })
  const items = []
  for (const [code, qty] of [
    ['A', 12],
    ['B', 5],
  ] as const) {
    const made = await call<{ id: number }>(page, 'post', 'item', {
      sku_code: `${code}${mark}`,
      name: `Counted ${code} ${mark}`,
      item_category_id: category,
      uom_id: uom,
      cost: 60,
      selling_price: 112,
    })
    items.push({ item_id: made.id, uom_id: uom, qty, unit_cost: 60 })
  }
  const values = await call(page, 'get', 'beginning_inventory/defaults')
  const stock = await call<{ id: number }>(page, 'post', 'beginning_inventory', {
    branch_id: location['branch_id'],
    transaction_date: values['transaction_date'],
    location_id: place.id,
    items,
  })
  await call(page, 'post', `beginning_inventory/${stock.id}/post`, {})
}

/** A step of the count, by its button or in the menu, and the question whether it is meant. */
async function step(page: Page, name: string, shown: string, isInMenu = false): Promise<void> {
  if (isInMenu) await page.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole(isInMenu ? 'menuitem' : 'button', { name, exact: true }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog).toBeVisible()
  await expectNoOverflow(page)
  await dialog.getByRole('button', { name, exact: true }).click()
  await expect(badge(page, shown)).toBeVisible()
}

test('a blind count on a phone is compared by another user, and the difference is posted', async ({ browser, baseURL }) => {
  const mark = Date.now().toString(36).toUpperCase()
  const admin = await pageOf(browser, baseURL, 'admin')
  await ownStock(admin, mark)

  const phone = await pageOf(browser, baseURL, 'warehouse', { width: 390, height: 844 })
  await phone.goto('/resource/physical_count/new')
  await pick(phone, 'Location', `L${mark}`)
  await expectNoOverflow(phone)
  await phone.getByRole('button', { name: 'Save and start counting' }).click()
  await recordShown(phone)
  await expect(badge(phone, 'Counting')).toBeVisible()
  const url = phone.url()

  // The sheet lists both items, without what the books say, and takes what is counted on the cards themselves.
  const sheet = async (field: string, quantities: readonly (readonly [string, string])[]) => {
    await phone.getByRole('button', { name: 'Edit' }).click()
    // What is typed here is in sight at once, below all of what is settled already.
    await expect(phone.getByRole('textbox', { name: field }).first()).toBeInViewport()
    for (const [code, qty] of quantities) {
      const card = phone.getByRole('listitem').filter({ hasText: `Counted ${code} ${mark}` })
      await card.getByRole('textbox', { name: field }).fill(qty)
    }
    await expectNoOverflow(phone)
    await phone.getByRole('button', { name: 'Save', exact: true }).click()
    await recordShown(phone)
  }
  await sheet('Counted', [
    ['A', '11'],
    ['B', '4'],
  ])
  await expectAccessible(phone)
  await expect(phone.getByText('In the books')).toHaveCount(0)
  await phone.getByRole('button', { name: 'More actions' }).click()
  await expect(phone.getByRole('menuitem', { name: /^Compare/ })).toBeDisabled()
  await phone.keyboard.press('Escape')

  // Both differ; counted again, one of them does not.
  await admin.goto(url)
  await step(admin, 'Compare', 'Compared')
  await step(admin, 'Recount differences', 'Recounting', true)
  await phone.reload()
  await sheet('Recounted', [
    ['A', '11'],
    ['B', '5'],
  ])
  await admin.reload()
  await step(admin, 'Compare', 'Compared')
  await step(admin, 'Post', 'Posted')
  await phone.reload()
  await expect(badge(phone, 'Posted')).toBeVisible()
  await expect(phone.getByRole('listitem').filter({ hasText: `Counted A ${mark}` })).toContainText('-1')
  await expectNoOverflow(phone)
})
