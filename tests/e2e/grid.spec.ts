import { expect, type Page } from '@playwright/test'
import { recordShown, test, withSession } from './support.ts'

/** The text of a cell, by its line (from 0) and field. */
const cellAt = (page: Page, row: number, field: string) => page.locator(`[role=row][data-row="${row}"] [role=gridcell][id$="-${field}"]`)
const codes = (page: Page) => page.locator('[role=row][data-row] [role=gridcell][id$="-item_id"]')
const keys = async (page: Page, ...names: string[]) => {
  for (const name of names) await page.keyboard.press(name)
}

test('an order is entered, filled, corrected and saved without a mouse', async ({ page }) => {
  await withSession(page, 'buyer')
  await page.goto('/procurement/purchase_order')
  await expect(page.getByText(/^PO-/).first()).toBeVisible()
  await keys(page, 'n')
  await expect(page.getByRole('heading', { name: 'New Purchase Order' })).toBeVisible()

  // A kind of field that few forms have comes after the others; Tab would pass it by until then.
  await expect(page.getByLabel('Purchase Request')).toBeVisible()
  // The header: a code typed and left is looked up, so is one whose Enter comes before the list; a date is typed as it is written.
  await page.getByLabel('Supplier', { exact: false }).first().focus()
  await page.keyboard.type('S0001')
  await keys(page, 'Tab')
  await expect(page.getByLabel('Supplier', { exact: false }).first()).toHaveValue(/^S0001 · /)
  await expect(page.getByLabel('Purchase Request')).toBeFocused()
  await page.getByLabel('Expected date').focus()
  await page.keyboard.type('2030/01/15')
  await keys(page, 'Tab', 'Tab')
  await page.keyboard.type('MNL-WH')
  await keys(page, 'Enter')
  await expect(page.getByLabel('Deliver to')).toHaveValue(/^MNL-WH · /)

  // The first line: Enter makes it, typing searches, Tab goes on, Enter on the last line makes another.
  await page.getByRole('grid', { name: 'Items' }).focus()
  await keys(page, 'Enter')
  await page.keyboard.type('FST-0001')
  await keys(page, 'Tab')
  await expect(cellAt(page, 0, 'item_id')).toContainText('FST-0001 · ')
  await expect(cellAt(page, 0, 'uom_id')).not.toBeEmpty()
  await keys(page, 'Tab', 'Tab')
  await page.keyboard.type('3')
  await keys(page, 'Tab')
  await page.keyboard.type('100')
  await keys(page, 'Enter')
  await expect(cellAt(page, 0, 'amount')).toHaveText('300.00')
  await expect(cellAt(page, 1, 'unit_price')).toHaveAttribute('aria-selected', 'true')
  await keys(page, 'Home')
  await page.keyboard.type('FST-0002')
  await expect(page.getByRole('option', { name: /^FST-0002 ·/ })).toBeVisible()
  await keys(page, 'Enter')
  await expect(cellAt(page, 1, 'item_id')).toContainText('FST-0002 · ')
  await keys(page, 'ArrowRight', 'ArrowRight', 'ArrowRight')
  await page.keyboard.type('2')
  await keys(page, 'Tab')
  await page.keyboard.type('50.5')
  await keys(page, 'Tab')
  await expect(cellAt(page, 1, 'amount')).toHaveText('101.00')
  const total = page.locator('[data-field=subtotal], [data-totals]').first()
  await expect(total).toContainText('401.00')

  // F2 edits what is there, Escape takes it back, Delete empties, arrows move, Ctrl+Shift+D copies the line, Alt+arrows reorder.
  await keys(page, 'ArrowLeft', 'F2', 'End')
  await page.keyboard.type('9')
  await expect(cellAt(page, 1, 'amount')).toHaveText('101.18')
  await keys(page, 'Escape')
  await expect(cellAt(page, 1, 'amount')).toHaveText('101.00')
  await keys(page, 'Control+Shift+d')
  await expect(codes(page)).toHaveCount(3)
  await keys(page, 'Alt+ArrowUp', 'Alt+ArrowUp')
  await expect(cellAt(page, 0, 'item_id')).toContainText('FST-0002')
  await expect(cellAt(page, 1, 'item_id')).toContainText('FST-0001')
  await keys(page, 'Delete')
  await expect(cellAt(page, 0, 'amount')).not.toHaveText('101.00')
  await keys(page, 'ArrowDown', 'ArrowDown', 'Control+Shift+Enter')
  await expect(codes(page)).toHaveCount(4)
  await page.keyboard.type('NO-SUCH-ITEM')
  await keys(page, 'Tab')
  await expect(cellAt(page, 3, 'item_id')).toHaveAttribute('aria-invalid', 'true')
  await keys(page, 'Control+Delete')
  await expect(codes(page)).toHaveCount(3)

  // What is missing is said at its cell and above the form, whose messages lead to the cell.
  await keys(page, 'Control+s')
  await expect(cellAt(page, 0, 'unit_price')).toHaveAttribute('aria-invalid', 'true')
  const message = page.getByRole('alert').getByRole('button', { name: /^Line 1, Unit price/i })
  await expect(message).toBeVisible()
  await message.focus()
  await keys(page, 'Enter')
  await expect(page.getByRole('grid', { name: 'Items' })).toBeFocused()
  await expect(cellAt(page, 0, 'unit_price')).toHaveAttribute('aria-selected', 'true')
  await page.keyboard.type('50.5')
  await keys(page, 'Control+s')
  await recordShown(page)
  await expect(page.getByText('502.00').first()).toBeVisible()
  await expect(codes(page)).toHaveCount(3)
})

