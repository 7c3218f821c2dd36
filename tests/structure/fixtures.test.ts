/** Rows that a new company begins with: each fits its module, as long lists are inserted without the service. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { productModules } from '../../scripts/descriptors.ts'
import type { Row } from '../../src/engine/model/module.ts'

const { modules } = await productModules()
const rowsOf = (name: string): Row[] => {
  const module = modules.get(name)!
  return JSON.parse(readFileSync(join(import.meta.dirname, '../../modules', module.application, module.rows!), 'utf8'))
}
const withRows = [...modules.values()].filter((module) => module.rows).map(({ name }) => name)

test.each(withRows)('%s', (name) => {
  const module = modules.get(name)!
  const rows = rowsOf(name)
  const wrong: string[] = []
  const seen = new Map<string, Set<unknown>>()
  const known = new Map<string, Set<unknown>>()
  for (const row of rows) {
    for (const field of module.fields) {
      const value = row[field.name]
      const say = (what: string) => wrong.push(`${String(row.code ?? row.name)}.${field.name}: ${what}`)
      if (value === undefined || value === null) {
        if (field.required && !field.default && !field.fetch) say('is missing')
        continue
      }
      const { maxLength, pattern } = field.schema as { maxLength?: number; pattern?: string }
      if (typeof value === 'string' && maxLength && value.length > maxLength) say('is too long')
      if (typeof value === 'string' && pattern && !field.to && !new RegExp(pattern, 'u').test(value)) say(`"${value}" has another form`)
      if (field.unique) {
        const taken = seen.get(field.name) ?? new Set()
        seen.set(field.name, taken)
        if (taken.has(value)) say(`"${String(value)}" is there twice`)
        taken.add(value)
      }
      if (field.to && typeof value === 'string' && modules.get(field.to)?.rows) {
        if (!known.has(field.to)) known.set(field.to, new Set(rowsOf(field.to).flatMap((entry) => [entry.code, entry.name])))
        if (!known.get(field.to)!.has(value)) say(`there is no ${field.to} "${value}"`)
      }
    }
    for (const key of Object.keys(row))
      if (!module.field[key] && !module.lines.some((lines) => lines.name === key)) wrong.push(`${key} is no field`)
  }
  expect(wrong).toEqual([])
})

test('13.17: the public lists of countries, subdivisions, currencies and time zones are complete', () => {
  const byCode = (name: string, code: string) => rowsOf(name).find((row) => row.code === code)
  expect(rowsOf('country').length).toBeGreaterThanOrEqual(249)
  expect(rowsOf('state').length).toBeGreaterThan(5000)
  expect(rowsOf('currency').length).toBeGreaterThanOrEqual(155)
  expect(rowsOf('time_zone').length).toBeGreaterThan(300)
  // They are inserted as a set, past the hook that asks for a name of the calendar.
  for (const { iana_name } of rowsOf('time_zone'))
    expect(() => new Intl.DateTimeFormat('en', { timeZone: String(iana_name) }), String(iana_name)).not.toThrow()
  expect(byCode('country', 'IS')).toMatchObject({ iso3: 'ISL', name: 'Iceland' })
  expect(byCode('state', 'US-CA')).toMatchObject({ name: 'California', country_id: 'US' })
  expect(byCode('currency', 'BHD')).toMatchObject({ decimals: 3 })
})

test('13.17: the Philippine Standard Geographic Code is that of the second quarter of 2025, with its former areas', () => {
  const isInForce = (row: Row) => row.effective_to === undefined
  const current = (name: string) => rowsOf(name).filter(isInForce)
  const cities = current('city')
  expect(current('region')).toHaveLength(18)
  // 82 provinces, and as the code has them beside provinces: Metro Manila, Isabela City, the Special Geographic Area.
  expect(current('province')).toHaveLength(82 + 3)
  expect(cities.filter((row) => row.is_city)).toHaveLength(149)
  expect(cities.filter((row) => !row.is_city)).toHaveLength(1493)
  const classes = Map.groupBy(
    cities.filter((row) => row.is_city),
    (row) => row.city_class,
  )
  expect([...classes].map(([name, rows]) => [name, rows.length]).sort()).toEqual([
    ['cc', 111],
    ['huc', 33],
    ['icc', 5],
  ])
  for (const name of ['region', 'province', 'city']) {
    const codes = rowsOf(name).map((row) => row.psgc_code)
    expect(new Set(codes).size).toBe(codes.length)
  }
  // Effective places belong to effective places, and a place belongs to the one that its code names, except cities of no
  // province.
  const provinces = new Map(current('province').map((row) => [row.code, row]))
  const regions = new Set(current('region').map((row) => row.code))
  expect(cities.filter((row) => !provinces.has(row.province_id))).toEqual([])
  expect([...provinces.values()].filter((row) => !regions.has(row.region_id))).toEqual([])
  const isCityOfItsOwn = (row: Row) => /^\d{2}[389]/.test(String(row.psgc_code))
  expect(cities.filter((row) => !isCityOfItsOwn(row) && !String(row.psgc_code).startsWith(String(row.province_id)))).toEqual([])
  expect(cities.filter((row) => row.zip_code === undefined).length).toBeLessThanOrEqual(20)

  const dates = (name: string) =>
    rowsOf('province')
      .filter((row) => String(row.name).startsWith(name))
      .map((row) => [row.name, row.region_id, row.effective_from, row.effective_to])
  expect(dates('Maguindanao')).toEqual([
    ['Maguindanao del Norte', 'BARMM', '2022-09-18', undefined],
    ['Maguindanao del Sur', 'BARMM', '2022-09-18', undefined],
    ['Maguindanao', 'BARMM', '2019-01-25', '2022-09-17'],
    ['Maguindanao', 'ARMM', undefined, '2019-01-24'],
  ])
  expect(dates('Sulu')).toEqual([
    ['Sulu', 'IX', '2024-09-09', undefined],
    ['Sulu', 'BARMM', '2019-01-25', '2024-09-08'],
  ])
})
