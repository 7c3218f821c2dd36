import { AxeBuilder } from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'

export const PASSWORD = 'Demo#2026'

/** Signs in through the page, as a person would. */
export async function signIn(page: Page, username: string, company = 'Mabuhay Trading Corporation'): Promise<void> {
  await page.goto('/login')
  await page
    .getByLabel(/company/i)
    .first()
    .selectOption({ label: company })
  await page.getByLabel(/username/i).fill(username)
  await page.locator('input[type=password]').fill(PASSWORD)
  await page.getByRole('button', { name: /sign in|log ?in/i }).click()
  await expect(page.getByRole('heading', { name: /hello/i })).toBeVisible()
}

/** Picks from a reference field: types, and takes the first that fits. */
export async function pick(page: Page, label: string, text: string): Promise<void> {
  const field = page.getByLabel(label, { exact: false }).first()
  await field.click()
  await field.fill(text)
  // Codes begin the label; the last entry offers to create what was typed.
  await page
    .getByRole('option', { name: new RegExp(`^${text} ·`) })
    .first()
    .click()
}

/** Nothing that axe finds by the rules of WCAG 2.2 AA. */
export async function expectAccessible(page: Page): Promise<void> {
  const { violations } = await new AxeBuilder({ page }).withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']).analyze()
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.target.join(' ')).join(', ')}`)).toEqual([])
}
