import { expect } from '@playwright/test'
import { changeSession, newPerson, signOut, tokenOf, validate } from './session-support.ts'
import { expectAccessible, expectNoOverflow, forgetSession, PASSWORD, signInByForm as signIn, test } from './support.ts'

const DAY = 86_400

// S104 S106 S172 S173 S177 S178 S179 S180 S181 S183 S199 S202
test('a session from sign-in to sign-out', async ({ page, request }) => {
  await page.goto('/')
  await expect(page).toHaveURL(/\/login$/)
  await page.getByLabel('Company').selectOption({ label: 'Mabuhay Trading Corporation' })
  await page.getByRole('button', { name: 'Login' }).click()
  await expect(page.getByText('Field is required')).toHaveCount(2)

  let login: Record<string, string> = {}
  await page.route('**/api/v1/login', (route) => {
    login = route.request().postDataJSON() as Record<string, string>
    return route.continue()
  })
  const features = page.waitForRequest('**/api/v1/features/enabled')
  await page.getByLabel('Username').fill('sales')
  await page.getByLabel(/^Password/).fill(PASSWORD)
  await page.getByRole('button', { name: 'Login' }).click()
  await expect(page.getByRole('heading', { name: /hello/i })).toBeVisible()
  expect(login).toMatchObject({ username: 'sales', password: PASSWORD, company_code: 'DEMO', device_name: expect.any(String) })
  expect(login['device_id']).toMatch(/^[0-9a-f]{32}$/)
  await features

  const cookie = (await page.context().cookies()).find(({ name }) => name === 'token')!
  expect(cookie.expires - Date.now() / 1000).toBeGreaterThan(DAY - 120)
  expect(cookie.expires - Date.now() / 1000).toBeLessThanOrEqual(DAY + 5)
  expect(cookie.sameSite).toBe('Strict')
  expect(await page.evaluate(() => localStorage.getItem('COMPANY_CODE'))).toBe('DEMO')
  const session = (await (await validate(request, cookie.value)).json()) as Record<string, unknown>
  expect(session).toMatchObject({ valid: true, user: { username: 'sales' }, company: { code: 'DEMO' } })

  await page.evaluate(() => localStorage.setItem('reservationQuery', '1'))
  await signOut(page)
  // The next person at this computer does not land on the page of the one who left.
  expect(new URL(page.url()).search).toBe('')
  expect(await tokenOf(page)).toBeUndefined()
  expect(await page.evaluate(() => localStorage.getItem('reservationQuery'))).toBeNull()
  expect((await validate(request, cookie.value)).status()).toBe(401)
  // The browser keeps its name: it is the same device the next time.
  expect(await page.evaluate(() => localStorage.getItem('DEVICE_ID'))).toBe(login['device_id'])
})

// S184 S188 S182
test('a session unknown to the server is removed and the sign-in page opens', async ({ page, baseURL }) => {
  await page.context().addCookies([{ name: 'token', value: 'nobody-has-this', url: baseURL! }])
  await page.goto('/account/personal')
  await expect(page).toHaveURL(/\/login\?next=%2Faccount%2Fpersonal/)
  expect(await tokenOf(page)).toBeUndefined()

  await signIn(page, 'sales')
  await page.route('**/api/v1/validate', (route) => route.fulfill({ status: 500, json: { success: false, message: 'No.' } }))
  await page.reload()
  await expect(page).toHaveURL(/\/login/)
})

// S104
test('the app store links and the QR code of the mobile app', async ({ page }) => {
  await page.goto('/login')
  await expect(page.getByRole('link', { name: 'App Store' })).toHaveAttribute('href', /^https:/)
  await expect(page.getByRole('link', { name: 'Google Play' })).toHaveAttribute('href', /^https:/)
  await page.getByRole('button', { name: 'Set up with QR code' }).click()
  const dialog = page.getByRole('dialog', { name: 'Set up the mobile app' })
  const picture = dialog.getByRole('img', { name: 'QR code for the mobile app' })
  await expect(picture).toBeVisible()
  expect(await picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0)
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
})

