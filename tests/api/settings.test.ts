/** Settings are refused, field by field, where no rule could work with them. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Call, createClient } from './client.ts'
import { startInstance } from './instance.ts'

let admin: Call
let stop: () => Promise<void>
beforeAll(async () => {
  const instance = await startInstance('settings', ['SETT'])
  stop = instance.stop
  admin = createClient(instance.server, 'SETT').user('admin')
})
afterAll(() => stop())

test('one value beyond the limits of its setting refuses the whole request', async () => {
  const { status, body } = await admin('PATCH', 'settings', {
    aging_buckets: 'abc',
    session_hours: 0,
    lockout_minutes: -1,
    login_attempts: 2.5,
    'time.night.from': 9999,
    'time.lateness.brackets': [{ from: 5, to: 1, charge: 15 }],
    mail_from: 'not an address',
    over_receipt_percent: 6,
  })
  expect([status, body.errors]).toEqual([
    400,
    {
      aging_buckets: ['Enter four whole numbers of days, each higher than the one before, like [30, 60, 90, 120].'],
      session_hours: ['Enter 1 or more.'],
      lockout_minutes: ['Enter 1 or more.'],
      login_attempts: ['Enter a whole number.'],
      'time.night.from': ['Enter 1440 or less.'],
      'time.lateness.brackets': [expect.stringMatching(/^Enter rows of from, to and charge/)],
      mail_from: [expect.stringMatching(/^Enter an e-mail address/)],
    },
  ])
  const settings = (await admin('GET', 'settings')).body.data as { key: string }[]
  expect(settings.find(({ key }) => key === 'over_receipt_percent')).toMatchObject({ value: 0, minimum: 0, is_integer: false })
  expect((await admin('PATCH', 'settings', { aging_buckets: [15, 30, 45, 60], mail_from: 'Demo <pay@demo.ph>' })).status).toBe(200)
})

test('approval levels must name existing roles, users and fields', async () => {
  const key = 'purchase_order.approval_levels'
  const set = (levels: unknown) => admin('PATCH', 'settings', { [key]: levels })
  expect((await set([{ role: 'NOPE' }, { user_id: 999_999 }, { field: 'nothing_id' }])).body.errors).toEqual({
    [key]: [
      'Level 1: there is no active role with the code NOPE.',
      'Level 2: there is no active user 999999.',
      'Level 3: the documents have no field nothing_id.',
    ],
  })
  for (const levels of ['APPROVER', [1], [{ roll: 'APPROVER' }], [{ role: 'APPROVER', quorum: 0 }]])
    expect((await set(levels)).body.errors).toEqual({ [key]: [expect.stringMatching(/^Enter a list of levels/)] })
  const levels = [{ role: 'approver' }, { role: 'ACCOUNTANT', from_amount: 50_000, quorum: 2 }, { manager: true }, {}]
  expect((await set(levels)).status).toBe(200)
})
