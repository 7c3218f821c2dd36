/** Service charges (RA 11360): all that is collected is distributed, to the centavo. */
import { expect, test } from 'vitest'
import * as payroll from '../../src/domain/payroll/index.ts'
import { Decimal } from '../../src/kernel/decimal.ts'
import fc from '../properties.ts'
import { monthly, pay } from './payroll-support.ts'

const texts = (shares: readonly Decimal[]): string[] => shares.map((share) => share.toFixed(2))

test('10,000 by 12, 11 and 10 days, and in equal shares: remaining centavos go to the largest fraction, then to the first', () => {
  expect(texts(payroll.serviceChargeShares('10000', [12, 11, 10]))).toEqual(['3636.37', '3333.33', '3030.30'])
  expect(texts(payroll.serviceChargeShares('10000', [1, 1, 1]))).toEqual(['3333.34', '3333.33', '3333.33'])
  expect(texts(payroll.serviceChargeShares('0.02', ['7.5', 0, '7.5', '7.5']))).toEqual(['0.01', '0.00', '0.01', '0.00'])
  expect(() => payroll.serviceChargeShares('10', [0, 0])).toThrow('No employee has days or hours')
})

test('the shares equal the collected charge, whatever the weights', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 100_000_000 }),
      fc
        .array(fc.integer({ min: 0, max: 160_000 }), { minLength: 1, maxLength: 40 })
        .filter((weights) => weights.some((weight) => weight > 0)),
      (cents, weights) => {
        const shares = payroll.serviceChargeShares(
          new Decimal(cents).div(100),
          weights.map((weight) => new Decimal(weight).div(10_000)),
        )
        const sum = shares.reduce((all, share) => all.plus(share), new Decimal(0))
        expect(sum.times(100).toNumber()).toBe(cents)
        weights.forEach((weight, index) => weight === 0 && expect(shares[index]!.isZero()).toBe(true))
      },
    ),
  )
})

test('a share is taxable supplementary pay, counts for the SSS and not for the 13th month, and has an explanation', () => {
  const explained = payroll.shareExplained({
    charge: 'SC-2026-000001',
    date_from: '2026-07-01',
    date_to: '2026-07-15',
    collected: '10000.00',
    method: 'days',
    weight: '12.0000',
    total_weight: '33.0000',
    amount: '3636.37',
  })
  const slip = pay(
    monthly('30450', {
      items: [
        {
          code: 'SC',
          name: 'Service charge',
          kind: 'supplementary',
          amount: '3636.37',
          account_role: 'service_charges_payable',
          explained,
        },
      ],
    }),
  )
  const line = slip.lines.find(({ code }) => code === 'SC')!
  expect([line.taxability, line.counts.sss, line.counts.thirteenth_month, line.account_role]).toEqual([
    'supplementary',
    true,
    false,
    'service_charges_payable',
  ])
  expect(line.explain().formula).toBe('10,000.00 × 12 of 33 days = 3,636.37')
  expect(line.explain().words).toContain('RA 11360')
})
