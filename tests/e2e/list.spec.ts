import { readFile } from 'node:fs/promises'
import { expect, type Page } from '@playwright/test'
import { call, draftOrder, expectAccessible, goWithin, idOf, test, toTheEnd, visit, withSession } from './support.ts'

const rows = (page: Page) => page.getByRole('row').filter({ has: page.getByRole('link') })

test('an accountant makes a pivot table of bills, saves it, adds it to a dashboard, schedules it and opens it again', async ({ page }) => {
  const name = `Bills by month ${Date.now()}`
  await withSession(page, 'accountant')
  await page.goto('/procurement/bill?window=all')
  await page.getByRole('button', { name: 'View as: List' }).click()
  await page.getByRole('menuitem', { name: 'Pivot table' }).click()
  const table = page.getByRole('table')
  await expect(page.getByRole('button', { name: 'Swap rows and columns' })).toBeVisible()
  await expect(table.getByRole('columnheader', { name: 'Supplier', exact: true })).toBeVisible()
  // Branches beside each other instead of months.
  await page
    .getByRole('combobox', { name: 'Columns' })
    .or(page.getByLabel('Columns', { exact: true }))
    .first()
    .fill('Branch')
  await page.keyboard.press('Enter')
  await page.keyboard.press('Tab')
  await expect(table.getByRole('columnheader', { name: /Makati/ }).first()).toBeVisible()
  await expectAccessible(page)
  const total = await table.locator('tfoot td').last().textContent()

  await page.getByRole('button', { name: 'Views' }).click()
  await page.getByRole('menuitem', { name: 'Save as new view' }).click()
  await page.getByRole('dialog').getByLabel('Name').fill(name)
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('button', { name, exact: true })).toBeVisible()
  const pivot = page.url()

  // On the dashboard of the application, as a chart beside the tiles that are there.
  await page.getByRole('button', { name, exact: true }).click()
  await page.getByRole('menuitem', { name: 'Add to dashboard' }).click()
  const adding = page.getByRole('dialog', { name: 'Add to dashboard' })
  await expect(adding.getByRole('combobox', { name: 'Dashboard' }).or(adding.getByLabel('Dashboard')).first()).toHaveValue(/Procurement/)
  await adding.getByRole('button', { name: 'Add' }).click()
  await expect(adding).toHaveCount(0)
  await goWithin(page, '/procurement/procurement_dashboard')
  await expect(page.getByRole('heading', { name, exact: true })).toBeVisible()

  // Mailed every Monday, to themselves; the form knows what is sent.
  await visit(page, pivot)
  await page.getByRole('button', { name, exact: true }).click()
  await page.getByRole('menuitem', { name: 'Schedule', exact: true }).click()
  await expect(page.getByRole('textbox', { name: 'Name' })).toHaveValue(name)
  await expect(page.getByText('Arturo Cruz').first()).toBeVisible()
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText('Next run')).toBeVisible()
  await goWithin(page, '/procurement/report_schedule')
  await expect(page.getByRole('row', { name: new RegExp(name) })).toContainText(/Every week/)

  await visit(page, pivot)
  // The list has the same records as the figure that led to it.
  await table.locator('tbody tr').first().getByRole('link').last().click()
  await expect(page).toHaveURL(/show=list/)
  await expect(rows(page).first()).toBeVisible()
  await page.getByRole('button', { name: 'Views' }).click()
  await page.getByRole('menuitem', { name }).click()
  await expect(table.locator('tfoot td').last()).toHaveText(total!)
})

