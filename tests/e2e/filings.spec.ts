import { expect, type Page } from '@playwright/test'
import { call, expectAccessible, expectNoOverflow, idOf, recordShown, test, withSession } from './support.ts'

/** A work day two to six weeks ahead for which the employee has not filed. */
async function freeDay(page: Page): Promise<string> {
  // The employee sees only themselves.
  const [self] = await call<{ id: number }[]>(page, 'get', 'employee/dropdown')
  const [type] = await call<{ id: number }[]>(page, 'get', 'leave_type/dropdown?search=Leave without Pay')
  for (let ahead = 14; ahead < 45; ahead++) {
    const date = new Date(Date.now() + ahead * 86_400_000).toISOString().slice(0, 10)
    const leave = { employee_id: self!.id, leave_type_id: type!.id, date_from: date, date_to: date }
    const notes = await call<{ tone: string }[]>(page, 'post', 'leave_filing/advice', leave)
    if (notes.every(({ tone }) => tone === 'info')) return date
  }
  throw new Error('Every day has a filing.')
}
const typed = (date: string) => date.replaceAll('-', '/')

test('an employee files leave on a phone, sees a conflict, and the approver decides in the inbox', async ({ browser, baseURL }) => {
  const open = async (username: string, width: number) => {
    const context = await browser.newContext({ baseURL: baseURL!, viewport: { width, height: 850 } })
    const page = await context.newPage()
    await withSession(page, username)
    return page
  }
  const phone = await open('employee', 390)
  const date = await freeDay(phone)
  await phone.goto('/employee_portal/leave_filing/new')
  await phone.getByLabel('Leave type').click()
  await phone.getByRole('option', { name: /Leave without Pay/ }).click()
  await phone.getByLabel(/^From\b/).fill(typed(date))
  await phone.getByLabel(/^To\b/).fill(typed(date))
  const reason = `Family matter ${date}`
  await phone.getByLabel('Reason').fill(reason)
  await expectNoOverflow(phone)
  await expectAccessible(phone)
  await phone.getByRole('button', { name: /submit/i }).click()
  await recordShown(phone)
  await expect(phone.locator('header').getByText('Pending', { exact: true })).toBeVisible()
  const id = Number(phone.url().split('/').at(-1))
  const { transaction_no } = await call<{ transaction_no: string }>(phone, 'get', `leave_filing/${id}`)

  // The same day again: the form says so before it is submitted.
  await phone.goto('/employee_portal/leave_filing/new')
  await phone.getByLabel(/^From\b/).fill(typed(date))
  await phone.getByLabel(/^To\b/).fill(typed(date))
  await phone.getByLabel('Reason').fill('Twice')
  await expect(phone.getByText(`Leave Filing ${transaction_no} covers ${typed(date)} already.`)).toBeVisible()

  // The approver's own page says that a filing is pending, and links to it.
  const desk = await open('approver', 1366)
  await desk.goto('/employee_portal')
  await desk.getByRole('link', { name: 'Decide', exact: true }).click()
  await expect(desk.getByRole('heading', { level: 1, name: 'Supervisor Portal' })).toBeVisible()
  const row = desk.getByRole('row').filter({ hasText: transaction_no })
  await expect(row).toContainText(reason)
  await expectAccessible(desk)
  await row.getByRole('checkbox').check()
  await desk.getByRole('toolbar').getByRole('button', { name: 'Approve', exact: true }).click()
  await desk.getByRole('dialog').getByRole('button', { name: 'Approve' }).click()
  await expect(row).toHaveCount(0)
  await phone.goto(`/employee_portal/leave_filing/view/${id}`)
  await expect(phone.locator('header').getByText('Approved', { exact: true })).toBeVisible()
  await expect(phone.getByText('Aurora Villanueva').first()).toBeVisible()
})

test('several overtime filings are disapproved together, with a reason and a result for each', async ({ page, browser, baseURL }) => {
  await withSession(page, 'employee')
  const filed: string[] = []
  for (const back of [3, 4]) {
    const date = new Date(Date.now() - back * 86_400_000).toISOString().slice(0, 10)
    const values = {
      date,
      start_at: `${date}T22:00:00+08:00`,
      end_at: `${date}T23:00:00+08:00`,
      reason: 'Closing the books',
      overtime_type: 'post_shift',
    }
    const made = await call<{ id: number; transaction_no: string }>(page, 'post', 'overtime_filing', values)
    await call(page, 'post', `overtime_filing/${made.id}/post`, {})
    filed.push(made.transaction_no)
  }
  const desk = await (await browser.newContext({ baseURL: baseURL!, viewport: { width: 1366, height: 850 } })).newPage()
  await withSession(desk, 'approver')
  await desk.goto('/employee_portal/supervisor_portal?limit=100')
  for (const number of filed) await desk.getByRole('row').filter({ hasText: number }).getByRole('checkbox').check()
  await desk.getByRole('toolbar').getByRole('button', { name: 'Disapprove', exact: true }).click()
  await desk.getByRole('dialog').getByRole('textbox').fill('Nobody asked for it.')
  await desk.getByRole('dialog').getByRole('button', { name: 'Disapprove' }).click()
  for (const number of filed) await expect(desk.getByRole('row').filter({ hasText: number })).toHaveCount(0)
  expect(await idOf(page, 'overtime_filing', filed[0]!)).toBeGreaterThan(0)
})
