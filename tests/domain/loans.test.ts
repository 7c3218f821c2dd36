import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Ajv } from 'ajv'
import { describe, expect, it } from 'vitest'
import { addMonths } from '../../src/domain/leave/calendar.ts'
import {
  endDate,
  instalmentDue,
  type Loan,
  type LoanEntry,
  type LoanRules,
  loanBalance,
  type Pause,
  settle,
} from '../../src/domain/loans/account.ts'
import { governmentLoanTerms, loanRemittance, remittanceDue } from '../../src/domain/loans/government.ts'
import { amortize, type LoanTerms } from '../../src/domain/loans/schedule.ts'
import { loanStatement } from '../../src/domain/loans/statement.ts'
import { centsText } from '../../src/domain/minor-units.ts'
import { toCents } from '../../src/kernel/decimal.ts'
import { DomainError } from '../../src/kernel/errors.ts'
import fc from '../properties.ts'

const dates = (count: number): string[] => Array.from({ length: count }, (_, index) => addMonths('2026-01-31', index))
const amounts = (terms: LoanTerms): string[] => amortize(terms).rows.map((row) => centsText(row.amount))

describe('amortization', () => {
  it('L8: 1,200 by instalments of 923: the last one is the remainder', () => {
    expect(amounts({ principal: 1200, method: 'none', instalments: 2, per_year: 12, instalment: 923 })).toEqual(['923.00', '277.00'])
  })
  it('without interest: equal instalments, the last takes the remainder', () => {
    expect(amounts({ principal: 1000, method: 'none', instalments: 3, per_year: 12 })).toEqual(['333.33', '333.33', '333.34'])
  })
  it('flat: interest on the original principal, spread evenly', () => {
    const schedule = amortize({ principal: 12000, method: 'flat', annual_rate: '0.12', instalments: 12, per_year: 12 })
    expect([centsText(schedule.interest), centsText(schedule.total), centsText(schedule.rows[0]!.amount)]).toEqual([
      '1440.00',
      '13440.00',
      '1120.00',
    ])
    expect(schedule.rows.map((row) => centsText(row.interest))).toEqual(Array.from({ length: 12 }, () => '120.00'))
  })
  it('flat: each instalment shows its principal, and the balance after it', () => {
    // 1,200 at 10% for a year: 120 of interest, 1,320 in twelve parts of 100 and 10.
    const { rows } = amortize({ principal: 1200, method: 'flat', annual_rate: '0.10', instalments: 12, per_year: 12 })
    expect([rows[0], rows[1], rows[11]]).toEqual([
      { no: 1, amount: 11000n, principal: 10000n, interest: 1000n, balance: 110000n },
      { no: 2, amount: 11000n, principal: 10000n, interest: 1000n, balance: 100000n },
      { no: 12, amount: 11000n, principal: 10000n, interest: 1000n, balance: 0n },
    ])
  })
  it('an instalment set by the agency takes as many as it needs, and one instalment is a loan', () => {
    expect(amounts({ principal: 1200, method: 'none', instalments: 2, per_year: 12, instalment: 400 })).toEqual([
      '400.00',
      '400.00',
      '400.00',
    ])
    expect(amounts({ principal: 1200, method: 'none', instalments: 1, per_year: 1 })).toEqual(['1200.00'])
    const { rows } = amortize({
      principal: 1000,
      method: 'diminishing',
      annual_rate: '0.12',
      instalments: 12,
      per_year: 12,
      instalment: '510',
    })
    // 1% of 1,000 is 10, of 500 it is 5: 510, then what is left with its interest.
    expect(rows.map((row) => [row.no, centsText(row.amount)])).toEqual([
      [1, '510.00'],
      [2, '505.00'],
    ])
  })
  it('diminishing: interest on the balance, level instalments', () => {
    const schedule = amortize({ principal: 20000, method: 'diminishing', annual_rate: '0.10', instalments: 24, per_year: 12 })
    // 20,000 × (0.10/12) ÷ (1 − (1 + 0.10/12)^−24) = 922.898…
    expect(centsText(schedule.rows[0]!.amount)).toBe('922.90')
    expect(centsText(schedule.rows[0]!.interest)).toBe('166.67')
    expect(schedule.rows).toHaveLength(24)
    expect(schedule.rows.at(-1)!.balance).toBe(0n)
    expect(schedule.trace()[0]!.text).toContain('24 instalments of 922.90')
  })

  const terms: fc.Arbitrary<LoanTerms> = fc.record({
    principal: fc.integer({ min: 100, max: 100_000_000 }).map((cents) => (cents / 100).toFixed(2)),
    method: fc.constantFrom('none', 'flat', 'diminishing'),
    annual_rate: fc.constantFrom('0', '0.0595', '0.08', '0.105', '0.36'),
    instalments: fc.integer({ min: 1, max: 60 }),
    per_year: fc.constantFrom(12, 24, 26, 52),
  })
  it('always repays the principal exactly, and never more than the balance', () => {
    fc.assert(
      fc.property(terms, (loanTerms) => {
        const { rows, principal, total } = amortize(loanTerms)
        expect(rows.reduce((sum, row) => sum + row.principal, 0n)).toBe(principal)
        expect(rows.reduce((sum, row) => sum + row.amount, 0n)).toBe(total)
        expect(rows.length).toBeLessThanOrEqual(loanTerms.instalments)
        for (const row of rows) {
          expect(row.amount).toBe(row.principal + row.interest)
          expect(row.amount >= 0n && row.interest >= 0n && row.balance >= 0n).toBe(true)
        }
        expect(rows.at(-1)!.balance).toBe(0n)
      }),
      { numRuns: 400 },
    )
  })

  it.each<[string, Partial<LoanTerms>, string]>([
    ['no principal', { principal: 0 }, 'principal'],
    ['a negative one', { principal: -5 }, 'principal'],
    ['no instalments', { instalments: 0 }, 'instalments'],
    ['no rate', { method: 'flat' }, 'annual_rate'],
    ['a way that does not exist', { method: 'compound' as never }, 'method'],
    ['a year without instalments', { per_year: 0 }, 'per_year'],
    ['a year of parts of instalments', { per_year: 12.5 }, 'per_year'],
    ['an instalment of nothing', { instalment: 0 }, 'instalment'],
    // 1% of 1,000 a month is 10: it would never end.
    ['an instalment of no more than the interest', { method: 'diminishing', annual_rate: '0.12', instalment: 10 }, 'instalment'],
    ['an instalment below the interest', { method: 'diminishing', annual_rate: 1, instalment: 5 }, 'instalment'],
  ])('%s names its field', (_name, change, field) => {
    try {
      amortize({ principal: 1000, method: 'none', instalments: 3, per_year: 12, ...change })
      expect.unreachable()
    } catch (error) {
      expect(error).toBeInstanceOf(DomainError)
      expect((error as DomainError).field).toBe(field)
    }
  })
})

