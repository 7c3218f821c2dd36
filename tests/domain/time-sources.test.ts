import { describe, expect, it } from 'vitest'
import { momentText } from '../../src/domain/time/clock.ts'
import { readDeviceLog, readPunchRows } from '../../src/domain/time/device-log.ts'
import { distance, type Geofence, judgePlace } from '../../src/domain/time/geofence.ts'
import { compileShift } from '../../src/domain/time/shifts.ts'
import { dayOf, minutes } from './time-fixture.ts'

describe('files of punches', () => {
  it('of devices are read, and unreadable lines are reported', () => {
    const read = readDeviceLog(
      '\uFEFFNo\tID\tDateTime\tState\r\n1\t00017\t2026-01-05 08:00:59\t0\r\n2\t00017\t2026/1/5 17:02\tC/Out\r\n3\t00018\t2026-01-05 08:01\r\n\r\n4\t00017\t2026-13-05 08:00\t0\r\nnonsense\r\n5\t00017\t2026-01-05 09:00\t9\r\n',
    )
    expect(read.punches.map((punch) => `${punch.no} ${punch.biometric_id} ${momentText(punch.at)} ${punch.kind}`)).toEqual([
      '1 00017 2026-01-05T08:00 time_in',
      '2 00017 2026-01-05T17:02 time_out',
      '3 00018 2026-01-05T08:01 undefined',
    ])
    expect(read.errors.map((error) => error.line)).toEqual([6, 7, 8])
    expect(read.errors[2]!.why).toContain('"9" is not a state')
  })
  it('as spreadsheets have half days', () => {
    const row = (time: string, direction = 'In') => ({ biometric_id: '17', date: '2026/01/05', time, direction })
    const read = readPunchRows([
      row('08:00 AM'),
      row('12:00 AM'),
      row('12:30 PM', 'Out'),
      row('13:00 PM'),
      { ...row('08:00 AM'), biometric_id: '' },
    ])
    expect(read.punches.map((punch) => momentText(punch.at).slice(11))).toEqual(['08:00', '00:00', '12:30'])
    expect(read.errors).toHaveLength(2)
  })
})

describe('punch locations', () => {
  const makati: Geofence = { code: 'MAKATI', latitude: 14.5547, longitude: 121.0244, radius_m: 100 }
  const near = { latitude: 14.5551, longitude: 121.0244 }
  const cebu = { latitude: 10.3157, longitude: 123.8854 }
  it('have the correct distance', () => {
    expect(distance(makati, near)).toBe(44)
    expect(Math.round(distance(makati, cebu) / 1000)).toBe(564)
    expect(() => distance({ latitude: 91, longitude: 0 }, near)).toThrow('latitude')
  })
  it.each([
    ['no fence', cebu, [], true, undefined],
    ['inside', near, [makati], true, true],
    ['outside, kept with a flag', cebu, [makati], true, false],
    ['outside of a strict one', cebu, [{ ...makati, is_strict: true }], false, false],
    ['no place, strict', undefined, [{ ...makati, is_strict: true }], false, undefined],
    [
      'in one of two',
      cebu,
      [
        { ...makati, is_strict: true },
        { ...makati, ...cebu, code: 'CEBU' },
      ],
      true,
      true,
    ],
  ])('%s', (_name, place, fences, allowed, inside) => {
    const found = judgePlace(place, fences)
    expect([found.is_allowed, found.is_inside]).toEqual([allowed, inside])
  })
  it('may be a polygon', () => {
    const corners = [
      { latitude: 14, longitude: 121 },
      { latitude: 14, longitude: 122 },
      { latitude: 15, longitude: 122 },
      { latitude: 15, longitude: 121 },
    ]
    expect(judgePlace(near, [{ ...makati, radius_m: 1, polygon: corners }]).is_inside).toBe(true)
    expect(judgePlace(cebu, [{ ...makati, polygon: corners }]).is_inside).toBe(false)
    expect(() => judgePlace(near, [{ ...makati, polygon: corners.slice(2) }])).toThrow('three corners')
  })
})

describe('paid breaks', () => {
  it('of up to twenty minutes are work when punched as breaks', () => {
    expect(minutes(dayOf({ punched: 'in 08:00, break 10:00, back 10:20, out 17:00' }))).toBe('480/0/0/0/0/0')
    expect(minutes(dayOf({ punched: 'in 08:00, break 10:00, back 10:21, out 17:00' }))).toBe('459/0/21/0/0/0')
    expect(minutes(dayOf({ punched: 'in 08:00, out 10:00, in 10:20, out 17:00' }))).toBe('460/0/20/0/0/0')
  })
  it('of the shift are work, however they were punched', () => {
    const shift = compileShift({
      code: 'TEA',
      kind: 'Fixed',
      parts: [{ time_in: '08:00', time_out: '17:00' }],
      breaks: [
        { break_out: '10:00', break_in: '10:30', is_paid: true },
        { break_out: '12:00', break_in: '13:00' },
      ],
    })
    expect(shift.required).toBe(480)
    expect(minutes(dayOf({ shift, punched: 'in 08:00, out 10:00, in 10:35, out 17:00' }))).toBe('475/0/5/0/0/0')
  })
})