/** Puts a text on the clipboard and presses the paste keys, as after copying from a sheet. */
async function paste(page: Page, text: string): Promise<void> {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.evaluate((copied) => navigator.clipboard.writeText(copied), text)
  await page.keyboard.press('Control+v')
}

test('thirty rows are pasted from a spreadsheet at once; invalid values are marked at their cells', async ({ page }) => {
  await withSession(page, 'buyer')
  await page.goto('/procurement/purchase_order/new')
  const grid = page.getByRole('grid', { name: 'Items' })
  await grid.focus()
  const rows = Array.from({ length: 30 }, (_, index) => {
    const code = index === 4 ? 'NOT-AN-ITEM' : index % 2 ? 'FST-0002' : 'FST-0001'
    return [code, '', '', index === 7 ? 'many' : '2', '1,010.50'].join('\t')
  })
  await page.locator('#main').evaluate((main) => main.scrollTo({ top: 0 }))
  const before = await grid.evaluate((element) => element.getBoundingClientRect().y)
  await paste(page, rows.join('\r\n'))
  await expect(page.getByText('30 lines')).toBeVisible()
  // The messages above the form do not push what was pasted off the screen.
  await expect(page.getByText('2 fields need attention')).toBeAttached()
  expect(Math.abs((await grid.evaluate((element) => element.getBoundingClientRect().y)) - before)).toBeLessThan(3)
  await expect(cellAt(page, 0, 'amount')).toHaveText('2,021.00')
  await expect(page.getByRole('button', { name: '2 errors · Next' })).toBeVisible()
  await expect(cellAt(page, 4, 'item_id')).toHaveAttribute('aria-invalid', 'true')
  await expect(cellAt(page, 4, 'item_id')).toHaveAttribute('title', '“NOT-AN-ITEM” was not found.')
  await page.getByRole('button', { name: '2 errors · Next' }).click()
  await page.keyboard.type('FST-0001')
  await page.keyboard.press('Tab')
  await expect(page.getByRole('button', { name: '1 error · Show' })).toBeVisible()
  await page.getByRole('button', { name: '1 error · Show' }).click()
  await expect(cellAt(page, 7, 'qty')).toHaveAttribute('aria-selected', 'true')
  await page.keyboard.type('2')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: /error/ })).toHaveCount(0)
  await expect(page.locator('[data-totals]').first()).toContainText('60,630.00')
})

test('typing is as fast in five hundred lines as in five', async ({ page }) => {
  await withSession(page, 'buyer')
  await page.goto('/procurement/purchase_order/new')
  await page.getByRole('grid', { name: 'Items' }).focus()
  await paste(page, Array.from({ length: 500 }, () => 'FST-0001\t\t\t1\t10').join('\n'))
  await expect(page.getByText('500 lines')).toBeVisible()
  await expect(page.locator('[data-totals]').first()).toContainText('5,000.00')
  // Only what is on the screen is drawn.
  expect(await page.locator('[role=row][data-row]').count()).toBeLessThan(60)
  await page.keyboard.press('Control+End')
  await page.keyboard.press('Home')
  for (let step = 0; step < 3; step++) await page.keyboard.press('ArrowRight')
  await expect(cellAt(page, 499, 'qty')).toHaveAttribute('aria-selected', 'true')
  // Typing draws the line that is typed into, and no other.
  await page.keyboard.type('1')
  await page.evaluate(() => {
    const drawn = new Set<string | undefined>()
    Object.assign(window, { drawn })
    new MutationObserver((changes) => {
      for (const { target } of changes)
        drawn.add((target.nodeType === 1 ? (target as Element) : target.parentElement)?.closest<HTMLElement>('[data-row]')?.dataset['row'])
    }).observe(document.querySelector('[role=grid] [role=rowgroup]')!, {
      subtree: true,
      childList: true,
      attributes: true,
      characterData: true,
    })
  })
  await page.keyboard.type('23')
  await expect(cellAt(page, 499, 'amount')).toHaveText('1,230.00')
  expect(await page.evaluate(() => [...(window as unknown as { drawn: Set<string> }).drawn])).toEqual(['499'])
  await page.keyboard.press('Tab')
  await expect(page.locator('[data-totals]').first()).toContainText('6,220.00')
})