/** Runs payrolls over the dates; `pay` says how much of what is due the employee's pay covers. */
function run(loan: Loan, pay: (due: bigint, index: number) => bigint = (due) => due): { paid: string[]; loan: Loan } {
  let ledger: readonly LoanEntry[] = loan.ledger
  const paid: string[] = []
  for (const [index, date] of loan.deduction_dates.entries()) {
    const { amount } = instalmentDue({ ...loan, ledger }, date)
    const taken = pay(amount, index)
    paid.push(centsText(taken))
    if (taken > 0n) ledger = [...ledger, { date, kind: 'payment', amount: centsText(taken) }]
  }
  return { paid, loan: { ...loan, ledger } }
}

const loan = (more: Partial<Loan> = {}): Loan => ({
  schedule: amortize({ principal: 1000, method: 'none', instalments: 4, per_year: 12 }),
  deduction_dates: dates(8),
  ledger: [],
  ...more,
})

describe('deductions', () => {
  it('follow the schedule and stop', () => {
    expect(run(loan()).paid).toEqual(['250.00', '250.00', '250.00', '250.00', '0.00', '0.00', '0.00', '0.00'])
    expect(endDate(loan())).toBe('2026-04-30')
  })
  it('skip a pause and end later', () => {
    const paused = loan({ pauses: [{ from: '2026-02-01', to: '2026-03-31' }] })
    expect(run(paused).paid).toEqual(['250.00', '0.00', '0.00', '250.00', '250.00', '250.00', '0.00', '0.00'])
    expect(endDate(paused)).toBe('2026-06-30')
    expect(instalmentDue(paused, '2026-02-28').trace()[0]!.text).toContain('paused')
  })
  it('collect with the next payroll what low pay left open', () => {
    expect(run(loan(), (due, index) => (index === 1 ? toCents(100) : due)).paid.slice(0, 5)).toEqual([
      '250.00',
      '100.00',
      '400.00',
      '250.00',
      '0.00',
    ])
  })
  it('add up what two low pays left open', () => {
    const low = [undefined, 100, 200]
    const paid = run(loan(), (due, index) => (low[index] === undefined ? due : toCents(low[index]!))).paid
    expect(paid.slice(0, 5)).toEqual(['250.00', '100.00', '200.00', '450.00', '0.00'])
  })
  it('or collect it at the end, where the rules say so', () => {
    const rules: LoanRules = { shortfall: 'at_end', skipped: 'at_end', rebate_unearned_interest: false }
    expect(run(loan({ rules }), (due, index) => (index === 1 ? toCents(100) : due)).paid.slice(0, 6)).toEqual([
      '250.00',
      '100.00',
      '250.00',
      '250.00',
      '150.00',
      '0.00',
    ])
  })
  it('are not doubled for a month without pay by default', () => {
    const skip = (due: bigint, index: number): bigint => (index === 1 ? 0n : due)
    expect(run(loan(), skip).paid.slice(0, 6)).toEqual(['250.00', '0.00', '250.00', '250.00', '250.00', '0.00'])
    const rules: LoanRules = { shortfall: 'next_payroll', skipped: 'next_payroll', rebate_unearned_interest: false }
    expect(run(loan({ rules }), skip).paid.slice(0, 5)).toEqual(['250.00', '0.00', '500.00', '250.00', '0.00'])
  })
  it('restore what a voided payroll deducted', () => {
    const loanOnce = run(loan()).loan
    const undone = { ...loanOnce, ledger: [...loanOnce.ledger, { date: '2026-02-28', kind: 'reversal', amount: 250 } as LoanEntry] }
    expect(centsText(loanBalance(undone, '2026-12-31'))).toBe('250.00')
  })
  it('count manual payments', () => {
    const early = loan({ ledger: [{ date: '2026-01-15', kind: 'manual_payment', amount: 600 }] })
    expect(run(early).paid.slice(0, 3)).toEqual(['250.00', '150.00', '0.00'])
  })
  it('are paused from the first to the last day of a pause, and while it has no end', () => {
    const day = loan({ pauses: [{ from: '2026-02-28', to: '2026-02-28' }] })
    expect(run(day).paid.slice(0, 4)).toEqual(['250.00', '0.00', '250.00', '250.00'])
    const open = loan({ pauses: [{ from: '2026-02-28' }] })
    expect(run(open).paid).toEqual(['250.00', '0.00', '0.00', '0.00', '0.00', '0.00', '0.00', '0.00'])
    expect(() => instalmentDue(loan({ pauses: [{ from: 'soon' }] }), '2026-01-31')).toThrow(DomainError)
  })
  it('collect no arrears during a pause or on another date', () => {
    const ledger: LoanEntry[] = [{ date: '2026-01-31', kind: 'payment', amount: 100 }]
    const owing = loan({ ledger, pauses: [{ from: '2026-02-01', to: '2026-03-01' }] })
    expect(['2026-02-15', '2026-02-28', '2026-03-31'].map((date) => centsText(instalmentDue(owing, date).amount))).toEqual([
      '0.00',
      '0.00',
      '400.00',
    ])
    expect(instalmentDue(owing, '2026-03-31').trace()[0]!.text).toContain('Instalment 250.00 and 150.00 that was left before')
  })
  it('count what payrolls deducted on the same date, nothing that was paid by hand, and nothing twice', () => {
    const due = (...entries: [LoanEntry['kind'], number][]): string =>
      centsText(
        instalmentDue(loan({ ledger: entries.map(([kind, amount]) => ({ date: '2026-01-31', kind, amount })) }), '2026-01-31').amount,
      )
    expect([due(['payment', 100]), due(['payment', 250]), due(['payment', 300])]).toEqual(['150.00', '0.00', '0.00'])
    expect([due(['payment', 250], ['reversal', 250]), due(['manual_payment', 250])]).toEqual(['250.00', '250.00'])
    const before = loan({ ledger: [{ date: '2026-01-31', kind: 'payment', amount: 300 }] })
    expect(centsText(instalmentDue(before, '2026-02-28').amount)).toBe('250.00')
  })
  it('with the last instalment and after it are at least as large as the first, until nothing is owed', () => {
    // 200 in three: 66.67, 66.67 and 66.66. The first payroll could take 60.
    const schedule = amortize({ principal: 200, method: 'none', instalments: 3, per_year: 12 })
    const rules: LoanRules = { shortfall: 'at_end', skipped: 'at_end', rebate_unearned_interest: false }
    const { paid } = run(loan({ schedule, rules }), (due, index) => (index === 0 ? toCents(60) : due))
    expect(paid.slice(0, 5)).toEqual(['60.00', '66.67', '66.67', '6.66', '0.00'])
    // 1,000 in three ends with 333.34, the larger part.
    const larger = amortize({ principal: 1000, method: 'none', instalments: 3, per_year: 12 })
    expect(run(loan({ schedule: larger })).paid.slice(0, 4)).toEqual(['333.33', '333.33', '333.34', '0.00'])
  })
  it('are zero where more was paid than is owed, and a date ignores later ones', () => {
    const over = loan({ ledger: [{ date: '2026-03-15', kind: 'manual_payment', amount: 1100 }] })
    expect([instalmentDue(over, '2026-03-31').amount, instalmentDue(over, '2026-03-31').balance]).toEqual([0n, -10000n])
    expect([loanBalance(over, '2026-03-14'), loanBalance(over, '2026-03-15')]).toEqual([100000n, -10000n])
    expect(settle(over, '2026-03-31')).toMatchObject({ amount: 0n, rebate: 0n })
  })
  it('refuse an invalid entry by name', () => {
    const balanceWith = (entry: object) => () => loanBalance(loan({ ledger: [entry as LoanEntry] }), '2026-12-31')
    expect(balanceWith({ date: '2026-01-01', kind: 'gift', amount: 1 })).toThrow(expect.objectContaining({ field: 'ledger.0.kind' }))
    expect(balanceWith({ date: '2026-1-1', kind: 'payment', amount: 1 })).toThrow(expect.objectContaining({ field: 'ledger.0.date' }))
  })
  it('are zero on other dates, and errors are named', () => {
    expect(instalmentDue(loan(), '2026-01-30').amount).toBe(0n)
    expect(() => instalmentDue(loan({ pauses: [{ from: '2026-03-01', to: '2026-02-01' }] }), '2026-01-31')).toThrow(DomainError)
    expect(() => loanBalance(loan({ ledger: [{ date: '2026-01-01', kind: 'payment', amount: -1 }] }), '2026-12-31')).toThrow(DomainError)
  })

  const pause: fc.Arbitrary<Pause> = fc
    .tuple(fc.integer({ min: 0, max: 20 }), fc.integer({ min: 0, max: 5 }))
    .map(([from, length]) => ({ from: addMonths('2026-01-15', from), to: addMonths('2026-01-20', from + length) }))
  const terms: fc.Arbitrary<LoanTerms> = fc.record({
    principal: fc.integer({ min: 1_000, max: 10_000_000 }).map((cents) => (cents / 100).toFixed(2)),
    method: fc.constantFrom('none', 'flat', 'diminishing'),
    annual_rate: fc.constantFrom('0.08', '0.105'),
    instalments: fc.integer({ min: 1, max: 24 }),
    per_year: fc.constant(12),
  })
  it('have the same total with and without pauses', () => {
    fc.assert(
      fc.property(terms, fc.array(pause, { maxLength: 4 }), (loanTerms, pauses) => {
        const schedule = amortize(loanTerms)
        const all = (account: Loan): bigint => run(account).paid.reduce((sum, amount) => sum + toCents(amount), 0n)
        const plain: Loan = { schedule, deduction_dates: dates(60), ledger: [] }
        expect(all(plain)).toBe(schedule.total)
        expect(all({ ...plain, pauses })).toBe(schedule.total)
      }),
      { numRuns: 150 },
    )
  })
  it('have the same total whatever pay covers, and the balance is never negative', () => {
    const rules: fc.Arbitrary<LoanRules> = fc.record({
      shortfall: fc.constantFrom('next_payroll', 'at_end'),
      skipped: fc.constantFrom('next_payroll', 'at_end'),
      rebate_unearned_interest: fc.boolean(),
    })
    fc.assert(
      fc.property(terms, rules, fc.array(fc.constantFrom(0n, 1n, 2n), { minLength: 12, maxLength: 12 }), (loanTerms, rule, shares) => {
        const schedule = amortize(loanTerms)
        const result = run({ schedule, deduction_dates: dates(80), ledger: [], rules: rule }, (due, index) =>
          index < 12 ? (due * shares[index]!) / 2n : due,
        )
        expect(loanBalance(result.loan, '2036-01-01')).toBe(0n)
      }),
      { numRuns: 150 },
    )
  })
})