// S193 S194 S195 S196
test('three minutes without activity end the session', async ({ page, request }) => {
  await page.clock.install()
  await signIn(page, 'sales')
  const token = (await tokenOf(page))!
  // What watches over the session comes after the page.
  const watch = page.waitForResponse(/\/assets\/live-/)
  await page.goto('/revenue/sales_order')
  await watch
  await expect(page.getByRole('row').nth(1)).toBeVisible()
  await page.clock.runFor(5000)
  await page.keyboard.press('Shift')
  await page.clock.runFor(170_000)
  const dialog = page.getByRole('dialog', { name: 'Session Timeout' })
  await expect(dialog).toBeHidden()
  // Another key: the time begins again.
  await page.keyboard.press('Shift')
  await page.clock.runFor(179_000)
  await expect(dialog).toBeHidden()
  await page.clock.runFor(2000)
  await expect(dialog).toBeVisible()
  await expect(dialog.getByText('Your session has timed out due to inactivity.')).toBeVisible()
  await page.keyboard.press('Escape')
  await page.mouse.click(5, 5)
  await page.clock.runFor(1000)
  await expect(dialog).toBeVisible()
  await dialog.getByRole('button', { name: 'OK' }).click()
  await expect(page).toHaveURL(/\/login/)
  expect(await tokenOf(page)).toBeUndefined()
  expect((await validate(request, token)).status()).toBe(401)
})

// S197 S198
test('developers and users who record their time are not timed out', async ({ page }) => {
  await page.clock.install()
  await signIn(page, 'developer')
  await page.clock.runFor(200_000)
  await expect(page.getByRole('dialog')).toBeHidden()
  await forgetSession(page)

  await signIn(page, 'sales')
  await page.goto('/employee_portal/daily_time_record')
  await page.clock.runFor(200_000)
  await expect(page.getByRole('dialog')).toBeHidden()
})

// S200 S201 S232 S233
test('an initial password must be changed first', async ({ page }) => {
  const person = await newPerson(page)
  let changed = false
  await changeSession(page, () => ({ must_change_password: !changed }))
  await signIn(page, person.username)
  const dialog = page.getByRole('dialog', { name: 'Change password' })
  await expect(dialog).toBeVisible()
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await expect(dialog).toBeVisible()
  await expect(dialog.getByRole('button', { name: 'Close' })).toHaveCount(0)
  await dialog.getByLabel('New Password').fill('lowercase1')
  await expect(dialog.getByText('Password must contain at least (1) uppercase letter')).toBeVisible()
  await dialog.getByLabel('New Password').fill('Mabuhay#2027')
  await dialog.getByLabel('Confirm Password').fill('Mabuhay#2027')
  const sent = page.waitForRequest('**/user/password/change')
  changed = true
  await dialog.getByRole('button', { name: 'Save' }).click()
  expect((await sent).method()).toBe('PATCH')
  expect((await sent).postDataJSON()).toEqual({ password: 'Mabuhay#2027', password_confirmation: 'Mabuhay#2027' })
  await expect(page.getByText('Password changed successfully')).toBeVisible()
  await expect(dialog).toBeHidden()
})

