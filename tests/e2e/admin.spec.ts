import { expect, type Page } from '@playwright/test'
import { call, expectAccessible, expectNoOverflow, idOf, test, visit, withSession } from './support.ts'

/** Another user in another browser. */
async function another(page: Page, username: string): Promise<Page> {
  const context = await page.context().browser()!.newContext()
  const other = await context.newPage()
  await withSession(other, username)
  return other
}

// S4 S344 S345 S405
test('an administrator grants a module to a role, and its users see it at once', async ({ page }) => {
  await withSession(page, 'admin')
  const role = await idOf(page, 'user_role', 'BUYER')
  const buyer = await another(page, 'buyer')
  await buyer.goto('/procurement')
  await expect(buyer.getByRole('link', { name: 'Suppliers' }).first()).toBeVisible()
  await expect(buyer.getByRole('link', { name: 'Check Vouchers' })).toHaveCount(0)

  await page.goto(`/command/user_role/view/${role}`)
  await page.getByRole('button', { name: 'Access', exact: true }).click()
  await expect(page).toHaveURL(new RegExp(`/command/user_role/${role}/access$`))
  await page.getByRole('button', { name: 'Procurement', exact: true }).click()
  await page.getByLabel('Search modules').fill('check voucher')
  await page.getByRole('checkbox', { name: 'Check Vouchers: View', exact: true }).check()
  await expect(page.getByText('1 unsaved change')).toBeVisible()
  await page.keyboard.press('Control+s')
  await expect(page.getByText(/Permissions saved/)).toBeVisible()
  await expectAccessible(page)

  await buyer.goto('/procurement/check_voucher')
  await expect(buyer.getByRole('heading', { level: 1, name: 'Check Vouchers' })).toBeVisible()
  await expect(buyer.getByRole('link', { name: 'Check Vouchers' }).first()).toBeVisible()

  // Taken again, it is gone with the next request.
  await page.getByRole('checkbox', { name: 'Check Vouchers: List', exact: true }).uncheck()
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText('1 unsaved change')).toHaveCount(0)
  await buyer.reload()
  await expect(buyer.getByRole('link', { name: 'Check Vouchers' })).toHaveCount(0)
  await buyer.context().close()
})