describe('what users see', () => {
  it('the statement has the balance after each entry', () => {
    const paid = run(loan({ deduction_dates: dates(2) })).loan
    const undone = {
      ...paid,
      ledger: [...paid.ledger, { date: '2026-03-05', kind: 'reversal', amount: 250, reference: 'PR-2' } as LoanEntry],
    }
    expect(
      loanStatement(undone, '2026-01-02', 'LN-1').map(
        (row) => `${row.date} ${row.what} ${centsText(row.debit)} ${centsText(row.credit)} ${centsText(row.balance)}`,
      ),
    ).toEqual([
      '2026-01-02 release 1000.00 0.00 1000.00',
      '2026-01-31 payment 0.00 250.00 750.00',
      '2026-02-28 payment 0.00 250.00 500.00',
      '2026-03-05 reversal 250.00 0.00 750.00',
    ])
  })
})

describe('early settlement', () => {
  const terms: LoanTerms = { principal: 12000, method: 'flat', annual_rate: '0.12', instalments: 12, per_year: 12 }
  const two = (schedule: Loan['schedule']): Loan => ({
    schedule,
    deduction_dates: dates(12),
    ledger: dates(2).map((date, index) => ({ date, kind: 'payment', amount: centsText(schedule.rows[index]!.amount) })),
  })
  it('of a flat loan costs all of it', () => {
    const found = settle(two(amortize(terms)), '2026-02-28')
    expect([centsText(found.amount), found.rebate]).toEqual(['11200.00', 0n])
  })
  it('of a flat loan with rebate leaves out unearned interest', () => {
    const settled = {
      ...two(amortize(terms)),
      rules: { shortfall: 'next_payroll', skipped: 'at_end', rebate_unearned_interest: true } as LoanRules,
    }
    const found = settle(settled, '2026-02-28')
    expect([centsText(found.amount), centsText(found.rebate)]).toEqual(['10000.00', '1200.00'])
  })
  it('rebates at most the interest still owed', () => {
    const rules: LoanRules = { shortfall: 'next_payroll', skipped: 'at_end', rebate_unearned_interest: true }
    const ledger: LoanEntry[] = [{ date: '2026-01-15', kind: 'manual_payment', amount: 13000 }]
    // 13,440 less 13,000: the 440 left are less than the 1,440 of interest not earned.
    expect(settle({ schedule: amortize(terms), deduction_dates: dates(12), ledger, rules }, '2026-01-20')).toMatchObject({
      amount: 0n,
      rebate: 44000n,
    })
  })
  it('of a diminishing loan costs the outstanding principal', () => {
    const schedule = amortize({ ...terms, method: 'diminishing' })
    const found = settle(two(schedule), '2026-02-28')
    expect(found.amount).toBe(schedule.rows[1]!.balance)
    const single = two(schedule)
    const settled: Loan = {
      ...single,
      ledger: [
        ...single.ledger,
        { date: '2026-02-28', kind: 'settlement', amount: centsText(found.amount) },
        { date: '2026-02-28', kind: 'rebate', amount: centsText(found.rebate) },
      ],
    }
    expect(loanBalance(settled, '2026-02-28')).toBe(0n)
    expect(settle(settled, '2026-03-31').amount).toBe(0n)
  })
})

