import { expect, test } from 'vitest'
import type { Aggregate, MeasureKind } from '../../../engine/model/aggregate.ts'
import { plotted } from './series.ts'

const divided = (kind: MeasureKind): Aggregate => {
  const names = 'ABCDEFGHIJ'.split('')
  return {
    groups: [
      { key: 'date:year', title: 'Date', type: 'date', unit: 'year' },
      { key: 'kind', title: 'Kind', type: 'text' },
    ],
    measures: [{ key: `${kind}:total`, kind, title: 'Total', type: 'money' }],
    rows: names.map((name, index) => ({
      keys: ['2026-01-01', name],
      labels: [null, null],
      values: [100 - index],
      filter: { date: { gte: '2026-01-01', lte: '2026-12-31' }, kind: { eq: name } },
    })),
    total_groups: names.length,
  }
}

test('the largest series are drawn, and the rest of a sum as one series', () => {
  const { points, series } = plotted(divided('sum'), 'Total')
  expect(series).toEqual(['A', 'B', 'C', 'D', 'E', 'F', 'G', 'H', 'Others (2)'])
  expect(points).toHaveLength(1)
  expect(points[0]!.values['Others (2)']).toBe(92 + 91)
  // A point leads to the records of all of its series.
  expect(points[0]!.filter).toEqual({ date: { gte: '2026-01-01', lte: '2026-12-31' } })
})

test('averages of the rest are not added up', () => {
  expect(plotted(divided('average'), 'Total').series).toHaveLength(8)
})
