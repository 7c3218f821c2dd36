/** The reports of the test runners, as printed in the last lines of `npm test`. */
import { expect, test } from 'vitest'
import { tooSlow } from '../../scripts/test-report.ts'

const files = (...seconds: number[]) => seconds.map((each, index) => ({ name: `file ${index}`, seconds: each }))

test('a file that takes more than its share of the suite is named, on fast and slow machines alike', () => {
  const even = Array.from({ length: 29 }, () => 1)
  expect(tooSlow(files(7, ...even), 0.15)).toEqual(['file 0 takes 19 % of its suite; the most is 15 %'])
  expect(tooSlow(files(70, ...even.map((each) => each * 10)), 0.15)).toHaveLength(1)
  expect(tooSlow(files(5, ...even), 0.15)).toEqual([])
  expect(tooSlow(files(5, 1, 1), 0.15)).toEqual([])
})
