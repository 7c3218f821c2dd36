import { expect, type Page } from '@playwright/test'
import { call, expectAccessible, expectNoOverflow, pick, recordShown, test, withSession } from './support.ts'

const choose = async (page: Page, label: string, option: string): Promise<void> => {
  await page
    .getByRole('combobox', { name: label })
    .or(page.getByLabel(label, { exact: true }))
    .first()
    .click()
  await page.getByRole('option', { name: option, exact: true }).click()
}
const tab = (page: Page, name: string) => page.getByRole('tab', { name, exact: true })
/** A part of the record on its view. */
const part = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Parts of the record' }).getByRole('button', { name, exact: true })

test('HR hires and promotes an employee, tab by tab; payroll sets the pay that HR cannot see', async ({ page, browser }) => {
  const suffix = `H${Date.now().toString(36).toUpperCase()}`
  await withSession(page, 'hr')
  await page.goto('/talent/employee/new')
  await page.getByLabel(/^First name/).fill('Rosario')
  await page.getByLabel(/^Last name/).fill(`Journey ${suffix}`)
  await choose(page, 'Gender', 'Female')
  await page.getByLabel(/^Birth date/).fill('1996/04/12')
  await pick(page, 'Civil status', 'S')
  await pick(page, 'Citizenship', 'FIL')
  await expect(tab(page, 'Compensation')).toHaveCount(0)
  await tab(page, 'Employment').click()
  await page.getByLabel(/^Employee no/).fill(suffix)
  await pick(page, 'Department', 'STORE')
  await pick(page, 'Position', 'STRA')
  await pick(page, 'Employment type', 'FT')
  await page.getByLabel(/^Date hired/).fill('2026/01/05')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await recordShown(page)
  const id = /(\d+)$/.exec(page.url())![1]!
  await expectAccessible(page)

  // Each tab is saved by its own call; what is typed on another stays.
  await page.goto(`/talent/employee/edit/${id}`)
  await page.getByLabel('Nickname').fill('Charo')
  await tab(page, 'Employment').click()
  await pick(page, 'Position', 'CASH')
  const saved = page.waitForRequest((request) => request.method() === 'PATCH')
  await page.getByRole('button', { name: 'Save Employment' }).click()
  expect(new URL((await saved).url()).pathname).toBe(`/api/v1/employee/${id}/employment-details`)
  await expect(page.getByText('is saved').or(page.getByText(/saved/i)).first()).toBeVisible()
  await tab(page, 'Personal').click()
  await expect(page.getByLabel('Nickname')).toHaveValue('Charo')
  await page.getByRole('button', { name: 'Save Personal' }).click()
  await expect(page.getByText('Unsaved changes')).toHaveCount(0)

  await page.goto(`/talent/employee/view/${id}`)
  await expect(page.getByText('Charo')).toBeVisible()
  await part(page, 'Movements').click()
  await expect(page.getByRole('cell', { name: 'Promotion', exact: true })).toBeVisible()
  await expect(page.getByRole('button', { name: /^New/ })).toHaveText('New Personnel Movement')
  await part(page, 'IDs').click()
  await page.getByRole('button', { name: 'New Employee ID' }).click()
  const dialog = page.getByRole('dialog')
  await dialog
    .getByRole('combobox', { name: /^Kind of ID/ })
    .or(dialog.getByLabel(/^Kind of ID/))
    .first()
    .click()
  await page.getByRole('option', { name: 'SSS', exact: true }).click()
  await dialog.getByLabel(/^ID number/).fill('3400000012')
  await dialog.getByRole('button', { name: 'Save', exact: true }).click()
  // A list shows the end of a government number only.
  await expect(page.getByRole('cell', { name: '••••01-2', exact: true })).toBeVisible()

  const payroll = await browser.newPage()
  await withSession(payroll, 'payroll')
  await payroll.goto(`/talent/employee/edit/${id}`)
  await tab(payroll, 'Compensation').click()
  await payroll.getByLabel(/^Basic rate/).fill('26100')
  await payroll.getByRole('button', { name: 'Save Compensation' }).click()
  await expect(payroll.getByText('Unsaved changes')).toHaveCount(0)
  await payroll.goto(`/talent/employee/view/${id}`)
  await part(payroll, 'Compensation').click()
  // 26,100 × 12 ÷ 261 days.
  await expect(payroll.getByText('1,200.00').first()).toBeVisible()
  await payroll.close()

  await page.goto(`/talent/employee/view/${id}`)
  await expect(page.getByText('Charo')).toBeVisible()
  await expect(page.locator('main')).not.toContainText(/26,?100/)
  await part(page, 'Movements').click()
  await expect(page.getByRole('cell', { name: 'Salary Change', exact: true })).toBeVisible()
  await expect(page.locator('main')).not.toContainText(/26,?100/)
})

interface Entry {
  name: string
  title: string
  actions: string[]
}

// S130 S131 S132
test('S113: employees read their own records on a phone, by the short addresses of the portal', async ({ browser }) => {
  const page = await browser.newPage({ viewport: { width: 390, height: 844 } })
  await withSession(page, 'employee')
  // The menu of the portal, and what may be done from it.
  const { applications } = await call<{ applications: { name: string; groups: { title: string; modules: Entry[] }[] }[] }>(
    page,
    'get',
    'meta/navigation',
  )
  const menu = applications.find(({ name }) => name === 'employee_portal')!.groups
  const words = (title: string) =>
    Object.fromEntries(menu.find((candidate) => candidate.title === title)!.modules.map((module) => [module.name, module.actions]))
  expect(menu[0]!.modules.map(({ title }) => title)).toEqual(['Dashboard', 'Employee Profile'])
  const filed = ['index', 'view', 'new', 'edit']
  expect(words('Filings and Approvals')).toEqual({
    timelog_filing: filed,
    leave_filing: filed,
    official_business_filing: filed,
    overtime_filing: filed,
  })
  expect(words('Reports')).toEqual({ loan_ledger: ['index', 'view'], daily_time_record: ['index'], payslip: ['index', 'view'] })
  await page.goto('/employee_portal/dashboard')
  await expect(page).toHaveURL(/\/employee_portal\/employee_portal_dashboard$/)
  await page.goto('/employee_portal/profile')
  await expect(page.getByRole('heading', { level: 1, name: /Mendoza, Emilio/ })).toBeVisible()
  const parts = page.getByRole('combobox', { name: 'Parts of the record' })
  await parts.selectOption('Employment')
  await expect(page.getByText('Store Operations').first()).toBeVisible()
  await expect(parts.getByRole('option', { name: 'Compensation' })).toHaveCount(0)
  await expectNoOverflow(page)
  await expectAccessible(page)
  await parts.selectOption('IDs')
  await expect(page.getByRole('cell', { name: 'SSS', exact: true })).toBeVisible()
  await expect(page.getByRole('button', { name: /^New/ })).toHaveCount(0)
  await page.close()
})
