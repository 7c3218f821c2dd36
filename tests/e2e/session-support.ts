import { type APIRequestContext, expect, type Page } from '@playwright/test'
import { type CompanyName, call, forgetSession, idOf, PASSWORD, withSession } from './support.ts'

export interface Person {
  readonly username: string
  readonly email: string
  readonly name: string
}

/**
 * A user only for this journey, so that changing their password affects no other. Made by the administrator, without a page
 * of theirs: nobody is signed in afterwards.
 */
export async function newPerson(page: Page, company?: CompanyName): Promise<Person> {
  const unique = `${Date.now().toString(36)}${Math.random().toString(36).slice(2, 6)}`
  const person = { username: `j${unique}`, email: `journey.${unique}@demo.example`, name: 'Juana Reyes' }
  await withSession(page, 'admin', company)
  await call(page, 'post', 'user', {
    username: person.username,
    email: person.email,
    first_name: 'Juana',
    last_name: 'Reyes',
    password: PASSWORD,
    user_role_id: await idOf(page, 'user_role', 'Buyer'),
    branch_id: await idOf(page, 'branch', 'Makati'),
  })
  await page.evaluate(() => localStorage.clear())
  await forgetSession(page)
  return person
}

export async function signOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Profile menu' }).click()
  await page.getByRole('menuitem', { name: 'Logout' }).click()
  await expect(page).toHaveURL(/\/login/)
}

export const tokenOf = async (page: Page): Promise<string | undefined> =>
  (await page.context().cookies()).find(({ name }) => name === 'token')?.value || undefined

/** What the server says of a token by itself. */
export const validate = (request: APIRequestContext, token: string) =>
  request.get('/api/v1/validate', { headers: { Authorization: `Bearer ${token}` } })

/** The session as the server knows it, with some of its answer changed on the way. */
export const changeSession = (page: Page, changes: () => object) =>
  page.route('**/api/v1/validate', async (route) => {
    const response = await route.fetch()
    const body = (await response.json()) as object
    await route.fulfill({ response, json: response.ok() ? { ...body, ...changes() } : body })
  })
