import { expect } from '@playwright/test'
import { expectAccessible, expectNoOverflow, signIn, test, withSession } from './support.ts'

/** Days by the company's calendar, wherever the browser is. */
const MANILA = new Intl.DateTimeFormat('en-CA', { timeZone: 'Asia/Manila' })
const day = (ahead: number): string => MANILA.format(Date.now() + ahead * 86_400_000).replaceAll('-', '/')

// S106 S154 S155 S158 S159 S160 S161 S162 S163 S164 S165 S166 S167 S168 S171
test('tasks are created, dated, completed and found again', async ({ page }) => {
  await signIn(page, 'buyer')
  await expect(page.getByRole('region', { name: 'Applications' }).getByRole('link', { name: /Procurement/ })).toBeVisible()
  await expect(page.getByRole('region', { name: 'Recently online' }).getByText(/active user/)).toBeVisible()
  const card = page.getByRole('region', { name: 'My Tasks' })
  expect((await card.boundingBox())!.height).toBe(395)

  const mark = String(Date.now())
  const add = async (title: string, due?: string) => {
    await card.getByRole('button', { name: 'New task' }).first().click()
    const dialog = page.getByRole('dialog', { name: 'New task' })
    await dialog.getByLabel(/Title/).fill(`${title} ${mark}`)
    await dialog.getByLabel(/Description/).fill('Before noon')
    if (due) await dialog.getByLabel(/Due date/).fill(due)
    await dialog.getByRole('button', { name: 'Create' }).click()
    const toast = page.getByRole('alert').filter({ hasText: 'Todo task created successfully.' })
    await expect(toast.first()).toContainText('Success!')
    await expect(card.getByText(`${title} ${mark}`)).toBeVisible()
  }
  const row = (title: string) => card.getByRole('listitem').filter({ hasText: `${title} ${mark}` })
  await add('Call the port', day(0))
  await add('Count the pallets', day(1))
  await add('Renew the permit', day(9))
  await add('Someday')
  await expect(row('Call the port')).toContainText('Due today')
  await expect(row('Count the pallets')).toContainText('Due tomorrow')
  await expect(row('Renew the permit')).toContainText('Due in 9 days')
  await expect(row('Someday')).toContainText('No Due Date')

  await expect(row('Call the port')).toContainText('In progress')
  await row('Call the port').getByRole('checkbox').check()
  await expect(row('Call the port')).toContainText('Done')
  await expect(row('Call the port')).not.toContainText('Due today')
  await page.reload()
  await expect(row('Call the port').getByRole('checkbox')).toBeChecked()
  const titles = await card.getByRole('listitem').allTextContents()
  expect(titles.findIndex((text) => text.includes(`Call the port ${mark}`))).toBeGreaterThan(
    titles.findIndex((text) => text.includes(`Someday ${mark}`)),
  )

  for (const title of ['Call the port', 'Count the pallets', 'Renew the permit', 'Someday']) {
    await row(title)
      .getByRole('button', { name: /Actions of/ })
      .click()
    await page.getByRole('menuitem', { name: 'Delete' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
    await expect(row(title)).toHaveCount(0)
  }
})

// S156 S169 S170
test('the mood of the day is saved, and can be changed', async ({ page }) => {
  await signIn(page, 'buyer')
  const moods = page.getByRole('group', { name: 'How are you feeling today?' })
  await expect(moods.getByRole('button')).toHaveCount(6)
  for (const mood of ['Feeling cold', 'Grinning']) {
    const answered = page.waitForResponse((answer) => answer.url().endsWith('/feeling_today') && answer.ok())
    await moods.getByRole('button', { name: mood }).click()
    await answered
    await page.reload()
    await expect(moods.getByRole('button', { name: mood })).toHaveAttribute('aria-pressed', 'true')
  }
})

// S157
test('a ticket is submitted from the help card', async ({ page }) => {
  await signIn(page, 'buyer')
  await page.getByRole('button', { name: 'Submit a support ticket' }).click()
  const dialog = page.getByRole('dialog', { name: 'Submit a support ticket' })
  await dialog.getByRole('button', { name: 'Submit' }).click()
  await expect(dialog.getByText('Field is required')).toHaveCount(2)
  await dialog.getByLabel(/Subject/).fill('The printer prints nothing')
  await dialog.getByLabel(/What happened/).fill('It says ready, and nothing comes.')
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Submit' }).click()
  await expect(page.getByText(/Your ticket \S+ was submitted/)).toBeVisible()
})

// S152 S247 S248
test('a module is bookmarked and the bookmark removed', async ({ page }) => {
  await withSession(page, 'buyer')
  await page.goto('/procurement/supplier')
  const star = page.getByRole('button', { name: 'Save as bookmark' })
  await expect(page.getByRole('navigation', { name: 'Breadcrumbs' }).getByRole('link', { name: 'Home' })).toBeVisible()
  await expect(star).toHaveAttribute('aria-pressed', 'false')
  await star.click()
  await expect(star).toHaveAttribute('aria-pressed', 'true')
  await page.goto('/')
  await page.getByRole('button', { name: 'Bookmarks' }).click()
  await page.getByRole('dialog', { name: 'Bookmarks' }).getByRole('link', { name: 'Suppliers' }).click()
  await expect(page).toHaveURL(/\/procurement\/supplier$/)
  await star.click()
  await expect(star).toHaveAttribute('aria-pressed', 'false')
})

test('home is accessible and fits a phone', async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'dark' })
  await signIn(page, 'admin')
  await expect(page.getByRole('region', { name: 'Recently online' }).getByText(/active user/)).toBeVisible()
  await expectAccessible(page)
  await page.setViewportSize({ width: 360, height: 780 })
  await expectNoOverflow(page)
  await expectAccessible(page)
})
