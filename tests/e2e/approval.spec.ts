import { expect, type Page } from '@playwright/test'
import { recordShown, test, withSession } from './support.ts'

// The smaller company, so that the other journeys go on posting without being approved.
const COMPANY = 'Isla Logistics Inc.'
const KEY = 'purchase_request.requires_approval'

const badge = (page: Page, text: string) => page.locator('header').getByText(text, { exact: true })

/** The administrator demands approval, on the page of settings. */
async function demandApproval(page: Page): Promise<void> {
  await page.goto('/command/settings')
  await page.getByLabel('Search settings').fill(KEY)
  const demanded = page.getByRole('switch', { name: /Purchase Requests: requires approval/ })
  if (await demanded.isChecked()) return
  // The switch itself is drawn beside the input.
  await demanded.check({ force: true })
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText('The settings were saved.')).toBeVisible()
}

test('a request is returned, corrected, approved by another user, and posted', async ({ page: buyer, browser, baseURL }) => {
  const as = async (username: string) => {
    const page = await (await browser.newContext({ baseURL: baseURL!, viewport: { width: 1366, height: 850 } })).newPage()
    await withSession(page, username, COMPANY)
    return page
  }
  const admin = await as('admin')
  await demandApproval(admin)

  await withSession(buyer, 'buyer', COMPANY)
  await buyer.goto('/procurement/purchase_request/new')
  await buyer.getByLabel('Date needed').fill('2030/01/15')
  await buyer.getByRole('button', { name: 'Add line' }).click()
  await buyer.keyboard.type('ADH-0001')
  await buyer.getByRole('option', { name: /^ADH-0001 ·/ }).click()
  await buyer.locator('[role=gridcell][id$="-qty"]').click()
  await buyer.keyboard.type('4')
  await buyer.getByRole('button', { name: 'Save', exact: true }).click()
  await recordShown(buyer)
  const url = buyer.url()

  // No one posts before approval, and users cannot approve their own.
  await buyer.getByRole('button', { name: 'More actions' }).click()
  const post = buyer.getByRole('menuitem', { name: /^Post/ })
  await expect(post).toBeDisabled()
  await expect(post).toContainText(/approv/i)
  await expect(buyer.getByRole('menuitem', { name: /^Approve/ })).toBeDisabled()
  await buyer.keyboard.press('Escape')

  const approver = await as('approver')
  await approver.goto(url)
  await approver.getByRole('button', { name: 'More actions' }).click()
  await approver.getByRole('menuitem', { name: 'Disapprove' }).click()
  await approver.getByRole('dialog').getByRole('textbox').fill('Five are needed, not four.')
  await approver.getByRole('dialog').getByRole('button', { name: 'Disapprove' }).click()
  await expect(badge(approver, 'Disapproved')).toBeVisible()

  await buyer.reload()
  await expect(badge(buyer, 'Disapproved')).toBeVisible()
  await expect(buyer.getByText('“Five are needed, not four.”')).toBeVisible()
  await buyer.getByRole('button', { name: 'Edit' }).click()
  await buyer.locator('[role=gridcell][id$="-qty"]').click()
  await buyer.keyboard.type('5')
  await buyer.getByRole('button', { name: 'Save', exact: true }).click()
  await recordShown(buyer)
  await expect(badge(buyer, 'Draft')).toBeVisible()

  await approver.reload()
  await approver.getByRole('button', { name: 'Approve', exact: true }).click()
  const confirm = approver.getByRole('dialog').getByRole('button', { name: /^(Approve|Proceed|Confirm)$/ })
  await confirm.or(badge(approver, 'Approved')).first().waitFor()
  if (await confirm.isVisible()) await confirm.click()
  await expect(badge(approver, 'Approved')).toBeVisible()

  await buyer.reload()
  await buyer.getByRole('button', { name: 'Post', exact: true }).click()
  await buyer.getByRole('dialog').getByRole('button', { name: 'Post' }).click()
  await expect(badge(buyer, 'Open')).toBeVisible()
})