test('a filtered list is in the address, and is saved as a view and shared', async ({ page, browser, baseURL }) => {
  const name = `Open orders ${Date.now()}`
  await withSession(page, 'buyer')
  // Which suppliers have an open order depends on the day on which the demo was made.
  const [order] = await call<{ supplier: { label: string } }[]>(page, 'get', 'purchase_order?filter[status]=posted&per_page=1')
  await page.goto('/procurement/purchase_order')
  const filters = page.getByRole('group', { name: 'Filters' })
  await filters.getByRole('button', { name: 'Status' }).click()
  await page.getByLabel('Posted').check()
  await page.getByRole('button', { name: 'Apply' }).click()
  await filters.getByRole('button', { name: 'Supplier' }).click()
  await page.getByRole('dialog').getByRole('textbox', { name: 'Search' }).fill(order!.supplier.label.split(' · ')[0]!)
  const choice = page.getByRole('dialog').getByRole('checkbox')
  await expect(choice).toHaveCount(1)
  await choice.check()
  await expectAccessible(page, { within: '[role=dialog]' })
  await page.getByRole('button', { name: 'Apply' }).click()
  await expect(rows(page).first()).toBeVisible()
  await page.getByRole('columnheader', { name: 'Total' }).getByRole('button', { name: 'Total' }).click()
  await expect(page).toHaveURL(/filter%5Bstatus%5D=posted/)
  await expect(page).toHaveURL(/sort=total/)
  const address = page.url()

  // Columns are chosen beside it.
  await page.getByRole('button', { name: 'Columns and density' }).click()
  await page.getByRole('checkbox', { name: 'Expected date' }).uncheck()
  await page.getByRole('button', { name: 'Move Total up' }).click()
  await expectAccessible(page, { within: '[role=dialog]' })
  await page.keyboard.press('Escape')
  await expect(page.getByRole('columnheader', { name: 'Expected date' })).toHaveCount(0)

  await page.reload()
  expect(page.url()).toBe(address)
  await expect(filters.getByRole('button', { name: 'Status Posted' })).toBeVisible()
  await expect(page.getByRole('columnheader', { name: 'Expected date' })).toHaveCount(0)

  await page.getByRole('button', { name: 'Views' }).click()
  await page.getByRole('menuitem', { name: 'Save as new view' }).click()
  await page.getByRole('dialog').getByLabel('Name').fill(name)
  await page.getByRole('dialog').getByLabel('Share with everyone who can see this list').check()
  await expectAccessible(page)
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('button', { name, exact: true })).toBeVisible()
  await expect(page).toHaveURL(/view=\d+/)

  const other = await (await browser.newContext({ baseURL: baseURL!, viewport: { width: 1366, height: 850 } })).newPage()
  await withSession(other, 'approver')
  await other.goto('/procurement/purchase_order')
  await other.getByRole('button', { name: 'Views' }).click()
  await other.getByRole('menuitem', { name }).click()
  await expect(other).toHaveURL(/filter%5Bstatus%5D=posted/)
  await expect(other.getByRole('columnheader', { name: 'Expected date' })).toHaveCount(0)

  // Back gives the list as it was before, and the owner may take the view away.
  await other.goBack()
  await expect(other).not.toHaveURL(/filter/)
  await page.getByRole('button', { name, exact: true }).click()
  await page.getByRole('menuitem', { name: 'Delete view' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete view' }).click()
  await expect(page.getByText('View deleted.')).toBeVisible()
})

test('several orders are posted at once; each refusal names its record', async ({ page }) => {
  await withSession(page, 'buyer')
  const reference = `BULK-${Date.now()}`
  const inactive = await call<{ id: number }>(page, 'post', 'supplier', {
    code: reference.slice(-12),
    name: `Closed ${reference}`,
    entity_type_id: await idOf(page, 'entity_type', 'Corporation'),
    payment_term_id: await idOf(page, 'payment_term', 'N30'),
    tax_type_id: await idOf(page, 'tax_type', 'VATIN'),
  })
  const ids = [await draftOrder(page, [1]), await draftOrder(page, [2]), await draftOrder(page, [3])]
  for (const [index, id] of ids.entries()) {
    const { version } = await call(page, 'get', `purchase_order/edit/${id}`)
    await call(page, 'put', `purchase_order/${id}`, { reference_no: reference, version, ...(index === 1 && { supplier_id: inactive.id }) })
  }
  const supplier = await call(page, 'get', `supplier/edit/${inactive.id}`)
  await call(page, 'put', `supplier/${inactive.id}`, { is_active: false, version: supplier['version'] })

  await page.goto(`/procurement/purchase_order?search=${reference}`)
  await expect(rows(page)).toHaveCount(3)
  const refused = (await rows(page)
    .filter({ hasText: `Closed ${reference}` })
    .getByRole('link')
    .first()
    .textContent())!
  await page.getByRole('checkbox', { name: 'Select all' }).check()
  const bar = page.getByRole('toolbar', { name: 'Actions on the selected records' })
  await expect(bar).toContainText('3 selected')
  await bar.getByRole('button', { name: 'Post', exact: true }).click()
  await expect(page.getByRole('dialog')).toContainText('Post: 3 records.')
  await page.getByRole('dialog').getByRole('button', { name: 'Post' }).click()
  const results = page.getByRole('dialog', { name: 'Post: results' })
  await expect(results).toContainText('2 of 3 done.')
  await expect(results.getByRole('listitem').filter({ hasText: refused })).toContainText(/inactive|active/i)
  await expectAccessible(page)
  await results.getByRole('button', { name: 'Close' }).click()
  await expect(rows(page).filter({ hasText: 'Open' })).toHaveCount(2)
  await expect(rows(page).filter({ hasText: 'Draft' })).toHaveCount(1)

  // What is on the list is what is exported.
  await page.getByRole('button', { name: 'More actions' }).click()
  const download = page.waitForEvent('download')
  await page.getByRole('menuitem', { name: 'Export as CSV' }).click()
  const lines = (await readFile(await (await download).path(), 'utf8')).trim().split(/\r?\n/)
  expect(lines).toHaveLength(4)
  expect(lines.filter((line) => line.includes(refused))).toHaveLength(1)
})

test('keyboard shortcuts of a list, their help, and the command palette', async ({ page }) => {
  await withSession(page, 'buyer')
  await page.goto('/procurement/supplier')
  await expect(rows(page)).toHaveCount(10)
  await page.keyboard.press('?')
  const help = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
  await expect(help).toContainText('Next row')
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await expect(help).toBeHidden()

  await page.keyboard.press('/')
  await page.keyboard.type('S0001')
  await expect(rows(page)).toHaveCount(1)
  await page.keyboard.press('Escape')
  await page.keyboard.press('j')
  await page.keyboard.press('x')
  await expect(page.getByText('1 selected')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByText('1 selected')).toBeHidden()
  await page.keyboard.press('j')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/view\/\d+$/)
  await expect(page.getByRole('button', { name: 'Edit' })).toBeVisible()
  await page.keyboard.press('e')
  await expect(page).toHaveURL(/\/edit\/\d+$/)
  await page.goBack()
  await page.keyboard.press('Escape')
  await expect(page).toHaveURL(/\/procurement\/supplier(\?|$)/)

  await page.keyboard.press('Control+k')
  const palette = page.getByRole('combobox', { name: 'Search modules, records and actions' })
  await palette.fill('S0002')
  await expect(page.getByRole('option', { name: /S0002/ }).first()).toBeVisible()
  await expectAccessible(page)
  for (const [word, name] of [
    ['dark', /dark/i],
    ['log out', /^Log ?out/i],
  ] as const) {
    await palette.fill(word)
    await expect(page.getByRole('option', { name }).first()).toBeVisible()
  }
  await palette.fill('purchase req')
  await expect(page.getByRole('option', { name: /^Purchase Requests/ })).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: 'Purchase Requests' })).toBeVisible()
  await page.keyboard.press('n')
  await expect(page.getByRole('heading', { level: 1, name: 'New Purchase Request' })).toBeVisible()
})

test('a report shows all of its rows with their totals, and is printed', { tag: '@desktop' }, async ({ page }) => {
  await withSession(page, 'accountant')
  await page.setViewportSize({ width: 1366, height: 768 })
  const answered = page.waitForResponse((response) => response.url().includes('general_ledger/paginate'))
  await page.goto('/financial/general_ledger')
  const { data } = (await (await answered).json()) as { data: { transaction_no: string | null }[] }
  expect(data.length).toBeGreaterThan(50)
  await expect(page.getByRole('navigation', { name: 'Pages' })).toHaveCount(0)
  await expect(page.getByRole('columnheader', { name: 'Running balance' })).toBeInViewport({ ratio: 1 })
  await expect(page.getByRole('cell', { name: 'Total' })).toBeInViewport()
  await toTheEnd(page)
  await expect(
    page.getByRole('cell', { name: data.findLast(({ transaction_no }) => transaction_no)!.transaction_no! }).last(),
  ).toBeInViewport()
  await page.getByRole('button', { name: 'Print' }).click()
  await expect(page.getByRole('dialog', { name: 'Print' })).toBeVisible()
})
