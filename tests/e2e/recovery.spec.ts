import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, type Page } from '@playwright/test'
import { newPerson, type Person } from './session-support.ts'
import { expectAccessible, expectNoOverflow, PASSWORD, test } from './support.ts'

/** Where the server of the journeys keeps the mails that it does not send. */
const MAILS = join(process.env['E2E_DATA'] ?? 'test-results/e2e-data', 'mail')

/** Codes that were really sent to a user, oldest first. */
const codesTo = ({ email }: Person): string[] =>
  readdirSync(MAILS)
    .filter((name) => name.endsWith('.eml'))
    .sort()
    .map((name) => readFileSync(join(MAILS, name), 'utf8'))
    .filter((mail) => mail.includes(email))
    .flatMap((mail) => /\b(\d{6})\b/.exec(mail.replace(/^[\s\S]*?\r?\n\r?\n/, ''))?.[1] ?? [])

async function codeTo(person: Person, count = 1): Promise<string> {
  await expect.poll(() => codesTo(person).length, 'codes by mail').toBe(count)
  return codesTo(person).at(-1)!
}

async function askCode(page: Page, person: Pick<Person, 'username'>): Promise<void> {
  await page.getByLabel('Company').selectOption({ label: 'Mabuhay Trading Corporation' })
  await page.getByLabel('Username or email').fill(person.username)
  await page.getByRole('button', { name: 'Send code' }).click()
  await expect(page.getByText('Password reset link has been sent to your email')).toBeVisible()
}

const box = (page: Page, index: number) => page.getByLabel(`Character ${index} of 6`)
const paste = (page: Page, text: string) =>
  box(page, 1).evaluate((input, value) => {
    const clipboardData = new DataTransfer()
    clipboardData.setData('text', value)
    input.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
  }, text)

// S105 S205 S206 S207 S208 S209 S211 S212 S213 S214 S215 S219 S220 S221 S222 S223 S224 S225 S226 S227
test('a forgotten password is reset with the code from the mail', async ({ page }) => {
  const person = await newPerson(page)
  await page.goto('/login')
  await page.getByRole('link', { name: 'Forgot password?' }).click()
  await expect(page).toHaveURL(/\/forgot-password$/)
  // The first company is chosen from the start.
  await expect(page.getByLabel('Company').locator('option').first()).toHaveText(/\S/)
  await expect.poll(() => page.getByLabel('Company').evaluate((select: HTMLSelectElement) => select.selectedIndex)).toBe(0)
  await page.getByRole('button', { name: 'Send code' }).click()
  await expect(page.getByText('Field is required')).toBeVisible()
  await expectAccessible(page)
  await askCode(page, person)

  const hidden = '*'.repeat(person.email.indexOf('@') - 2)
  await expect(page.getByText(`jo${hidden}@demo.example`)).toBeVisible()
  await expect(page.getByRole('timer')).toHaveText(/^(5:00|4:5\d)$/)
  await expectAccessible(page)
  const code = await codeTo(person)
  const wrong = code === '000000' ? '111111' : '000000'

  await expect(box(page, 1)).toBeFocused()
  await page.keyboard.type(wrong.slice(0, 3))
  await expect(box(page, 4)).toBeFocused()
  await expect(page.getByRole('button', { name: 'Verify' })).toBeDisabled()
  await page.keyboard.type(wrong.slice(3))
  await page.getByRole('button', { name: 'Verify' }).click()
  await expect(page.getByText('The code is incorrect.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Verify' })).toBeEnabled()
  await paste(page, `your one-time code is ${code}.`)
  for (const [index, character] of [...code].entries()) await expect(box(page, index + 1)).toHaveValue(character)
  await page.getByRole('button', { name: 'Verify' }).click()
  await expect(page.getByText('OTP verified successfully')).toBeVisible()

  const password = page.getByLabel('New Password')
  const save = page.getByRole('button', { name: 'Save' })
  for (const [typed, message] of [
    ['Abc1', 'Password must be at least 8 characters long'],
    ['Abcdefgh', 'Password must be Alphanumeric'],
    ['abcdefg1', 'Password must contain at least (1) uppercase letter'],
    ['', 'Field is required'],
  ] as const) {
    await password.fill(typed)
    await expect(page.getByText(message)).toBeVisible()
    await expect(save).toBeDisabled()
  }
  await password.fill('Bagong#2027')
  await page.getByLabel('Confirm Password').fill('Bagong#2028')
  await expect(page.getByText('Password does not match!')).toBeVisible()
  await expect(save).toBeDisabled()
  await page.getByLabel('Confirm Password').fill('Bagong#2027')
  await expectAccessible(page)
  await save.click()
  await expect(page.getByText('Password reset successfully')).toBeVisible()
  await expect(page).toHaveURL(/\/login$/)

  await page.getByLabel('Company').selectOption({ label: 'Mabuhay Trading Corporation' })
  await page.getByLabel('Username').fill(person.username)
  await page.getByLabel(/^Password/).fill(PASSWORD)
  await page.keyboard.press('Enter')
  await expect(page.getByText('Invalid username or password.')).toBeVisible()
  await page.getByLabel(/^Password/).fill('Bagong#2027')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: /hello/i })).toBeVisible()
})

