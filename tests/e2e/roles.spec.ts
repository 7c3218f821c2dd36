import { expect } from '@playwright/test'
import { signOut, tokenOf } from './session-support.ts'
import { goWithin, signIn, test } from './support.ts'

const ALL = ['Command', 'Workforce', 'Employee Portal', 'Resource', 'Revenue', 'Procurement', 'Financial', 'Media']
/** The users who sign in, the applications of their role, and a list in which they work. */
const PEOPLE: Readonly<Record<string, { applications: readonly string[]; list?: string; heading?: string }>> = {
  admin: { applications: ALL, list: '/command/user', heading: 'Users' },
  developer: { applications: ALL, list: '/command/module', heading: 'Modules' },
  auditor: { applications: ALL, list: '/financial/general_ledger', heading: 'General Ledger' },
  hr: { applications: ['Workforce', 'Employee Portal'], list: '/talent/department', heading: 'Departments' },
  payroll: { applications: ['Workforce', 'Employee Portal'], list: '/talent/bank_account', heading: 'Bank Accounts' },
  timekeeper: { applications: ['Workforce', 'Employee Portal'], list: '/talent/time_zone', heading: 'Time Zones' },
  approver: {
    applications: ['Workforce', 'Employee Portal', 'Procurement'],
    list: '/procurement/purchase_request',
    heading: 'Purchase Requests',
  },
  employee: { applications: ['Employee Portal'] },
  buyer: { applications: ['Procurement'], list: '/procurement/purchase_order', heading: 'Purchase Orders' },
  warehouse: { applications: ['Resource'], list: '/resource/inventory_movement', heading: 'Inventory Movements' },
  sales: { applications: ['Revenue', 'Employee Portal'], list: '/revenue/sales_order', heading: 'Sales Orders' },
  cashier: { applications: ['Revenue', 'Employee Portal'] },
  accountant: {
    applications: ['Financial', 'Procurement', 'Resource'],
    list: '/financial/accounting_entry',
    heading: 'Accounting Entries',
  },
}

// S5 S6 S12 S13
for (const [username, { applications, list, heading }] of Object.entries(PEOPLE))
  test(`${username} signs in, finds the applications of the role, works, and signs out`, async ({ page }) => {
    const said: string[] = []
    page.on('pageerror', (error) => said.push(error.message))
    await signIn(page, username)
    const card = page
      .getByRole('region', { name: 'Applications' })
      .or(page.locator('section', { has: page.getByRole('heading', { name: 'Applications' }) }))
    await expect(card.first().getByRole('link')).toHaveCount(applications.length)
    for (const title of applications) await expect(card.first().getByRole('link', { name: new RegExp(`^${title}`) })).toBeVisible()
    if (list) {
      await goWithin(page, list)
      await expect(page.getByRole('heading', { level: 1, name: heading! })).toBeVisible()
      await expect(page.getByRole('main').getByRole('alert')).toHaveCount(0)
    }
    // What the role does not hold sends home.
    if (!applications.includes('Command')) {
      await goWithin(page, '/command')
      await expect(page).toHaveURL(/\/$/)
      await expect(page.getByRole('heading', { name: /hello/i })).toBeVisible()
    }
    await signOut(page)
    await expect(page).toHaveURL(/\/login/)
    expect(await tokenOf(page)).toBeUndefined()
    expect(said).toEqual([])
  })
