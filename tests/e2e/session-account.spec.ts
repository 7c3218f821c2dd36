import { expect, type Page } from '@playwright/test'
import { newPerson, signOut } from './session-support.ts'
import { call, expectAccessible, expectNoOverflow, signInByForm as signIn, test, visit, withSession } from './support.ts'

const SECTIONS = ['home', 'personal', 'privacy', 'security', 'sharing', 'subscription'] as const
const PAGES = [
  ...SECTIONS,
  'personal/edit/basic',
  'personal/edit/contact',
  'security/view/devices',
  'security/view/logins',
  'sharing/view/shared-files',
  'subscription/view/invoices',
]

// S107 S108 S109
test('every part of the account is accessible and fits a phone', async ({ page }) => {
  test.slow()
  await page.emulateMedia({ colorScheme: 'dark' })
  await signIn(page, 'warehouse')
  await page.getByRole('button', { name: 'Profile menu' }).click()
  await page.getByRole('menuitem', { name: 'Account' }).click()
  await expect(page).toHaveURL(/\/account\/home$/)
  await page.setViewportSize({ width: 360, height: 740 })
  for (const path of PAGES) {
    await visit(page, `/account/${path}`)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(page.getByRole('status', { name: 'Loading' })).toHaveCount(0)
    await expect(page.getByRole('alert')).toHaveCount(0)
    await expectNoOverflow(page)
    await expectAccessible(page)
  }
  await page.goto('/account')
  await expect(page).toHaveURL(/\/account\/home$/)
  for (const path of ['personal/edit/nothing', 'nowhere/edit/basic', 'security/view/nothing']) {
    await page.goto(`/account/${path}`)
    await expect(page.getByRole('heading', { name: 'Not found' })).toBeVisible()
  }
})

const PIXEL = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==', 'base64')

// S110 S235 S236 S237
test('a user edits their profile', async ({ page }) => {
  const person = await newPerson(page)
  await withSession(page, person.username)
  await page.goto('/account/personal')
  await page.getByRole('link', { name: 'Edit Basic information' }).click()
  await expect(page).toHaveURL(/\/account\/personal\/edit\/basic$/)
  await page.getByLabel('First name').fill('')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Field is required')).toBeVisible()
  await page.getByLabel('First name').fill('Josefa')
  await page
    .getByRole('textbox', { name: 'Gender' })
    .or(page.getByRole('combobox', { name: 'Gender' }))
    .first()
    .click()
  await page.getByRole('option', { name: 'Female' }).click()
  await page.getByLabel('Birth date').first().fill('1990/05/02')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Action has been performed successfully.')).toBeVisible()
  await expect(page.getByText('All data has been saved.').last()).toBeVisible()
  await expect(page).toHaveURL(/\/account\/personal$/)
  await expect(page.getByText('1990/05/02')).toBeVisible()

  await page.getByRole('link', { name: 'Edit Contact' }).click()
  await page.getByLabel('Email').fill('not an address')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Invalid email format')).toBeVisible()
  await page.getByLabel('Email').fill(`new.${person.email}`)
  await page.getByLabel('Mobile').fill('0917 123 4567')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page).toHaveURL(/\/account\/personal$/)
  await expect(page.getByText(`new.${person.email}`)).toBeVisible()

  const chooser = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: 'Change picture' }).click()
  await (await chooser).setFiles({ name: 'me.png', mimeType: 'image/png', buffer: PIXEL })
  await expect(page.getByText('Your picture has been changed.')).toBeVisible()
  await expect(page.locator('main img')).toHaveAttribute('src', /^blob:/)

  await visit(page, '/account/privacy')
  await page.getByLabel('Mobile').selectOption('Only me')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('All data has been saved.').last()).toBeVisible()
  await page.reload()
  await expect(page.getByLabel('Mobile')).toHaveValue('only_me')

  const { user } = (await (await page.request.get('/api/v1/validate', { headers: { Authorization: await bearer(page) } })).json()) as {
    user: Record<string, unknown>
  }
  expect(user).toMatchObject({
    first_name: 'Josefa',
    last_name: 'Reyes',
    gender: 'Female',
    mobile: '0917 123 4567',
    birth_at: '1990-05-02',
  })
  expect(user['name']).toBe('Josefa Reyes')
  expect(user['avatar_path']).toBeTruthy()
})

const bearer = async (page: Page): Promise<string> =>
  `Bearer ${(await page.context().cookies()).find(({ name }) => name === 'token')!.value}`

// S238
test('dark mode is used in the user’s other browsers', async ({ page, browser, baseURL }) => {
  const person = await newPerson(page)
  await signIn(page, person.username)
  const saved = page.waitForResponse('**/user/dark_mode')
  await page.getByRole('button', { name: 'Dark mode' }).click()
  expect(await (await saved).json()).toMatchObject({ data: { is_dark: 1 } })
  await expect(page.locator('html[data-mantine-color-scheme=dark]')).toBeAttached()
  const other = await (await browser.newContext({ baseURL: baseURL!, colorScheme: 'light' })).newPage()
  await signIn(other, person.username)
  await expect(other.locator('html[data-mantine-color-scheme=dark]')).toBeAttached()
  await other.context().close()
})

test('a user removes a device, which is signed out', async ({ page, browser, baseURL }) => {
  const person = await newPerson(page)
  await signIn(page, person.username)
  const other = await (await browser.newContext({ baseURL: baseURL! })).newPage()
  await signIn(other, person.username)
  const devices = await call<{ id: number }[]>(page, 'get', 'user_device/paginate')
  expect(devices).toHaveLength(2)
  await visit(page, '/account/security')
  await expect(page.getByText('This device')).toHaveCount(1)
  await page.getByRole('button', { name: /^Delete / }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByText(/has been deleted\./)).toBeVisible()
  await expect(page.getByRole('button', { name: /^Delete / })).toHaveCount(0)
  await other.reload()
  await expect(other).toHaveURL(/\/login/)
  await other.context().close()
  await page.getByRole('link', { name: 'View all: Recent logins' }).click()
  await expect(page.getByRole('cell', { name: 'Success' })).toHaveCount(2)
  await signOut(page)
})

test('a user switches to another company without a password, and returns', async ({ page }) => {
  await signIn(page, 'admin')
  for (const [company, name] of [
    ['Isla Logistics Inc.', 'ISLA'],
    ['Mabuhay Trading Corporation', 'DEMO'],
  ] as const) {
    await page.getByRole('button', { name: 'Profile menu' }).click()
    await page.getByRole('menuitem', { name: `${company} · admin` }).click()
    // The page loads itself anew meanwhile: what is asked of the old one is asked of the new one again.
    await page.waitForFunction((code) => localStorage.getItem('COMPANY_CODE') === code, name)
    await expect(page.getByText(company, { exact: true })).toBeVisible()
  }
})
