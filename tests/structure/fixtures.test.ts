/** Rows that a new company begins with: each fits its module, as long lists are inserted without the service. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { descriptorFiles, productRegistries } from '../../scripts/descriptors.ts'
import { loadDescriptors } from '../../src/engine/index.ts'
import type { Row } from '../../src/engine/module.ts'

const { modules } = loadDescriptors(descriptorFiles(), await productRegistries())
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
        if (!known.has(field.to)) known.set(field.to, new Set(rowsOf(field.to).flatMap((one) => [one.code, one.name])))
        if (!known.get(field.to)!.has(value)) say(`there is no ${field.to} "${value}"`)
      }
    }
    for (const key of Object.keys(row))
      if (!module.field[key] && !module.lines.some((lines) => lines.name === key)) wrong.push(`${key} is no field`)
  }
  expect(wrong).toEqual([])
})

test('13.17: the countries, their subdivisions, the currencies and the time zones of the public lists are there', () => {
  const at = (name: string, code: string) => rowsOf(name).find((row) => row.code === code)
  expect(rowsOf('country').length).toBeGreaterThanOrEqual(249)
  expect(rowsOf('state').length).toBeGreaterThan(5000)
  expect(rowsOf('currency').length).toBeGreaterThanOrEqual(155)
  expect(rowsOf('time_zone').length).toBeGreaterThan(300)
  expect(rowsOf('region')).toHaveLength(18)
  expect(at('country', 'IS')).toMatchObject({ iso3: 'ISL', name: 'Iceland' })
  expect(at('state', 'US-CA')).toMatchObject({ name: 'California', country_id: 'US' })
  expect(at('currency', 'BHD')).toMatchObject({ decimals: 3 })
})