// S4 S344: applications of a role come and go at once.
test('an application is granted to a role and revoked', async ({ page }) => {
  await withSession(page, 'admin')
  const role = await idOf(page, 'user_role', 'BUYER')
  await page.goto(`/command/user_role/${role}/access`)
  await page.getByRole('button', { name: 'Grant', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Revenue' }).click()
  await expect(page.getByText('Revenue was granted.')).toBeVisible()
  await page.getByRole('button', { name: 'Revoke access to Revenue' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click()
  await expect(page.getByText('Access to Revenue was revoked.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Revenue', exact: true })).toHaveCount(0)
})

// S124 S346
test('a user has individual access and exceptions', async ({ page }) => {
  await withSession(page, 'admin')
  const user = await idOf(page, 'user', 'Adela')
  await page.goto(`/command/user/view/${user}`)
  await page.getByRole('button', { name: 'Access', exact: true }).click()
  await expect(page).toHaveURL(new RegExp(`/command/user/${user}/access$`))
  await page.getByLabel('Search modules').fill('brands')
  await expect(page.getByRole('checkbox', { name: 'Brands: New', exact: true })).toBeDisabled()
  await page.getByText('Overridden', { exact: true }).click()
  await page.getByRole('checkbox', { name: /^Brands: New/ }).check()
  await page.getByRole('textbox', { name: 'Remarks' }).fill('Helps with the brands.')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText(/Access saved/)).toBeVisible()
  await page.reload()
  await page.getByLabel('Search modules').fill('brands')
  await expect(page.getByRole('checkbox', { name: /^Brands: New/ })).toBeChecked()
  await expectAccessible(page)

  await page.getByRole('combobox', { name: 'Module', exact: true }).fill('Suppliers')
  await page.getByRole('option', { name: 'Suppliers', exact: true }).click()
  await page.getByRole('combobox', { name: 'Permission', exact: true }).click()
  await page.getByRole('option', { name: 'Edit' }).click()
  await page.getByRole('button', { name: 'Add', exact: true }).click()
  await expect(page.getByRole('button', { name: 'Remove Suppliers: Edit' })).toBeVisible()
  await page.getByRole('button', { name: 'Remove Suppliers: Edit' }).click()
  await expect(page.getByText('No exceptions from the permissions above.')).toBeVisible()

  await page.getByText(/As the role/).click()
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText('1 unsaved change')).toHaveCount(0)
})

// S4 S125 S142
test('an application gets a custom menu and the configured layout', async ({ page }) => {
  await withSession(page, 'admin')
  await page.goto('/command/application')
  await expect(page.getByRole('heading', { level: 1, name: 'Applications' })).toBeVisible()
  const id = await idOf(page, 'application', 'Procurement')
  await visit(page, `/command/application/${id}/navigation`)
  await page.getByRole('button', { name: 'Arrange' }).click()
  // The dashboard is alone in its group, so the first module that can move is the one after it.
  const first = page.getByRole('button', { name: /^Actions of/ }).nth(1)
  await expect(first).toBeVisible()
  await expectAccessible(page)
  const name = (await first.getAttribute('aria-label'))!.replace('Actions of ', '')
  await page.getByRole('button', { name, exact: true }).press('Alt+ArrowDown')
  await expect(first).not.toHaveAttribute('aria-label', `Actions of ${name}`)
  await page.locator('label', { hasText: 'Footer' }).click()
  await expect(page.getByRole('switch', { name: 'Footer' })).not.toBeChecked()
  await page.goto('/procurement')
  // An application opens on its dashboard: leaving before that would lead back to it.
  await expect(page.getByRole('heading', { level: 1, name: 'Procurement' })).toBeVisible()
  await expect(page.getByText('System version')).toHaveCount(0)
  await visit(page, `/command/application/${id}/navigation`)
  await page.locator('label', { hasText: 'Footer' }).click()
  await page.getByRole('button', { name: 'Reset' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Reset' }).click()
  await expect(page.getByRole('button', { name: 'Arrange' })).toBeVisible()
})

// S144: the menu of the portal opens with the menu button and covers the content.
test('the menu of the Employee Portal overlays its content', async ({ page }) => {
  await withSession(page, 'payroll')
  await page.goto('/employee_portal')
  await expect(page.locator('main')).toBeVisible()
  await expect(page.getByLabel('Search menu')).toHaveCount(0)
  await page.getByRole('button', { name: 'Menu', exact: true }).click()
  await expect(page.getByLabel('Search menu')).toBeVisible()
  // S143
  await withSession(page, 'admin')
  await page.goto('/talent')
  await expect(page.getByLabel('Search menu')).toBeVisible()
})

test('the assistant is uninstalled and installed again', async ({ page }) => {
  // In a company where no other user needs it just then.
  await withSession(page, 'admin', 'Isla Logistics Inc.')
  await call(page, 'post', 'features/install', { name: 'chatbot' })
  await page.goto('/command/features')
  await page.getByRole('button', { name: 'Uninstall AI assistant' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Uninstall' }).click()
  await expect(page.getByRole('button', { name: 'Install AI assistant' })).toBeVisible()
  // The button changes at once, the server a moment later.
  const names = async () => (await call<{ name: string }[]>(page, 'get', 'features/enabled')).map(({ name }) => name)
  await expect.poll(names).not.toContain('chatbot')
  await page.getByRole('button', { name: 'Install AI assistant' }).click()
  await expect(page.getByRole('button', { name: 'Uninstall AI assistant' })).toBeVisible()
  await expectAccessible(page)
})

test('a backup is made and downloaded', async ({ page }) => {
  test.setTimeout(120_000)
  await withSession(page, 'admin')
  await page.goto('/command/system_backup')
  await page.getByRole('button', { name: 'Create backup' }).click()
  await page.getByRole('menuitem', { name: 'Records and files' }).click()
  const download = page.getByRole('button', { name: /^Download/ }).first()
  await expect(download).toBeVisible({ timeout: 60_000 })
  await expectAccessible(page)
  const arriving = page.waitForEvent('download')
  await download.click()
  expect((await arriving).suggestedFilename()).toMatch(/DEMO/)
})

test('a backup is restored as a separate company, and compared', async ({ page }) => {
  test.setTimeout(180_000)
  await withSession(page, 'admin')
  await page.goto('/command/system_backup')
  await page.getByRole('button', { name: 'Create backup' }).click()
  await page.getByRole('menuitem', { name: 'Records and files' }).click()
  await expect(page.getByRole('button', { name: /^Download/ }).first()).toBeVisible({ timeout: 60_000 })
  await page
    .getByRole('button', { name: /^Restore/ })
    .first()
    .click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Company code').fill(`RESTORED${test.info().retry}`)
  await dialog.getByLabel('Company name').fill('Restored Trading')
  await dialog.getByRole('button', { name: 'Restore' }).click()
  await expect(dialog.getByText('matches the backup exactly')).toBeVisible({ timeout: 90_000 })
  await dialog.getByRole('button', { name: 'Close' }).last().click()
})

test('a setting is changed, and reset to its default', async ({ page }) => {
  await withSession(page, 'admin')
  await page.goto('/command/settings')
  await page.getByLabel('Search settings').fill('over-receipt')
  await page.getByLabel('Over-receipt tolerance (%)').fill('5')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText('The settings were saved.')).toBeVisible()
  await page.reload()
  await page.getByLabel('Search settings').fill('over-receipt')
  await expect(page.getByText('Default: 0')).toBeVisible()
  await page.getByRole('button', { name: /^Reset Over-receipt/ }).click()
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText('Default: 0')).toHaveCount(0)
  await expectAccessible(page)
})

test('the audit trail shows every field before and after', async ({ page }) => {
  await withSession(page, 'admin')
  const brand = await call<{ id: number; version: number }>(page, 'post', 'brand', {
    code: `AUD${Date.now() % 100_000}`,
    name: 'Before the change',
  })
  await call(page, 'put', `brand/${brand.id}`, { name: 'After the change', version: brand.version })
  const [entry] = await call<{ id: number }[]>(page, 'get', 'audit_trail/paginate?limit=1&filter[action]=update')
  await page.goto(`/command/audit_trail/view/${entry!.id}`)
  const row = page.getByRole('row', { name: /^Name/ })
  await expect(row).toContainText('Before the change')
  await expect(row).toContainText('After the change')
  await expectAccessible(page)
})

// S111
test('the dashboard of Command shows sign-ins and the last users', async ({ page }) => {
  await withSession(page, 'admin')
  await page.goto('/command')
  await expect(page).toHaveURL(/\/command\/command_dashboard$/)
  await expect(page.getByRole('region', { name: 'Recent logins' }).getByText('Andrea Santos').first()).toBeVisible()
  await expect(page.getByRole('link', { name: /^Users/ }).first()).toBeVisible()
  await expectAccessible(page)
  await page.setViewportSize({ width: 390, height: 844 })
  await expectNoOverflow(page)
})

test('developers open mail, tasks and the server; other users cannot', async ({ page }) => {
  await withSession(page, 'developer')
  await page.goto('/command/developer_console')
  await page.getByRole('combobox', { name: 'Command' }).fill('help')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'help' })).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('tab', { name: 'Mail' }).click()
  await page.getByLabel('Send a test mail to').fill('tester@demo.example')
  await page.getByRole('button', { name: 'Send' }).click()
  await expect(page.getByText('tester@demo.example').first()).toBeVisible()
  for (const tab of ['Storage', 'Scheduled tasks', 'Server', 'Biometric logs']) {
    await page.getByRole('tab', { name: tab }).click()
    await expect(page.getByText('This could not be loaded.')).toHaveCount(0)
  }
})

test('settings, features and backups fit a phone', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await withSession(page, 'admin')
  for (const path of ['settings', 'features', 'system_backup']) {
    await visit(page, `/command/${path}`)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expectNoOverflow(page)
    await expectAccessible(page)
  }
})
