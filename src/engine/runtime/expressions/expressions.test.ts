import { describe, expect, it } from 'vitest'
import type { EvalEnv } from './index.ts'
import { analyse, compileExpression, FUNCTION_NAMES, fits, GLOBALS, linesType, nearest, objectType } from './index.ts'
import { CASES, runCase } from './suite.ts'

describe('the shared cases', () => {
  it.each(CASES.map((each) => [`${each.row === undefined ? '' : `row ${each.row}: `}${each.expr}`, each] as const))('%s', (_, each) => {
    const answer = runCase(each)
    if (each.problem === undefined) {
      expect(answer).toEqual({ result: each.result })
      return
    }
    expect(answer.problem).toContain(each.problem)
    if (each.hint) expect(answer.hint).toContain(each.hint)
    if (each.at !== undefined) expect(answer.at).toBe(each.at)
  })
})

const row = objectType({ qty: 'number', price: 'number' })
const header = objectType({ rate: 'number', supplier: objectType({ name: 'text' }), items: linesType(row) })

describe('similar names', () => {
  const FIELDS = ['supplier_id', 'tax_type_id', 'id', 'total', 'due_date', 'item_id', 'qty', 'status']
  it.each([
    // A short word with two other letters is another word.
    ['days', FUNCTION_NAMES, ['addDays', 'day', 'daysBetween']],
    ['abz', FUNCTION_NAMES, ['abs']],
    ['sbustr', FUNCTION_NAMES, []],
    ['tody', FUNCTION_NAMES, ['today']],
    ['rnoud', FUNCTION_NAMES, ['round']],
    // Only the case differs: nothing else is meant.
    ['rounD', FUNCTION_NAMES, ['round']],
    ['qyt', FIELDS, ['qty']],
    ['suplier_id', FIELDS, ['supplier_id']],
    ['supplier', FIELDS, ['supplier_id']],
    ['duedate', FIELDS, ['due_date']],
    ['order_total', FIELDS, ['total']],
    // `id` occurs in it without being a name.
    ['valid_until', FIELDS, []],
    ['statsu', FIELDS, ['status']],
    // The same word at the beginning, or the same words in another order; a word that ends many names says nothing.
    ['needed_date', ['voided_at', 'transaction_date', 'needed_by', 'posted_at'], ['needed_by']],
    ['date_due', FIELDS, ['due_date']],
    ['delivery_date', FIELDS, []],
    ['tones', ['lines', 'columns'], []],
    // It is there, and something about it is wrong.
    ['total', ['total', 'total_vat'], ['total_vat']],
  ])('%s', (name, names, near) => expect(nearest(name, names)).toEqual(near))
})

it('suggests the few fields of a record where none is similar', () => {
  const vehicle = objectType({ id: 'id', name: 'text', load_kg: 'number' })
  const { problems } = analyse('vehicle.capacity > 0', { record: objectType({ vehicle }), globals: GLOBALS })
  expect(problems).toEqual([expect.objectContaining({ message: 'There is no "capacity" in it.', hint: 'There are name, load_kg.' })])
})

describe('reads of an expression', () => {
  it('lists the reads of an aggregate under the child table, and of its parent under the document', () => {
    const reads = analyse('sum(items, qty * parent.rate) > 0 ? supplier.name : user.name', {
      record: header,
      globals: GLOBALS,
    }).reads
    expect([...reads].sort()).toEqual(['items', 'items.qty', 'rate', 'supplier.name', 'user.name'])
  })

  it('lists the document under `parent` in row scope', () => {
    const reads = analyse('qty / sum(parent.items, qty) * parent.rate', {
      record: row,
      parent: header,
      globals: GLOBALS,
    }).reads
    expect([...reads].sort()).toEqual(['parent.items', 'parent.items.qty', 'parent.rate', 'qty'])
  })

  it('reports all problems at once, and the lookup tables that are read', () => {
    const answer = analyse('aaa + bbb + lookup("a.b.c", rate, today())', { record: header, globals: GLOBALS })
    expect(answer.problems).toHaveLength(2)
    expect(answer.lookups).toEqual(['a.b.c'])
  })
})

describe('rows that are replaced, never mutated', () => {
  const env: EvalEnv = { today: () => '2026-01-01', now: () => '' }
  it('recomputes only the changed row, and all of them when the document matters', () => {
    let reads = 0
    const counted = (qty: number) => ({
      get qty() {
        reads += 1
        return qty
      },
    })
    const rows = [counted(1), counted(2), counted(3)]
    const pure = compileExpression('sum(items, qty)', { record: header, globals: GLOBALS })
    expect(String(pure.evaluate({ items: rows }, env, undefined, true))).toBe('6')
    expect(String(pure.evaluate({ items: [rows[0], counted(5), rows[2]] }, env, undefined, true))).toBe('9')
    expect(reads).toBe(4)
    const withParent = compileExpression('sum(items, qty * parent.rate)', {
      record: header,
      globals: GLOBALS,
    })
    expect(String(withParent.evaluate({ rate: 1, items: rows }, env, undefined, true))).toBe('6')
    expect(String(withParent.evaluate({ rate: 2, items: rows }, env, undefined, true))).toBe('12')
  })
})

it('knows which result a field can store', () => {
  expect(fits('number', 'number')).toBe(true)
  expect(fits('text', 'number')).toBe(false)
  expect(fits('text', 'date')).toBe(true)
  expect(fits('date', 'number')).toBe(false)
  expect(fits({ kind: 'list', of: 'id' }, { kind: 'list', of: 'text' })).toBe(false)
})
