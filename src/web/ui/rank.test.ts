import { expect, test } from 'vitest'
import { rank } from './rank.ts'

const found = (items: string[], search: string) => rank(items, search, (text) => text)

test('the beginning of a word goes before its middle, whatever stands before the word', () => {
  expect(found(['Indus-trial Supplies', 'Trial Balance', 'New industrial zone'], 'trial')).toEqual(['Trial Balance'])
  expect(found(['Payroll Runs', 'Unpaid (payroll)'], 'payroll')).toEqual(['Payroll Runs', 'Unpaid (payroll)'])
  // Only where no word begins so, letters inside of words count.
  expect(found(['Indus-trial Supplies'], 'dustri')).toEqual([])
  expect(found(['Industrial Supplies'], 'dustri')).toEqual(['Industrial Supplies'])
})