// S228 S229 S230 S231 S233 S234
test('Update Password from the profile menu', async ({ page }) => {
  const person = await newPerson(page)
  await signIn(page, person.username)
  await page.getByRole('button', { name: 'Profile menu' }).click()
  await page.getByRole('menuitem', { name: 'Update Password' }).click()
  const dialog = page.getByRole('dialog', { name: 'Update Password' })
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog.getByText('Field is required')).toHaveCount(2)
  await dialog.getByLabel('New Password').fill('short')
  await dialog.getByLabel('Confirm Password').fill('other')
  await expect(dialog.getByText('At least use 8 characters')).toBeVisible()
  await expect(dialog.getByText('Password does not match!.')).toBeVisible()
  await dialog.getByLabel('New Password').fill('a longer one')
  await dialog.getByLabel('Confirm Password').fill('a longer one')

  const refuse = (status: number, body: object) =>
    page.route('**/user/update-password', (route) => route.fulfill({ status, json: { success: false, ...body } }), { times: 1 })
  await refuse(422, { message: 'This password was used before.' })
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('This password was used before.')).toBeVisible()
  await refuse(422, {})
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('An unknown error occured')).toBeVisible()

  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Password changed successfully')).toBeVisible()
  await expect(dialog).toBeHidden()
  await signOut(page)
  await page.getByLabel('Username').fill(person.username)
  await page.getByLabel(/^Password/).fill('a longer one')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: /hello/i })).toBeVisible()
})

test('switching the branch in the profile menu', async ({ page }) => {
  const person = await newPerson(page)
  await signIn(page, person.username)
  await page.getByRole('button', { name: 'Profile menu' }).click()
  await expect(page.getByRole('menuitem', { name: 'Cebu' })).toBeVisible()
  await expectAccessible(page)
  await Promise.all([page.waitForEvent('load'), page.getByRole('menuitem', { name: 'Cebu' }).click()])
  await page.getByRole('button', { name: 'Profile menu' }).click()
  await expect(page.getByRole('menu').getByText('Mabuhay Trading Corporation · Cebu')).toBeVisible()
})

// S203 S204
test('an instance without a company is set up first', async ({ page }) => {
  let ready = false
  const instance = () => ({ has_instance: true, has_company: ready, needs_setup: !ready })
  await page.route('**/instance/has_instance', (route) => route.fulfill({ json: { success: true, ...instance(), data: instance() } }))
  await page.route('**/instance/validate_key', (route) => route.fulfill({ json: { success: true, data: { valid: true } } }))
  await page.route('**/instance/setup', (route) => {
    ready = true
    return route.fulfill({ json: { success: true, data: { company: { code: 'ACME', name: 'Acme Trading' } } } })
  })
  await page.goto('/login')
  await expect(page.getByRole('heading', { name: 'Set up this instance' })).toBeVisible()
  await page.getByLabel('License key').fill('ABCDE-12345')
  await page.getByRole('button', { name: 'Next' }).click()
  await expect(page.getByText('Please enter license key')).toBeVisible()
  await expectAccessible(page)
  await page.getByLabel('License key').fill('ABCDE-12345-ABCDE-12345-ABCDE')
  await page.getByRole('button', { name: 'Next' }).click()
  await page.getByLabel('Company code').fill('ACME')
  await page.getByLabel('Company name').fill('Acme Trading')
  await page.getByRole('button', { name: 'Next' }).click()
  for (const [label, value] of [
    ['First name', 'Ana'],
    ['Last name', 'Cruz'],
    ['Username', 'ana'],
    ['Email', 'ana@acme.example'],
    ['New Password', 'Acme#2026'],
    ['Confirm Password', 'Acme#2026'],
  ] as const)
    await page.getByLabel(label).fill(value)
  await page.setViewportSize({ width: 390, height: 844 })
  await expectNoOverflow(page)
  const sent = page.waitForRequest('**/instance/setup')
  await page.getByRole('button', { name: 'Create the company' }).click()
  expect((await sent).postDataJSON()).toEqual({
    license_key: 'ABCDE-12345-ABCDE-12345-ABCDE',
    company: { code: 'ACME', name: 'Acme Trading' },
    user: {
      first_name: 'Ana',
      last_name: 'Cruz',
      username: 'ana',
      email: 'ana@acme.example',
      password: 'Acme#2026',
      password_confirmation: 'Acme#2026',
    },
  })
  await expect(page.getByRole('button', { name: 'Login' })).toBeVisible()
})
