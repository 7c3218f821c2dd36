/** The cards of a list by period: its records, and the periods that are expected to have one. */

import type { Field, Module, PeriodLength, Periods, Row } from '../../../engine/model/module.ts'
import { addMonths } from '../../../kernel/dates.ts'
import { displayText } from '../../fields/display.ts'
import type { Filters } from '../index/url-state.ts'

export interface Card {
  readonly key: string
  readonly row: Row
  /** No record exists yet. */
  readonly isExpected: boolean
}

export interface PeriodCards {
  readonly year: number
  /** Number of the month or quarter in its year; of a year, the year. */
  readonly number: number
  readonly cards: readonly Card[]
}

const MONTHS: Readonly<Record<PeriodLength, number>> = { month: 1, quarter: 3, year: 12 }

/** The year that the cards open with: that of the last whole period, whose papers are due now. */
export const firstYear = ({ of: length }: Periods, today: string): number =>
  Number(addMonths(`${today.slice(0, 7)}-01`, -MONTHS[length]).slice(0, 4))

/** Which paper of its period a row is, in words; empty where a period has only one. */
export const paperOf = (module: Module, row: Row): string =>
  (module.periods?.paper ?? [])
    .flatMap((name) => {
      const field = module.field[name]
      return field ? [displayText(field, row[name], field.refAs && row[field.refAs])] : []
    })
    .filter(Boolean)
    .join(' · ')

const keyOf = ({ of: length, paper }: Periods, row: Row): string =>
  ['year', length, ...paper].map((name) => (row[name] === null || row[name] === undefined ? '' : String(row[name]))).join('|')

/** Whether a period without a record is within the filters of the list. */
export const holds = (filters: Filters, row: Row): boolean =>
  Object.entries(filters).every(([name, { eq, in: list, ...others }]) => {
    if (Object.keys(others).length > 0 || !(name in row)) return false
    const value = String(row[name])
    return (eq === undefined || eq === value) && (list === undefined || list.split(',').includes(value))
  })

/** Place of a row among the papers of its period: choices in their order. */
const placeOf = (module: Module, row: Row): number[] =>
  module.periods!.paper.map((name) => module.field[name]?.options?.findIndex(({ value }) => value === row[name]) ?? Number(row[name] ?? 0))
const inOrder = (a: readonly number[], b: readonly number[]): number => a.map((place, index) => place - b[index]!).find(Boolean) ?? 0

/** Periods, the latest first, with their cards in the order of their papers, with or without a record. */
export function periodsOf(
  module: Module,
  rows: readonly Row[],
  expected: readonly Row[],
  { search = '', filters = {} }: { readonly search?: string; readonly filters?: Filters } = {},
): PeriodCards[] {
  const periods = module.periods!
  const present = new Set(rows.map((row) => keyOf(periods, row)))
  const missing = search ? [] : expected.filter((row) => !present.has(keyOf(periods, row)) && holds(filters, row))
  const cards = [
    ...rows.map((row): Card => ({ key: String(row.id), row, isExpected: false })),
    ...missing.map((row): Card => ({ key: keyOf(periods, row), row, isExpected: true })),
  ]
  const sorted = (some: readonly Card[]): Card[] => some.toSorted((a, b) => inOrder(placeOf(module, a.row), placeOf(module, b.row)))
  const groups = Map.groupBy(cards, ({ row }) => Number(row.year) * 100 + (periods.of === 'year' ? 0 : Number(row[periods.of])))
  return [...groups]
    .sort(([a], [b]) => b - a)
    .map(([, some]) => ({ year: Number(some[0]!.row.year), number: Number(some[0]!.row[periods.of]), cards: sorted(some) }))
}

/** Values that the record of a card without one begins with, for the given inputs. */
export const valuesFor = ({ of: length, paper }: Periods, row: Row, inputs: readonly Pick<Field, 'name' | 'type'>[]): Row =>
  Object.fromEntries(
    inputs.flatMap(({ name, type }): [string, unknown][] => {
      if (length === 'month' && type === 'month') return [[name, `${String(row.year)}-${String(row.month).padStart(2, '0')}`]]
      return ['year', length, ...paper].includes(name) && row[name] !== null && row[name] !== undefined ? [[name, row[name]]] : []
    }),
  )