// S210 S211
test('refusals are shown, and do not reveal whether an account exists', async ({ page }) => {
  await page.goto('/forgot-password')
  await page.route('**/forgot_password_request', (route) => route.fulfill({ status: 500, json: { success: false } }), { times: 1 })
  await page.getByLabel('Username or email').fill('nobody')
  await page.getByRole('button', { name: 'Send code' }).click()
  await expect(page.getByRole('alert')).toHaveText('Sorry something went wrong with our server.')
  await askCode(page, { username: 'nobody-has-this-name' })
  await expect(page.getByText(/no\*+@demo\.example/)).toBeVisible()
  await paste(page, '123456')
  await page.getByRole('button', { name: 'Verify' }).click()
  await expect(page.getByText('The code is incorrect.')).toBeVisible()
  await page.getByRole('link', { name: 'Back to login' }).click()
  await expect(page.getByRole('button', { name: 'Login' })).toBeVisible()
})

// S215 S216 S217 S218
test('a code expires after five minutes, and a new code restarts the time', async ({ page }) => {
  await page.clock.install()
  await page.route('**/forgot_password_request', (route) =>
    route.fulfill({ json: { success: true, data: { email: 'maria@demo.example', user_id: 7 } } }),
  )
  await page.route('**/resend-otp', (route) => route.fulfill({ json: { success: true, data: null } }))
  await page.goto('/forgot-password')
  await page.getByLabel('Username or email').fill('maria')
  await page.getByRole('button', { name: 'Send code' }).click()
  const timer = page.getByRole('timer')
  await expect(timer).toHaveText('5:00')
  await page.clock.runFor(61_000)
  await expect(timer).toHaveText('3:59')
  await page.clock.runFor(240_000)
  await expect(page.getByText('OTP has expired. Please request a new one.')).toBeVisible()
  await page.clock.runFor(1000)
  await expect(timer).toBeHidden()
  await page.getByRole('button', { name: 'Resend OTP' }).click()
  await expect(page.getByText('OTP has been resent')).toBeVisible()
  await expect(timer).toHaveText('5:00')
})

test('recovery fits a phone', async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'dark' })
  await page.setViewportSize({ width: 360, height: 740 })
  await page.route('**/forgot_password_request', (route) =>
    route.fulfill({ json: { success: true, data: { email: 'maria.with.a.long.name@demo.example', user_id: 7 } } }),
  )
  await page.goto('/forgot-password')
  await page.getByLabel('Username or email').fill('maria')
  await expectNoOverflow(page)
  await page.getByRole('button', { name: 'Send code' }).click()
  await expect(box(page, 6)).toBeVisible()
  await expectNoOverflow(page)
  await expectAccessible(page)
})
