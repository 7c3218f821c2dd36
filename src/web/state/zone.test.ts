import { afterEach, beforeEach, describe, expect, it, test } from 'vitest'
import { formatDate, formatDateTime, parseDate, parseDateTime } from '../fields/dates.ts'
import { zoneNote } from '../fields/zoneNote.ts'
import { instantText } from '../records/index/format.ts'
import { foreignZone, instantOf, setZone, today, wallClock } from './zone.ts'

const zone = process.env.TZ
afterEach(() => {
  setZone(undefined)
  if (zone === undefined) delete process.env.TZ
  else process.env.TZ = zone
})

// A punch of 08:05 in Manila.
const PUNCH = '2026-11-21T00:05:00.000Z'

describe.each(['Asia/Manila', 'America/New_York', 'UTC', 'Australia/Sydney'])('in a browser in %s', (browser) => {
  beforeEach(() => {
    process.env.TZ = browser
    setZone('Asia/Manila')
  })

  it("shows and accepts the company's time", () => {
    expect(formatDateTime(PUNCH)).toBe('2026/11/21 08:05 AM')
    expect(instantText(PUNCH)).toBe('2026/11/21 08:05 AM')
    // Eight in the evening of the day before in New York is already the day of the punch in Manila.
    expect(formatDate(PUNCH)).toBe('2026/11/21')
    expect(parseDateTime('2026/11/21 08:05 AM')).toBe(PUNCH)
    expect(instantOf('2026-11-21 08:05:00')).toBe(PUNCH)
  })
  it('leaves values without a zone unchanged', () => {
    expect(formatDateTime('2026-11-21 08:05:00')).toBe('2026/11/21 08:05 AM')
    expect(formatDateTime('2026-11-21')).toBe('2026/11/21 12:00 AM')
    expect(formatDate('2026-11-21')).toBe('2026/11/21')
    expect(formatDateTime('soon')).toBe('soon')
    expect(wallClock('2026-02-30')).toBeUndefined()
  })
  it("uses the company's date for today", () => {
    const manila = new Date(Date.now() + 8 * 3_600_000).toISOString().slice(0, 10)
    expect(today()).toBe(manila)
    expect(parseDate('today')).toBe(manila)
  })
  it('names the zone only where the reader has another time', () => {
    const foreign = browser !== 'Asia/Manila'
    expect(foreignZone()).toBe(foreign ? 'Asia/Manila (GMT+8)' : undefined)
    expect(zoneNote()).toBe(foreign ? 'Time in Asia/Manila (GMT+8).' : undefined)
  })
})

test('zones with the same time are not foreign, and an unknown zone is ignored', () => {
  process.env.TZ = 'Asia/Singapore'
  setZone('Asia/Manila')
  expect(foreignZone()).toBeUndefined()
  setZone('Asia/Atlantis')
  expect(wallClock(PUNCH)).toBe('2026-11-21 08:05:00')
})

test('handles hours that clock changes skip or repeat', () => {
  setZone('America/New_York')
  expect(instantOf('2026-03-08 01:59:00')).toBe('2026-03-08T06:59:00.000Z')
  expect(instantOf('2026-03-08 03:00:00')).toBe('2026-03-08T07:00:00.000Z')
  expect(wallClock(instantOf('2026-03-08 02:30:00'))).toBe('2026-03-08 03:30:00')
  expect(instantOf('2026-11-01 01:30:00')).toBe('2026-11-01T05:30:00.000Z')
  expect(instantOf('2026-11-01 02:30:00')).toBe('2026-11-01T07:30:00.000Z')
})
