/**
 * Postings that cannot balance. Any effect parameter that lists entries with `debit` or `credit` and an
 * `amount` is taken as a posting: its roles must exist, and it is tried on made-up records, computed as the
 * server would. A posting that balances for none of them can balance for no document.
 */

import { Decimal, toDecimal } from '../../../kernel/decimal.ts'
import type { Field, Json, Module, Row } from '../../model/module.ts'
import { compileComputer } from '../../runtime/compute/computer.ts'
import type { CalculationFn } from '../../runtime/compute/plan.ts'
import { analyse, compileExpression, didYouMean, type EvalEnv } from '../../runtime/expressions/index.ts'
import { isNumeric } from '../../runtime/fields/types.ts'
import { callPointer } from '../resolve/parameters.ts'
import { step } from '../schema/structure.ts'
import type { Subject } from './subject.ts'

interface Entry {
  readonly debit?: string
  readonly credit?: string
  readonly account?: string
  readonly amount: string
  readonly lines?: string
  readonly when?: string
}
/** Amounts that an effect before the posting writes into rows: child table, and field → expression. */
interface Written {
  readonly lines: string
  readonly values: Readonly<Record<string, string>>
}
interface Posting {
  readonly pointer: string
  readonly entries: readonly Entry[]
  readonly written: readonly Written[]
}

const PROBES = 4
const ENV: EvalEnv = {
  user: {},
  company: {},
  branch: {},
  settings: {},
  today: () => '2026-01-15',
  now: () => '2026-01-15T00:00:00.000Z',
  words: () => '',
  lookup: () => 12,
}

const isEntry = (value: Json): boolean =>
  value !== null &&
  typeof value === 'object' &&
  !Array.isArray(value) &&
  typeof value.amount === 'string' &&
  (typeof value.debit === 'string' || typeof value.credit === 'string')

const isWritten = (value: Json): boolean =>
  value !== null &&
  typeof value === 'object' &&
  !Array.isArray(value) &&
  typeof value.lines === 'string' &&
  value.values !== null &&
  typeof value.values === 'object' &&
  Object.values(value.values).every((expr) => typeof expr === 'string')

/** Every list of entries in the parameters of effects, with its place. */
function postingsOf(module: Module): Posting[] {
  const result: Posting[] = []
  let written: Written[] = []
  const walk = (value: Json, pointer: string): void => {
    if (isWritten(value)) written = [...written, value as unknown as Written]
    else if (Array.isArray(value)) {
      if (value.length && value.every(isEntry)) result.push({ pointer, entries: value as unknown as Entry[], written })
      else for (const [index, entry] of value.entries()) walk(entry, `${pointer}/${index}`)
    } else if (value !== null && typeof value === 'object')
      for (const [key, entry] of Object.entries(value)) walk(entry, pointer + step(key))
  }
  for (const [name, transition] of Object.entries(module.workflow?.transitions ?? {})) {
    written = []
    for (const [index, call] of transition.effects.entries()) walk(call.params, `${callPointer(name, 'effects', index)}${step(call.name)}`)
  }
  return result
}

export function checkPostings(subject: Subject): void {
  const { module, world, registries, report, linked } = subject
  const postings = postingsOf(module)
  if (postings.length === 0) return
  const scopes = world.scopes(module.name)!
  let sound = !linked.cycle && linked.uses.every(({ analysis }) => analysis.problems.length === 0)
  for (const { pointer, entries } of postings) {
    for (const [index, entry] of entries.entries()) {
      const side = entry.debit !== undefined ? 'debit' : 'credit'
      const role = entry[side]!
      if (!registries.accountRoles.has(role) && entry.account === undefined) {
        report.add(`${pointer}/${index}/${side}`, `There is no account role "${role}".`, didYouMean(role, registries.accountRoles.keys()))
      }
      const scope = entry.lines ? scopes.rows.get(entry.lines) : scopes.header
      if (!scope) {
        report.add(
          `${pointer}/${index}/lines`,
          `There is no child table "${entry.lines}".`,
          didYouMean(
            entry.lines!,
            module.lines.map((lines) => lines.name),
          ),
        )
        sound = false
        continue
      }
      for (const [key, source, expect] of [
        ['amount', entry.amount, 'number'],
        ['when', entry.when, 'bool'],
      ] as const) {
        if (source === undefined) continue
        const { problems, type } = analyse(source, scope)
        for (const problem of problems) report.add(`${pointer}/${index}/${key}`, `In "${source}": ${problem.message}`, problem.hint)
        if (problems.length === 0 && type !== expect && type !== 'any')
          report.add(`${pointer}/${index}/${key}`, `"${source}" is not a ${expect === 'bool' ? 'condition' : 'number'}.`)
        if (problems.length) sound = false
      }
    }
  }
  // Without the code of the calculations the amounts they write are unknown, and nothing can be proved.
  if (!sound || subject.shape.calculations.some((calculation) => !registries.calculations[calculation.call]?.run)) return
  for (const posting of postings) probe(subject, posting)
}

