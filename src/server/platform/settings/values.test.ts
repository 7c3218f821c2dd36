/** The limits of settings: every default fits its own, and the formats take what rules can compute with. */
import { expect, it } from 'vitest'
import settings from '../../../../schemas/settings.json' with { type: 'json' }
import type { SettingEntry } from '../../../engine/model/registries.ts'
import { settingProblem } from './values.ts'

const definitions = settings as readonly SettingEntry[]
const problem = (key: string, value: unknown) => settingProblem(definitions.find((definition) => definition.key === key)!, value)

it('every default is valid, and every number has a lower limit', () => {
  expect(definitions.flatMap((definition) => settingProblem(definition, definition.default) ?? [])).toEqual([])
  expect(definitions.filter(({ type, minimum }) => type === 'number' && minimum === undefined)).toEqual([])
})

it('lists and addresses have the form that rules expect', () => {
  for (const value of [
    [15, 30, 45, 60],
    [30, 60, 90, 120],
  ])
    expect(problem('aging_buckets', value)).toBeUndefined()
  for (const value of ['abc', [], [30, 60], [30, 30, 60, 90], [0, 30, 60, 90], null]) expect(problem('aging_buckets', value)).toBeDefined()
  expect(
    problem('time.lateness.brackets', [
      { from: 1, to: 5, charge: 0 },
      { from: 6, to: 15, charge: 15 },
    ]),
  ).toBeUndefined()
  expect(
    problem('time.lateness.brackets', [
      { from: 1, to: 5, charge: 0 },
      { from: 5, to: 15, charge: 15 },
    ]),
  ).toBeDefined()
  for (const value of ['', 'pay@demo.ph', 'Demo, Inc. <pay@demo.ph>']) expect(problem('mail_from', value)).toBeUndefined()
  for (const value of ['not an address', 'a@b', '<a@b.ph> c']) expect(problem('mail_from', value)).toBeDefined()
  expect(problem('help_center_url', 'javascript:alert(1)')).toBeDefined()
})
