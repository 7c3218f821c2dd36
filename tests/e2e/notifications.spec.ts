import { expect } from '@playwright/test'
import { call, draftOrder, expectAccessible, signIn, test, withSession } from './support.ts'

// S122 S123 S239 S240 S241 S243 S244 S245 S246
test('a mentioned user is notified at once, and opens the record', async ({ page, browser }) => {
  const other = await browser.newPage()
  await signIn(other, 'accountant')
  const name = (await other.getByRole('heading', { level: 1 }).textContent())!.replace('Hello, ', '')
  await call(other, 'post', 'notification/read-notification', { notifications: 'all' })
  await other.reload()
  await expect(other.getByRole('button', { name: 'Notifications', exact: true })).toBeVisible()

  await withSession(page, 'buyer')
  const id = await draftOrder(page)
  await page.goto(`/procurement/purchase_order/view/${id}`)
  const number = (await page.getByRole('heading', { level: 1 }).textContent())!.trim()
  const box = page.getByLabel('Write a comment')
  await box.pressSequentially(`Please look, @${name.slice(0, 4)}`)
  await page.getByRole('option', { name }).click()
  await expect(box).toHaveValue(`Please look, @${name} `)
  await page.getByRole('button', { name: 'Send' }).click()
  await expect(page.locator('mark', { hasText: `@${name}` })).toBeVisible()
  await expectAccessible(page)

  // The other browser was not touched meanwhile.
  const bell = other.getByRole('button', { name: 'Notifications, 1 unread' })
  await expect(bell).toBeVisible()
  await bell.click()
  const panel = other.getByRole('dialog', { name: 'Notifications' })
  const row = panel.getByRole('listitem').first()
  await expect(row).toContainText(number)
  await expect(row).toContainText(/just now|minute/)
  await expectAccessible(other)
  await row.getByRole('link').click()
  await expect(other).toHaveURL(new RegExp(`/procurement/purchase_order/${id}$`))
  await expect(other.locator('mark', { hasText: `@${name}` })).toBeVisible()
  await expect(other.getByRole('button', { name: 'Notifications', exact: true })).toBeVisible()

  // An answer, and deleting a comment of one's own.
  await other.getByRole('button', { name: /^Reply to/ }).click()
  await other.getByLabel('Write a reply').fill('It is right.')
  await other.keyboard.press('Control+Enter')
  await expect(other.getByText('It is right.', { exact: true })).toBeVisible()
  await other.getByRole('button', { name: 'Delete your comment' }).click()
  await other.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await expect(other.getByText('It is right.', { exact: true })).toHaveCount(0)

  // More than one page, then all read.
  for (let count = 0; count < 8; count++) {
    const me = await call<{ id: number }[]>(page, 'get', `user/dropdown?search=${encodeURIComponent(name)}`)
    await call(page, 'post', `comments/purchase_order/${id}`, { comment: `@${name} number ${count}`, mentions: [me[0]!.id] })
  }
  await expect(other.getByRole('button', { name: 'Notifications, 8 unread' })).toBeVisible()
  await other.getByRole('button', { name: 'Notifications, 8 unread' }).click()
  await expect(panel.getByRole('listitem').nth(5)).toBeVisible()
  await panel.getByRole('group', { name: 'Notifications' }).evaluate((element) => element.scrollTo(0, element.scrollHeight))
  await expect(panel.getByRole('listitem').nth(8)).toBeAttached()
  await panel.getByRole('link', { name: 'See all notifications' }).click()
  await expect(other).toHaveURL(/\/me\/notification$/)
  await expect(other.getByRole('heading', { level: 1, name: 'Notifications' })).toBeVisible()
  await expectAccessible(other)
  await other.getByRole('button', { name: 'Mark all as read' }).click()
  await expect(other.getByText('0 unread')).toBeVisible()
  await other.locator('label', { hasText: 'Unread' }).click()
  // S242
  await expect(other.getByText('No notification available')).toBeVisible()
  await other.close()
})

// S14 S249 S250 S251 S252
test('the assistant answers in a panel of the page', async ({ page }) => {
  await signIn(page, 'buyer')
  await page.getByRole('button', { name: 'Assistant' }).click()
  const panel = page.getByRole('complementary', { name: 'Assistant' })
  await panel.getByLabel('Write a message').fill('How many purchase orders are open?')
  await page.keyboard.press('Enter')
  await expect(panel.getByText('How many purchase orders are open?').last()).toBeVisible()
  await expect(panel.getByText(/open purchase order/).last()).toBeVisible()
  await expectAccessible(page)
  await panel.getByRole('link').last().click()
  await expect(page).toHaveURL(/\/procurement\/purchase_order/)
  await page.keyboard.press('Tab')
  await panel.getByRole('button', { name: 'Close the assistant' }).click()
  await expect(panel).toHaveCount(0)
})