function probe({ module, world, registries, report }: Subject, posting: Posting): void {
  const scopes = world.scopes(module.name)!
  const calculations = Object.fromEntries(
    Object.entries(registries.calculations).map(([name, entry]) => [name, { run: entry.run as unknown as CalculationFn }]),
  )
  const computer = compileComputer(module, calculations, world.modules)(ENV)
  const programs = posting.entries.map((entry) => {
    const scope = entry.lines ? scopes.rows.get(entry.lines)! : scopes.header
    return {
      entry,
      amount: compileExpression(entry.amount, scope),
      when: entry.when === undefined ? undefined : compileExpression(entry.when, scope),
    }
  })
  const writers = posting.written.flatMap(({ lines, values }) =>
    scopes.rows.has(lines)
      ? Object.entries(values).map(([field, expr]) => ({ lines, field, program: compileExpression(expr, scopes.rows.get(lines)!) }))
      : [],
  )
  let example = ''
  for (let seed = 1; seed <= PROBES; seed++) {
    const record = computer.all(madeUp(module, world.find, seed))
    for (const { lines, field, program } of writers)
      for (const row of record[lines] as Row[]) row[field] = program.evaluate(row, ENV, record)
    const totals = { debit: new Decimal(0), credit: new Decimal(0) }
    for (const { entry, amount, when } of programs) {
      const rows = entry.lines ? (record[entry.lines] as Row[]) : [undefined]
      for (const row of rows) {
        const values = row ?? record
        const parent = row && record
        if (when && when.evaluate(values, ENV, parent) !== true) continue
        const value = toDecimal(amount.evaluate(values, ENV, parent)).toDecimalPlaces(2, Decimal.ROUND_HALF_UP)
        const side = entry.debit !== undefined ? 'debit' : 'credit'
        totals[side] = totals[side].plus(value)
      }
    }
    if (totals.debit.equals(totals.credit)) return
    example ||= `debits ${totals.debit.toFixed(2)}, credits ${totals.credit.toFixed(2)}`
  }
  report.add(
    posting.pointer,
    `The posting cannot balance: tried on ${PROBES} records, the first gave ${example}.`,
    'The debits and credits must add up to the same amount for every document.',
  )
}

/** A record with values in every field, the same for the same seed. References are resolved one step deep. */
function madeUp(module: Module, find: (name: string) => Module | undefined, seed: number): Row {
  let state = seed * 7919
  const next = (below: number): number => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0
    return (state >>> 8) % below
  }
  const value = (field: Field): unknown => {
    if (field.options) return field.options[next(field.options.length)]!.value
    if (isNumeric(field.type)) return field.type === 'percent' ? next(20) : (next(900) + 100) / (field.scale ? 4 : 1)
    if (field.storage === 'boolean') return next(2) === 1
    if (field.storage === 'bigint') return next(1000) + 1
    if (field.storage === 'date') return '2026-01-15'
    return field.storage === 'text' ? 'x' : null
  }
  const values = (fields: readonly Field[], deep: boolean): Row => {
    const row: Row = {}
    for (const field of fields) {
      row[field.name] = value(field)
      const target = deep && field.refAs && field.type !== 'references' ? find(field.to!) : undefined
      if (target && field.refAs) row[field.refAs] = values(target.fields, false)
    }
    return row
  }
  const record = values(module.fields, true)
  for (const lines of module.lines) {
    // Rows of one record come from one source, or from none.
    const sources = lines.field.source_module
      ? module.sources.filter((source) => source.lines[lines.name]).map((source) => source.module)
      : []
    const source = [...sources, null][seed % (sources.length + 1)] ?? null
    const taken = sources.length ? { source_module: source, ...(source === null ? { source_line_id: null } : {}) } : {}
    record[lines.name] = [0, 1, 2].map((index) => ({ ...values(lines.fields, true), ...taken, id: index + 1, line_no: index + 1 }))
  }
  return record
}
