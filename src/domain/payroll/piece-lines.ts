/** The lines of employees paid by results: their output at the rate of each piece, and the rest up to the minimum wage. */

import { Decimal, round2, ZERO } from '../../kernel/decimal.ts'
import { DomainError } from '../../kernel/errors.ts'
import { knownMinimumWage, pesos, type RuleUsed, readPositive } from '../statutory/index.ts'
import { type Earning, total } from './lines.ts'
import { KINDS } from './pay-item-kinds.ts'
import type { Job } from './payslip-context.ts'
import { pieceRateTopUp } from './piece-rate.ts'
import type { PieceWork } from './piece-work.ts'
import { termsOn } from './terms.ts'

const RESULTS: RuleUsed = { table: 'Pay by results', effective_from: '1974-11-01', source: 'Labor Code arts. 101 and 124' }

/** One line for each kind of piece and rate, and one for what is added up to the minimum wage. None for other employees. */
export function piecePay(job: Job): Earning[] {
  const made = job.input.piece_work ?? []
  if (!job.employee.paid_by_piece) {
    if (made.length) throw new DomainError('piece_work', 'The employee is not paid by piece')
    return []
  }
  if (job.current.rate_type === 'monthly')
    throw new DomainError('employee.rate_type', 'An employee paid by piece needs a daily or hourly rate, not a monthly one')
  const lines: Earning[] = []
  for (const [key, works] of Map.groupBy(made, (work) => `${work.piece}|${String(work.rate)}`)) {
    const [first] = works as [PieceWork]
    const quantity = works.reduce((all, { quantity: pieces }) => all.plus(readPositive(pieces, 'piece_work.quantity')), ZERO)
    const rate = readPositive(first.rate, 'piece_work.rate')
    const amount = round2(quantity.times(rate))
    if (amount.isZero()) continue
    lines.push({
      code: `PIECE-${key.replace('|', '-')}`,
      name: first.name,
      kind: KINDS.basic,
      quantity,
      unit: 'period',
      rate,
      amount,
      words: () =>
        `${first.name}: your output on ${works.length === 1 ? 'one day' : `${new Set(works.map(({ date }) => date)).size} days`}, at the rate of a piece.`,
      formula: () => `${quantity.toString()} pieces × ${rate.toString()} = ${pesos(amount)}`,
      inputs: () => Object.fromEntries(works.map((work) => [`${work.date}.pieces`, String(work.quantity)])),
      rules: () => [RESULTS],
    })
  }
  const topUp = topUpLine(job, made)
  return topUp ? [...lines, topUp] : lines
}

interface Day {
  readonly date: string
  readonly earned: Decimal
  readonly hours: Decimal
  readonly minimum: Decimal
  readonly topUp: Decimal
  readonly source: string
}

/** What each day's output lacks to the minimum wage of its hours: of the region, or the employee's daily rate where none is known. */
function topUpLine(job: Job, made: readonly PieceWork[]): Earning | undefined {
  const days = [...Map.groupBy(made, ({ date }) => date)]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([date, works]): Day => {
      const terms = termsOn(job.terms, date)
      const { region, wage_category } = terms.employee
      const row = region ? knownMinimumWage(job.tables, date, region, wage_category) : undefined
      const minimum = row?.per === 'day' ? row.rate : terms.rates.daily
      const earned = works.reduce(
        (all, { quantity, rate }) => all.plus(readPositive(quantity, 'piece_work.quantity').times(readPositive(rate, 'piece_work.rate'))),
        ZERO,
      )
      const hours = works.reduce((all, work) => all.plus(readPositive(work.hours, 'piece_work.hours')), ZERO)
      return { date, earned, hours, minimum, topUp: pieceRateTopUp(earned, hours, minimum), source: row?.source ?? 'Agreed daily rate' }
    })
  const short = days.filter(({ topUp }) => !topUp.isZero())
  const amount = total(short, ({ topUp }) => topUp)
  if (amount.isZero()) return undefined
  const sources = [...new Set(short.map(({ source }) => source))].join('; ')
  return {
    code: 'PIECE_TOP_UP',
    name: 'Addition up to the minimum wage',
    kind: KINDS.basic,
    quantity: new Decimal(short.length),
    unit: 'day',
    rate: amount.div(short.length),
    amount,
    words: () => 'On these days your output was below the minimum wage for the hours that you worked: your employer pays the rest.',
    formula: () =>
      `${short
        .map(
          ({ date, hours, minimum, earned, topUp }) =>
            `${pesos(minimum)} × ${hours.toString()} ÷ 8 h − ${pesos(round2(earned))} = ${pesos(topUp)} (${date})`,
        )
        .join(' + ')}${short.length > 1 ? ` = ${pesos(amount)}` : ''}`,
    inputs: () => Object.fromEntries(short.map(({ date, earned }) => [`${date}.earned`, pesos(round2(earned))])),
    rules: () => [{ ...RESULTS, source: `${RESULTS.source}; ${sources}` }],
  }
}
