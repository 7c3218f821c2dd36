import { expect } from '@playwright/test'
import { expectAccessible, expectNoOverflow, pick, test, withSession } from './support.ts'

/** From a new payroll to the employee's payslip: users cannot approve their own, and every figure shows its reason. */
test('S354 S355 S356 S357: a payroll is created, reviewed, approved by another user, posted, and read by the employee', async ({
  browser,
}) => {
  test.slow()
  const payroll = await (await browser.newContext()).newPage()
  await withSession(payroll, 'payroll')
  await payroll.goto('/talent/payroll/new')
  await pick(payroll, 'Pay group', 'STAFF')
  const period = payroll.getByLabel('Pay period').first()
  await period.click()
  await period.fill('November 16')
  await payroll.getByRole('option', { name: 'November 16–30, 2026' }).first().click()
  await payroll.getByRole('combobox', { name: 'Payroll', exact: true }).click()
  await payroll.getByRole('option', { name: '13th month' }).click()
  await payroll.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(payroll.getByRole('list', { name: 'Steps of this payroll' })).toBeVisible()
  const address = new URL(payroll.url()).pathname

  await payroll.getByRole('button', { name: 'Precompute' }).click()
  await expect(payroll.getByRole('listitem').filter({ hasText: 'Review' })).toHaveAttribute('aria-current', 'step')
  const register = payroll.getByRole('table', { name: 'Register' })
  await expect(register.getByRole('row').nth(2)).toBeVisible()
  await expectAccessible(payroll)

  // One employee: their lines, and the origin of the first of them.
  await payroll.getByRole('searchbox', { name: 'Search employees' }).fill('Mendoza, Emilio')
  await expect(payroll.getByText('1 employee', { exact: true })).toBeVisible()
  await payroll.getByRole('button', { name: /Mendoza, Emilio/ }).click()
  const drawer = payroll.getByRole('dialog', { name: 'Pay in this payroll' })
  await drawer.getByRole('button', { name: /13th month/i }).click()
  await expect(drawer.getByText(/One twelfth of the basic salary/)).toBeVisible()
  await expect(drawer.getByText(/÷ 12 = /)).toBeVisible()
  await expect(drawer.getByText(/Presidential Decree 851/)).toBeVisible()
  await expectAccessible(payroll, { within: '[role=dialog]' })
  await payroll.keyboard.press('Escape')
  await expect(drawer).toBeHidden()

  await payroll.getByRole('button', { name: 'Process', exact: true }).click()
  await payroll.getByRole('dialog').getByRole('button', { name: 'Process' }).click()
  await expect(payroll.getByText('Processed', { exact: true })).toBeVisible()

  const approver = await (await browser.newContext()).newPage()
  await withSession(approver, 'approver')
  await approver.goto(address)
  await approver.getByRole('button', { name: 'Approve', exact: true }).click()
  // The subject of the approval is beneath the question.
  await expect(approver.getByRole('dialog').getByText('Do you want to proceed with these action?', { exact: true })).toBeVisible()
  await expect(approver.getByRole('dialog').getByText(/Employees \d+ · Total gross .+ · Total net pay /)).toBeVisible()
  await approver.getByRole('dialog').getByRole('button', { name: 'Approve' }).click()
  await expect(approver.getByText('Approved', { exact: true })).toBeVisible()

  await payroll.reload()
  await payroll.getByRole('button', { name: 'Post', exact: true }).click()
  await payroll.getByRole('dialog').getByRole('button', { name: 'Post' }).click()
  await expect(payroll.getByText('Posted', { exact: true })).toBeVisible()

  const employee = await (await browser.newContext({ viewport: { width: 390, height: 844 }, hasTouch: true })).newPage()
  await withSession(employee, 'employee')
  await employee.goto('/employee_portal')
  await employee.getByRole('link', { name: 'See how it was computed' }).click()
  await employee.getByRole('button', { name: /13th month/i }).click()
  await expect(employee.getByText(/÷ 12 = /)).toBeVisible()
  await expectNoOverflow(employee)
  await expectAccessible(employee)
})

test('S112: the address of Workforce opens its dashboard, and a figure opens the list that it counts', async ({ page }) => {
  await withSession(page, 'hr')
  await page.goto('/talent')
  await expect(page).toHaveURL(/\/talent\/talent_dashboard$/)
  // Human resources see no pay.
  await expect(page.getByRole('heading', { name: '201-file completeness' })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Payroll expenses' })).toHaveCount(0)
  await page.getByRole('button', { name: 'Headcount by year: As a table' }).click()
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Full-time' }).click()
  await expect(page).toHaveURL(/talent\/employee\?filter%5Bstatus%5D=active&filter%5Bemployment_type_id%5D=\d+&window=all$/)
  await expect(page.getByRole('row').nth(1)).toBeVisible()
})
