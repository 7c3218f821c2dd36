/** The demo's roles, over the modules of the product. */
import { beforeAll, expect, it } from 'vitest'
import { productModules } from '../../../scripts/descriptors.ts'
import type { ModuleSet } from '../../engine/model/module.ts'
import { grantsOf, ROLE_TEMPLATES, roleOf } from './role-templates.ts'

let modules: ModuleSet
beforeAll(async () => {
  modules = (await productModules()).modules
})
const role = (code: string) => ROLE_TEMPLATES.find((roleTemplate) => roleTemplate.code === code)!
const grants = (code: string) => grantsOf(role(code), modules)

it('H6: accountants have no rights in payroll, settings or the approval of what they prepare', () => {
  const accountant = grants('ACCOUNTANT')
  for (const name of ['payroll', 'payroll_register', 'payroll_reconciliation', 'bank_transmittal', 'payslip', 'employee', 'settings'])
    expect([name, accountant.get(name)]).toEqual([name, undefined])
  for (const name of ['company', 'purchase_order', 'branch', 'department'])
    expect([name, accountant.get(name)]).toEqual([name, ['index', 'view']])
  // They mail what a customer owes.
  expect(accountant.get('customer')).toEqual(['index', 'view', 'mail'])
  for (const name of ['bill', 'check_voucher']) expect(accountant.get(name)).not.toContain('approval')
  expect(role('ACCOUNTANT').access).not.toContain('compensation')
})

it('H6: the accountant has all of Financial, bills, check vouchers and their source documents', () => {
  const accountant = grants('ACCOUNTANT')
  const financial = [...modules.values()].filter(({ application, kind }) => application === 'financial' && kind !== 'dashboard')
  expect(financial.filter(({ name }) => !accountant.get(name)?.includes('index')).map(({ name }) => name)).toEqual([])
  for (const name of ['accounting_entry', 'bill', 'check_voucher'])
    expect(accountant.get(name)).toEqual(expect.arrayContaining(['new', 'edit', 'post', 'void']))
  for (const name of ['general_ledger', 'trial_balance', 'goods_receipt', 'supplier', 'stock_card', 'tax_type'])
    expect([name, accountant.get(name)?.includes('index')]).toEqual([name, true])
})

it('buyers and accountants see the figures of purchasing', () => {
  for (const code of ['BUYER', 'ACCOUNTANT']) expect([code, grants(code).get('procurement_dashboard')]).toEqual([code, ['index']])
})

it('uppercase names stand for shared codes and rules, also within each other', () => {
  const rules = [{ on: ['item'], codes: ['PREPARE'] }, 'PORTAL_READ']
  const [prepare, portal] = roleOf({ code: 'X', rules }).rules
  expect(prepare!.codes).toEqual(expect.arrayContaining(['index', 'post', 'process']))
  expect(portal!.on).toContain('payslip')
  expect(() => roleOf({ code: 'X', rules: ['PORTALS'] })).toThrow('There are no rules named "PORTALS". Did you mean "PORTAL"')
  expect(() => roleOf({ code: 'X', rules: [{ on: ['item'], codes: ['REED'] }] })).toThrow('There are no permission codes named "REED".')
})

it('mails and the reports that open them are granted to users who write to the party', () => {
  expect(ROLE_TEMPLATES.filter(({ code }) => grants(code).get('sent_mail')?.includes('edit')).map(({ code }) => code)).toEqual(
    expect.arrayContaining(['BUYER', 'SALES', 'CASHIER', 'ACCOUNTANT']),
  )
  expect(grants('BUYER').get('reorder_suggestion')).toContain('index')
  expect(grants('SALES').get('sales_per_customer')).toContain('index')
})

it('H6: an application or a group grants its modules, not what its menu links to', () => {
  const rules = (on: string[]) => ({ code: 'X', name: 'X', applications: [], rules: [{ on, codes: ['index'] }] })
  for (const [name] of grantsOf(rules(['application:financial']), modules)) expect(modules.get(name)!.application).toBe('financial')
  for (const [name] of grantsOf(rules(['group:talent/Filings and Approvals']), modules)) {
    const { application, group } = modules.get(name)!
    expect([application, group]).toEqual(['talent', 'Filings and Approvals'])
  }
})

it('H6: of the roles that see pay of others, each is intended', () => {
  const paid = ['payroll', 'payroll_register', 'payroll_adjustment', 'ytd_payroll', 'nth_month', 'sss_contribution_payment']
  const readers = ROLE_TEMPLATES.filter(({ code }) => paid.some((name) => grants(code).has(name))).map(({ code }) => code)
  expect(readers).toEqual(['ADMIN', 'DEVELOPER', 'PAYROLL', 'APPROVER', 'AUDITOR'])
  const selfService = ['payslip', 'payslip_history', 'service_invoice_filing']
  const all = ROLE_TEMPLATES.filter(({ code }) => selfService.some((name) => grants(code).get(name)?.includes('view_all'))).map(
    ({ code }) => code,
  )
  expect(all).toEqual(['ADMIN', 'DEVELOPER', 'PAYROLL', 'AUDITOR'])
  const knows = ROLE_TEMPLATES.filter(({ access }) => access?.includes('compensation')).map(({ code }) => code)
  expect(knows).toEqual(['ADMIN', 'DEVELOPER', 'PAYROLL', 'AUDITOR'])
})
