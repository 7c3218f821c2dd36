import { expect } from '@playwright/test'
import { draftOrder, expectAccessible, test, visit, withSession } from './support.ts'

test('a record is tagged, shows its tags in the list, and is found by them', async ({ page, browser, baseURL }) => {
  await withSession(page, 'admin')
  const id = await draftOrder(page)
  await page.goto(`/procurement/purchase_order/view/${id}`)
  const number = (await page.getByRole('heading', { level: 1 }).textContent())!
  const tags = page.getByRole('group', { name: 'Tags' })
  const word = `Rush ${id}`
  await tags.getByRole('button').click()
  await page.getByLabel('Search tags').fill(word)
  await page.getByRole('button', { name: `Create “${word}”` }).click()
  await expect(tags.getByTitle(word)).toBeVisible()
  await page.keyboard.press('Escape')
  await expectAccessible(page)
  await page.reload()
  await expect(tags.getByTitle(word)).toBeVisible()

  await visit(page, '/procurement/purchase_order')
  await page.getByRole('group', { name: 'Filters' }).getByRole('button', { name: 'Tags' }).click()
  await page.getByRole('checkbox', { name: word }).click()
  await page.getByRole('button', { name: 'Apply' }).click()
  await expect(page).toHaveURL(/filter%5Btags%5D=\d+/)
  const rows = page.getByRole('row').filter({ hasText: word })
  await expect(rows).toHaveCount(1)
  await expect(rows).toContainText(number)
  await expectAccessible(page)

  // Who may only look sees the tag and finds by it, and has nothing to change it with.
  const other = await (await browser.newContext({ baseURL: baseURL! })).newPage()
  await withSession(other, 'auditor')
  await other.goto(page.url())
  await expect(other.getByRole('row').filter({ hasText: number })).toContainText(word)
  await other.goto(`/procurement/purchase_order/view/${id}`)
  await expect(other.getByRole('group', { name: 'Tags' }).getByTitle(word)).toBeVisible()
  await expect(other.getByRole('group', { name: 'Tags' }).getByRole('button')).toHaveCount(0)
})
