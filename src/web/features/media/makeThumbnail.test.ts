import { expect, test } from 'vitest'
import { fitted } from './makeThumbnail.ts'

test('a thumbnail fits its side, has the same proportions, and is never larger than the picture', () => {
  expect(fitted(3200, 1600)).toEqual({ width: 320, height: 160 })
  expect(fitted(1000, 4000)).toEqual({ width: 80, height: 320 })
  expect(fitted(40, 30)).toEqual({ width: 40, height: 30 })
  expect(fitted(9000, 1)).toEqual({ width: 320, height: 1 })
})