describe('government loans', () => {
  it('have the terms of the date on which they were granted', () => {
    expect([
      governmentLoanTerms('sss_salary', '2025-01-15').annual_rate,
      governmentLoanTerms('sss_salary', '2026-01-15').annual_rate,
    ]).toEqual([0.1, 0.08])
    expect(governmentLoanTerms('pagibig_multi_purpose', '2026-01-15').annual_rate).toBe(0.105)
    expect(() => governmentLoanTerms('sss_salary', '1999-01-01')).toThrow(DomainError)
  })
  it('are remitted as deducted, and shortfalls are reported', () => {
    const remittance = loanRemittance('sss', '2026-05', 'Mabuhay Trading', [
      { employee: 'E1', agency: 'sss', loan: 'sss_salary', reference: 'A', billed: '922.90', deducted: '461.45' },
      { employee: 'E1', agency: 'sss', loan: 'sss_salary', reference: 'A', billed: 0, deducted: '461.45' },
      { employee: 'E2', agency: 'sss', loan: 'sss_calamity', reference: 'B', billed: 500, deducted: 300 },
      { employee: 'E2', agency: 'pagibig', loan: 'pagibig_calamity', reference: 'C', billed: 500, deducted: 500 },
    ])
    expect(remittance.rows.map((row) => `${row.employee} ${centsText(row.remitted)} ${centsText(row.short)}`)).toEqual([
      'E1 922.90 0.00',
      'E2 300.00 200.00',
    ])
    expect([centsText(remittance.total), centsText(remittance.short), remittance.due_on]).toEqual(['1222.90', '200.00', '2026-06-30'])
    expect(remittance.trace()[0]!.text).toContain('200.00 was billed and not deducted')
  })
  it.each([
    ['sss', '2026-12', 'Anything', '2027-01-31'],
    ['pagibig', '2026-05', 'Aboitiz', '2026-06-14'],
    ['pagibig', '2026-05', 'Lucky', '2026-06-19'],
    ['pagibig', '2026-05', 'mabuhay', '2026-06-24'],
    ['pagibig', '2026-01', 'Zest', '2026-02-28'],
    ['pagibig', '2026-05', '7-Mart', '2026-06-30'],
  ] as const)('%s of %s for %s is due on %s', (agency, month, name, expected) => {
    expect(remittanceDue(agency, month, name).due_on).toBe(expected)
  })
  it('use data that match their schema', () => {
    const read = (path: string) => JSON.parse(readFileSync(join(import.meta.dirname, '../..', path), 'utf8')) as object
    const validate = new Ajv({ formats: { date: /^\d{4}-\d\d-\d\d$/ } }).compile(read('schemas/statutory/government-loans.json'))
    validate(read('src/domain/loans/tables/government-loans.json'))
    expect(validate.errors ?? []).toEqual([])
  })
})
