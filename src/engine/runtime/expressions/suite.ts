/** Runs the shared test cases with any test runner: in Node and in the browser alike. */

import { isDecimal } from '../../../kernel/decimal.ts'
import type { Row } from '../../model/module.ts'
import suite from './cases.json' with { type: 'json' }
import type { EvalEnv } from './index.ts'
import { analyse, compileExpression, GLOBALS, linesType, objectType } from './index.ts'
import type { ScopeTypes } from './types.ts'

interface Case {
  readonly expr: string
  /** Index of the row it is evaluated on; absent: the header. */
  readonly row?: number
  readonly result?: unknown
  /** Significant digits compared, where the exact result has no end. */
  readonly digits?: number
  readonly problem?: string
  readonly hint?: string
  readonly at?: number
}

const item = objectType({
  id: 'id',
  item_id: 'id',
  item: objectType({ id: 'id', is_stock: 'bool' }),
  qty: 'number',
  unit_price: 'number',
  discount_pct: 'number',
  vat_cat: 'text',
  needed: 'date',
})
const header = objectType({
  id: 'id',
  transaction_no: 'text',
  transaction_date: 'date',
  due_date: 'date',
  remarks: 'text',
  is_rush: 'bool',
  discount: 'number',
  exchange_rate: 'number',
  supplier_id: 'id',
  supplier: objectType({ id: 'id', name: 'text', credit_days: 'number', code: 'text' }),
  tax_type_id: 'id',
  tax_type: objectType({ id: 'id', name: 'text', rate: 'number' }),
  location_id: 'id',
  tags: { kind: 'list', of: 'text' },
  status: 'text',
  total: 'number',
  items: linesType(item),
})
const HEADER: ScopeTypes = { record: header, globals: GLOBALS }
const ROW: ScopeTypes = { record: item, parent: header, globals: GLOBALS }

const env: EvalEnv = {
  user: { id: 42, name: 'Ana', role: 'buyer' },
  company: { id: 1, code: 'DEMO' },
  branch: { id: 1, code: 'MNL' },
  settings: { limit: 11.2 },
  today: () => '2026-02-15',
  now: () => '2026-02-15T01:02:03.000Z',
  words: (amount) => `${amount.toFixed()} in words`,
  lookup: (table, key) => (table === 'tax_rate.rates.rate' && key === 'VAT' ? 0.12 : null),
}

export const CASES = suite.cases as readonly Case[]
export const RECORD = suite.record as Row

/** The result of a case, in the form of its expectation. */
export function runCase(each: Case): {
  readonly result?: unknown
  readonly problem?: string
  readonly hint?: string
  readonly at?: number
} {
  const scope = each.row === undefined ? HEADER : ROW
  const [problem] = analyse(each.expr, scope).problems
  if (problem) return { problem: problem.message, hint: problem.hint ?? '', at: problem.start }
  const items = RECORD.items as Row[]
  const program = compileExpression(each.expr, scope)
  const value = each.row === undefined ? program.evaluate(RECORD, env) : program.evaluate(items[each.row]!, env, RECORD)
  if (!isDecimal(value)) return { result: value }
  return { result: each.digits ? value.toDecimalPlaces(each.digits).toFixed() : value.toFixed() }
}
