import { expect } from '@playwright/test'
import { pageOf } from './documents.ts'
import { call, expectAccessible, expectNoOverflow, idOf, recordShown, test, visit } from './support.ts'

/** A month in which no other journey posts. */
const MONTH = '2026/05'
const LAST_DAY = '2026/05/31'

test('a month is closed: open documents are listed with links, the month is locked, and its statements agree', async ({
  browser,
  baseURL,
}) => {
  const page = await pageOf(browser, baseURL, 'accountant')
  const [rent, cash, branch_id] = await Promise.all([
    idOf(page, 'chart_of_account', '6060'),
    idOf(page, 'chart_of_account', '1011'),
    call(page, 'get', 'accounting_entry/defaults').then((values) => values['branch_id']),
  ])
  const entry = await call<{ id: number; transaction_no: string }>(page, 'post', 'accounting_entry', {
    branch_id,
    transaction_date: '2026-05-29',
    lines: [
      { account_id: rent, debit: 75, credit: 0 },
      { account_id: cash, debit: 0, credit: 75 },
    ],
  })

  await page.goto('/financial/closing_checklist')
  await page.getByLabel('Month').click()
  await page.getByRole('dialog').getByRole('button', { name: 'May' }).click()
  await page.getByRole('button', { name: 'Run' }).click()
  const open = page.getByRole('row', { name: new RegExp(entry.transaction_no) })
  await expect(open).toContainText('Accounting Entries not posted')
  await expect(open).toContainText('75.00')
  await expectAccessible(page)

  await page.getByRole('button', { name: 'Lock month' }).click()
  const dialog = page.getByRole('dialog')
  // The dialog asks for the month that the list shows.
  await expect(dialog.getByLabel('Period')).toHaveText(MONTH)
  await expectAccessible(page, { within: '[role=dialog]' })
  await dialog.getByRole('button', { name: 'Lock month' }).click()
  await expect(page.getByText(/General ledger: (was )?locked/)).toBeVisible()
  await page.keyboard.press('Escape')

  // The row leads to its document; each group of the month is locked.
  await open.click()
  await recordShown(page)
  await visit(page, '/financial/fiscal_period')
  const locked = page.getByRole('row').filter({ has: page.getByRole('cell', { name: MONTH, exact: true }) })
  await expect(locked).toHaveCount(4)
  for (const row of await locked.all()) await expect(row).toContainText('Locked')

  // What the company has is what it owes and owns, and the trial balance has two equal sides.
  await visit(page, '/financial/balance_sheet')
  await page.getByLabel('As of').fill(LAST_DAY)
  await page.getByRole('button', { name: 'Run' }).click()
  await expect(page.getByRole('columnheader', { name: LAST_DAY })).toBeVisible()
  const figure = (title: string) =>
    page
      .getByRole('row', { name: new RegExp(`^${title} `) })
      .getByRole('cell')
      .last()
  const assets = await figure('Total assets').textContent()
  expect(assets).toMatch(/^[\d,]+\.\d\d$/)
  await expect(figure('Total liabilities and equity')).toHaveText(assets!)
  await expectNoOverflow(page)
  await expectAccessible(page)
  await visit(page, '/financial/trial_balance')
  await page.getByLabel('As of').fill(LAST_DAY)
  await page.getByRole('button', { name: 'Run' }).click()
  const totals = page.getByRole('row', { name: /^Total / }).getByRole('cell')
  await expect(totals.last()).toBeVisible()
  const figures = (await totals.allTextContents()).filter((text) => text !== '' && text !== 'Total')
  expect(figures.length % 2).toBe(0)
  for (let pair = 0; pair < 6; pair += 2) expect(figures[pair]).toBe(figures[pair + 1])
})
