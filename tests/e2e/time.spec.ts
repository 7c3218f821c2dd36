import { expect, type Page } from '@playwright/test'
import { call, expectAccessible, idOf, pick, recordShown, test, visit, withSession } from './support.ts'

type Id = { id: number }

/** An employee of this test with a pay group and a cut-off of their own, so that processing here affects no other. */
async function prepare(page: Page, suffix: string): Promise<void> {
  await withSession(page, 'admin')
  const first = async (module: string): Promise<number> => (await call<Id[]>(page, 'get', `${module}/dropdown`))[0]!.id
  const make = async (module: string, values: object): Promise<number> => (await call<Id>(page, 'post', module, values)).id
  const cycle = await make('pay_cycle', { code: suffix, name: suffix, frequency: 'weekly', periods_per_month: 4, periods_per_year: 52 })
  const group = await make('pay_group', { code: suffix, name: suffix, pay_cycle_id: cycle, pay_rate_id: await first('pay_rate') })
  const dates = { date_from: '2026-03-02', date_to: '2026-03-06', payout_date: '2026-03-09', year: 2026, month: 3, period_no: 1 }
  await make('pay_period', { code: suffix, name: `Week ${suffix}`, pay_cycle_id: cycle, ...dates })
  await make('employee', {
    employee_no: suffix,
    first_name: 'Ramon',
    last_name: `Punches ${suffix}`,
    gender: 'Male',
    birth_at: '1991-02-03',
    civil_status_id: await first('civil_status'),
    citizenship_id: await first('citizenship'),
    branch_id: await first('branch'),
    employment_type_id: await first('employment_type'),
    date_hired: '2026-01-05',
    biometric_id: suffix,
    shift_template_id: await idOf(page, 'shift_template', 'OFFICE'),
    pay_group_id: group,
    payment_method_id: await first('payment_method'),
  })
}

const fill = async (page: Page, label: RegExp, text: string): Promise<void> => {
  const field = page.getByRole('dialog').getByLabel(label).first()
  await field.fill(text)
  await field.press('Tab')
}

// S363 S364 S365
// proves: endpoints.*.button, endpoints.*.button.title, endpoints.*.button.input, endpoints.*.button.tone, endpoints.*.button.download
test('the timekeeper imports punches, processes a week, opens the explanation of a day, and locks the time sheet', async ({
  page,
  browser,
}) => {
  const suffix = `T${Date.now().toString(36).toUpperCase()}`
  const admin = await browser.newContext()
  await prepare(await admin.newPage(), suffix)
  await admin.close()

  await withSession(page, 'timekeeper')
  await page.goto('/talent/raw_time_log')
  await page.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name: 'Import', exact: true }).click()
  const sheet = (rows: readonly string[]) => ({
    name: 'punches.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(['biometric_id,date,time,direction', ...rows].join('\r\n')),
  })
  const days = ['2026/03/02', '2026/03/03', '2026/03/04']
  const rows = days.flatMap((day, index) => [
    `${suffix},${day},${index === 1 ? '08:20 AM' : '07:58 AM'},In`,
    `${suffix},${day},05:02 PM,Out`,
  ])
  const dialog = page.getByRole('dialog')
  const file = dialog.locator('input[type=file]')
  await file.setInputFiles(sheet([...rows, `${suffix},2026/02/30,08:00 AM,In`]))
  await expect(dialog.getByRole('row', { name: /8 .*not in the calendar/ })).toBeVisible()
  await file.setInputFiles(sheet(rows))
  await dialog.getByRole('button', { name: 'Import 6' }).click()
  await expect(dialog).toHaveCount(0)

  await visit(page, `/talent/daily_time_record?search=${suffix}`)
  await page.getByRole('button', { name: 'Process', exact: true }).click()
  await fill(page, /^Date from/, '2026/03/02')
  await fill(page, /^Date to/, '2026/03/06')
  await pick(page, 'Pay group', suffix)
  await expectAccessible(page, { within: '[role=dialog]' })
  await page.getByRole('dialog').getByRole('button', { name: 'Process' }).click()
  await expect(page.getByRole('row', { name: new RegExp(suffix) })).toHaveCount(5)
  await expect(page.getByRole('row', { name: /Absent/ })).toHaveCount(2)

  await page.getByRole('row', { name: /Select .*2026.03.03/ }).click()
  await recordShown(page)
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Explain' }).click()
  await expect(page.getByRole('dialog').getByText(/^Late: 15 min/)).toBeVisible()
  await expectAccessible(page, { within: '[role=dialog]' })
  // The key that closes the dialog does not leave the record, too.
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(page).toHaveURL(/\/view\/\d+$/)

  // A new page, without the messages that lie over the menu of actions.
  await page.goto(`/talent/daily_time_record?search=${suffix}`)
  await page.getByRole('row', { name: /Select .*2026.03.06/ }).click()
  await recordShown(page)
  await page.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name: 'Mark present' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Mark present' }).click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(page.getByText('Present').first()).toBeVisible()

  await visit(page, `/talent/time_sheet?search=${suffix}`)
  await page
    .getByRole('row', { name: new RegExp(suffix) })
    .last()
    .click()
  await recordShown(page)
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Lock', exact: true }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Lock', exact: true }).click()
  await expect(page.getByText('Locked', { exact: true }).first()).toBeVisible()

  // What is locked is processed no more, and says so.
  await visit(page, `/talent/daily_time_record?search=${suffix}`)
  await page.getByRole('row', { name: /Select .*2026.03.03/ }).click()
  await recordShown(page)
  await page.getByRole('button', { name: 'More actions' }).click()
  await expect(page.getByRole('menuitem', { name: /Mark absent/ })).toBeDisabled()
  await page.keyboard.press('Escape')

  await visit(page, '/talent/daily_time_record')
  await page.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name: 'Download PDF', exact: true }).click()
  await fill(page, /^Date from/, '2026/03/02')
  await fill(page, /^Date to/, '2026/03/06')
  const download = page.waitForEvent('download')
  await page.getByRole('dialog').getByRole('button', { name: 'Download PDF' }).click()
  expect((await download).suggestedFilename()).toBe('daily-time-records-2026-03-02-2026-03-06.pdf')
})
