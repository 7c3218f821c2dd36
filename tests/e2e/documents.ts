/** The steps of every journey along a chain of documents: sign in beside others, fill a line, save, post, go on. */
import { type Browser, expect, type Page } from '@playwright/test'
import { expectAccessible, recordShown, withSession } from './support.ts'

/** A page of its own on which the user is signed in. */
export async function pageOf(
  browser: Browser,
  baseURL: string | undefined,
  username: string,
  viewport = { width: 1366, height: 850 },
): Promise<Page> {
  const page = await (await browser.newContext({ baseURL: baseURL!, viewport, hasTouch: viewport.width < 600 })).newPage()
  await withSession(page, username)
  return page
}

/** Types over a cell of the line grid. */
export async function cell(page: Page, field: string, text: string, row = 0): Promise<void> {
  await page.locator(`[role=row][data-row="${row}"] [role=gridcell][id$="-${field}"]`).click()
  await page.keyboard.type(text)
  await page.keyboard.press('Tab')
}

/** Saves the new document; answers its number. */
export async function save(page: Page): Promise<string> {
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await recordShown(page)
  const title = page.getByRole('heading', { level: 1 })
  await expect(title).toHaveText(/^[A-Z]+-/)
  return (await title.textContent())!
}

export const badge = (page: Page, text: string) => page.locator('header').getByText(text, { exact: true })

/** Posts the document and waits for its new status. */
export async function post(page: Page, shown: string): Promise<void> {
  await page.getByRole('button', { name: 'Post', exact: true }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await expectAccessible(page, { within: '[role=dialog]' })
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^(Confirm|Yes|Proceed|Post|OK)$/i })
    .click()
  await expect(badge(page, shown)).toBeVisible()
}

/** The next document, by the button of the record that it is made from. */
export async function createFrom(page: Page, step: string, name: string): Promise<void> {
  await page.getByRole('button', { name: step, exact: true }).click()
  await expect(page.getByRole('heading', { level: 1, name: `New ${name}` })).toBeVisible()
}
