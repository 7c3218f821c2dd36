/** BIR form 2316: the item of each amount of a year, the sums of its parts, and the tax due. */
import { describe, expect, test } from 'vitest'
import { form2316, type PaidItem, type YearOfPay } from '../../src/domain/payroll/index.ts'
import { STATUTORY } from '../../src/domain/statutory/index.ts'
import { dec, ZERO } from '../../src/kernel/decimal.ts'

const NOTHING: YearOfPay = {
  gross: ZERO,
  nontaxable_13th: ZERO,
  taxable_13th: ZERO,
  de_minimis: ZERO,
  contributions: ZERO,
  taxable: ZERO,
  withheld: ZERO,
}
const year = (sums: Partial<Record<keyof YearOfPay, number>>): YearOfPay => ({
  ...NOTHING,
  ...Object.fromEntries(Object.entries(sums).map(([name, amount]) => [name, dec(amount)])),
})
const item = (code: string, kind: string | null, taxable: number, exempt = 0, is_earning = true): PaidItem => ({
  code,
  kind,
  is_earning,
  amount: dec(taxable + exempt),
  taxable: dec(taxable),
  exempt: dec(exempt),
})
const NO_PREVIOUS = { taxable: ZERO, withheld: ZERO }
/** The boxes that are not zero, as numbers. */
const boxes = (items: readonly PaidItem[], paid: YearOfPay, whole = paid, previous = NO_PREVIOUS) =>
  Object.fromEntries(
    Object.entries(form2316({ year: 2026, items, paid, whole, previous }, STATUTORY))
      .filter(([, amount]) => !amount.isZero())
      .map(([name, amount]) => [name, amount.toNumber()]),
  )

describe('form 2316', () => {
  test('each kind of pay has its box; contributions and dues are deducted from basic salary', () => {
    const paid = year({
      gross: 898_000,
      nontaxable_13th: 90_000,
      taxable_13th: 10_000,
      de_minimis: 30_000,
      contributions: 36_000,
      taxable: 725_600,
      withheld: 80_000,
    })
    const found = boxes(
      [
        item('BASIC', 'basic', 620_000),
        item('ABSENT', 'basic', -20_000),
        item('OVERTIME', 'premium', 40_000),
        item('HOLIDAY', 'premium', 9_000),
        item('NIGHT', 'premium', 1_000),
        item('TRANSPORT', 'allowance', 24_000),
        item('MEAL', 'allowance', 12_000),
        item('COMMISSION', 'commission', 60_000),
        item('13TH_MONTH', '13th_month', 0, 50_000),
        item('BONUS', 'bonus', 10_000, 40_000),
        item('DM_RICE', 'de_minimis', 0, 30_000),
        item('RETRO', 'supplementary', 8_000),
        item('REIMBURSE', 'reimbursement', 0),
        item('UNION_DUES', 'union_dues', -2_400, 0, false),
      ],
      paid,
    )
    expect(found).toEqual({
      '19': 884_000,
      '20': 158_400,
      '21': 725_600,
      '23': 725_600,
      '24': 87_620,
      '25A': 80_000,
      '26': 80_000,
      '28': 80_000,
      '34': 90_000,
      '35': 30_000,
      '36': 38_400,
      '38': 158_400,
      '39': 561_600,
      '41': 24_000,
      '44A': 12_000,
      '45': 60_000,
      '48': 10_000,
      '50': 40_000,
      '51A': 10_000,
      '51B': 8_000,
      '52': 725_600,
    })
  })

  test('a minimum wage earner’s wage and premiums are exempt, and no tax is due', () => {
    const paid = year({ gross: 230_000, contributions: 16_000 })
    const found = boxes(
      [
        item('BASIC', 'basic', 0, 200_000),
        item('OVERTIME', 'premium', 0, 20_000),
        item('HOLIDAY', 'premium', 0, 6_000),
        item('NIGHT', 'premium', 0, 4_000),
      ],
      paid,
    )
    expect(found).toEqual({
      '19': 230_000,
      '20': 230_000,
      '29': 184_000,
      '30': 6_000,
      '31': 20_000,
      '32': 4_000,
      '36': 16_000,
      '38': 230_000,
    })
  })

  test('basic salary of a year below the exempt amount is non-taxable; the pay of a previous employer counts for that', () => {
    const paid = year({ gross: 240_000, contributions: 20_000, taxable: 220_000 })
    const lines = [item('BASIC', 'basic', 240_000)]
    expect(boxes(lines, paid)).toEqual({ '19': 240_000, '20': 240_000, '29': 220_000, '36': 20_000, '38': 240_000 })
    expect(boxes(lines, paid, paid, { taxable: dec(100_000), withheld: dec(1_000) })).toMatchObject({
      '22': 100_000,
      '23': 320_000,
      '24': 10_500,
      '25B': 1_000,
      '39': 220_000,
    })
  })

  test('opening sums of the year are separated as far as their record allows', () => {
    const whole = year({
      gross: 700_000,
      nontaxable_13th: 60_000,
      taxable_13th: 5_000,
      de_minimis: 15_000,
      contributions: 25_000,
      taxable: 590_000,
      withheld: 60_000,
    })
    // 10,000 of the gross is neither taxed nor any of the exempt sums.
    expect(boxes([], NOTHING, whole)).toMatchObject({
      '19': 700_000,
      '34': 60_000,
      '35': 15_000,
      '36': 25_000,
      '37': 10_000,
      '39': 585_000,
      '48': 5_000,
      '52': 590_000,
    })
  })
})
