import { expect, it } from 'vitest'
import { type AccountGroup, balanceSheet, cashFlow, groupOf, incomeStatement, inRanges } from './statement.ts'

const group = (id: number, code: string, type: AccountGroup['type'], more: Partial<AccountGroup> = {}): AccountGroup => ({
  id,
  code,
  name: `Group ${code}`,
  type,
  parent_id: null,
  accounts: null,
  running_total: null,
  cash_flow: null,
  ...more,
})
const groups = [
  group(1, '10', 'Asset'),
  group(2, '101', 'Asset', { parent_id: 1, accounts: '1000 to 1099', cash_flow: 'Cash' }),
  group(3, '102', 'Asset', { parent_id: 1, accounts: '1005, 1100 to 1199' }),
  group(4, '15', 'Asset', { accounts: '1590', cash_flow: 'Non-cash' }),
  group(5, '40', 'Income', { accounts: '4000 to 4999', running_total: 'Gross profit' }),
  group(6, '60', 'Expense', { accounts: '6000 to 6999' }),
]
const account = (id: number, code: string, type: AccountGroup['type'], amount: bigint, group_id: number | null = null) => ({
  id,
  code,
  name: `Account ${code}`,
  type,
  group_id,
  amounts: [amount],
})
const balances = [
  account(1, '1010', 'Asset', 700n),
  account(2, '1100', 'Asset', 500n),
  account(3, '1590', 'Asset', -100n),
  account(4, '3010', 'Equity', -300n),
  account(5, '4010', 'Income', -1000n),
  account(6, '6180', 'Expense', 100n),
  account(7, '9999', 'Expense', 100n),
]
const figure = (rows: ReturnType<typeof balanceSheet>, title: string) => rows.find((row) => row.title === title)?.amounts[0]
const layout = { groups, balances, width: 1 }

it('an account belongs to the group chosen on it, else to the first of its type with its code', () => {
  expect(inRanges('1016', '1016, 1100 to 1199')).toBe(true)
  expect([inRanges('1200', '1016, 1100 to 1199'), inRanges('1016', null)]).toEqual([false, false])
  expect(groupOf(account(1, '1005', 'Asset', 0n), groups)?.id).toBe(2)
  expect(groupOf(account(1, '1010', 'Asset', 0n, 3), groups)?.id).toBe(3)
  expect(groupOf(account(1, '1010', 'Liability', 0n), groups)).toBeUndefined()
})

it('every account is on a statement once, also without a group', () => {
  const sheet = balanceSheet(layout)
  expect([figure(sheet, 'Total assets'), figure(sheet, 'Total liabilities and equity')]).toEqual([1100n, 1100n])
  expect(sheet.flatMap(({ account_id }) => account_id ?? []).sort()).toEqual([1, 2, 3, 4])
  const income = incomeStatement(layout)
  expect([figure(income, 'Gross profit'), figure(income, 'Net income')]).toEqual([1000n, 800n])
  expect(income.flatMap(({ account_id }) => account_id ?? []).sort()).toEqual([5, 6, 7])
  expect(income.find(({ account_id }) => account_id === 7)?.title).toMatch(/no group/)
  const flow = cashFlow({ ...layout, balances: balances.slice(1) }, [0n], { cash: [0n], result: [0n] })
  expect([figure(flow, 'Group 15'), figure(flow, 'Change in cash'), figure(flow, 'Cash at the end')]).toEqual([100n, 700n, 700n])
})

it('cash from opening balances has a separate line and is not part of the cash flows', () => {
  const rows = cashFlow({ ...layout, balances: balances.slice(4) }, [50n], { cash: [700n], result: [250n] })
  expect(rows.slice(-4).map(({ title, amounts }) => [title, amounts[0]])).toEqual([
    ['Change in cash', 800n],
    ['Cash at the beginning', 50n],
    ['Cash taken over at the opening', 700n],
    ['Cash at the end', 1550n],
  ])
  // Of a company that came in the middle of the year: the net income is that of the whole income statement.
  expect([figure(rows, 'Net income'), figure(rows, 'Less: net income taken over at the opening')]).toEqual([1050n, -250n])
  expect(figure(rows, 'Net cash from operating activities')).toBe(800n)
  expect(cashFlow({ ...layout, balances: balances.slice(4) }, [50n], { cash: [0n], result: [0n] }).map(({ title }) => title)).not.toContain(
    'Cash taken over at the opening',
  )
})
