/** What a transition asks for is held to what the record's fields say. */
import { expect, it } from 'vitest'
import type { Row } from '../../engine/model/module.ts'
import type { EvalEnv } from '../../engine/runtime/expressions/index.ts'
import { loadWorld } from '../../engine/testing.ts'
import type { AppError } from '../platform/errors.ts'
import { readInput } from './input.ts'

const ENV: EvalEnv = {
  user: {},
  company: {},
  branch: {},
  settings: {},
  today: () => '2026-01-15',
  now: () => '2026-01-15T00:00:00.000Z',
  words: () => '',
  lookup: () => 0,
}
const { modules, problems } = loadWorld({
  'buy/trip': {
    kind: 'document',
    fields: {
      odometer_out: { type: 'integer', minimum: 0, check: { expr: 'odometer_out < 900', message: 'Too far.' } },
      odometer_in: { type: 'integer', minimum: 0, check: { expr: 'odometer_in >= odometer_out', message: 'It came back younger.' } },
      returned_on: { type: 'date' },
      seen_on: { type: 'date', check: { expr: 'returned_on <= seen_on', message: 'Seen before it returned.' } },
      fuel: { type: 'quantity', exclusiveMinimum: 0, maximum: 80 },
      note: { type: 'text', pattern: '^[A-Z]+$', requiredWhen: 'fuel > 50' },
    },
    workflow: {
      extends: 'document',
      transitions: {
        post: {
          input: {
            odometer_in: { required: true },
            returned_on: {},
            fuel: { minimum: 5 },
            note: {},
            extra: { type: 'text', requiredWhen: 'odometer_in > 800' },
          },
          effects: [{ 'ledger.post': { entries: [] } }],
        },
      },
    },
  },
})
const trip = modules.get('trip')!

const given = (sent: Row, record: Row = { odometer_out: 100 }): unknown => {
  try {
    return readInput(trip, trip.workflow!.transitions.post!, { sent, record, env: ENV, rights: { sees: () => true, modules } })
  } catch (error) {
    return (error as AppError).errors
  }
}

it('checks the fields with the record as stored', () => {
  expect(problems).toEqual([])
  expect(given({ odometer_in: 50 })).toEqual({ odometer_in: ['It came back younger.'] })
  expect(Object.keys(given({ odometer_in: 150 }) as Row)).toEqual(['odometer_in'])
  // A check of another field that is compared with what is asked for.
  const record = { odometer_out: 1, seen_on: '2026-01-10' }
  expect(given({ odometer_in: 5, returned_on: '2026-01-12' }, record)).toEqual({ returned_on: ['Seen before it returned.'] })
  expect(given({ odometer_in: 5, returned_on: '2026-01-12' }, { odometer_out: 1 })).toMatchObject({ returned_on: '2026-01-12' })
})

it('applies the limits of the fields unless the form sets others', () => {
  expect(given({ odometer_in: -5 })).toHaveProperty('odometer_in')
  expect(given({ odometer_in: 500, fuel: 4 })).toHaveProperty('fuel')
  expect(given({ odometer_in: 500, fuel: 90 })).toHaveProperty('fuel')
  expect(given({ odometer_in: 500, note: 'abc' })).toHaveProperty('note')
})

it('requires required fields, also those required by a condition', () => {
  expect(given({})).toEqual({ odometer_in: ['Field is required'] })
  expect(given({ odometer_in: 801 })).toEqual({ extra: ['Field is required'] })
})

it('applies the required rule of the field', () => {
  expect(given({ odometer_in: 150, fuel: 60 })).toEqual({ note: ['Field is required'] })
  expect(given({ odometer_in: 150, fuel: 60, note: 'A' })).toHaveProperty('note', 'A')
})
