// @vitest-environment node
/** The stories' records of every module: a story that cannot be drawn says so here, in a second, not in a browser. */
import { Ajv2020 } from 'ajv/dist/2020.js'
import { expect, test, vi } from 'vitest'
import { productModules } from '../../../scripts/descriptors.ts'
import type { Lines, Module } from '../../engine/model/module.ts'
import { calculatorFor } from '../records/form/calculator.ts'
import { RecordStore } from '../records/form/store.ts'
import { columnsOf, gridFields, leastWidth, shownFields } from '../records/grid/columns.ts'
import { madeActions, madeRecord } from './made.ts'

vi.hoisted(() => vi.stubGlobal('location', new URL('http://localhost')))

const env = { settings: {}, today: () => '2026-11-22', now: () => '2026-11-22T00:00:00Z', words: String, lookup: () => null }
const { modules } = await productModules()

/** The part that people send: what they can write. */
const sent = (
  { fields, lines }: Pick<Module, 'fields'> & { lines?: readonly Lines[] },
  row: Record<string, unknown>,
): Record<string, unknown> => ({
  ...Object.fromEntries(fields.filter((field) => field.writable && row[field.name] !== null).map((field) => [field.name, row[field.name]])),
  ...Object.fromEntries(
    (lines ?? [])
      .filter((line) => line.readonly !== true)
      .map((entry) => [entry.name, (row[entry.name] as Record<string, unknown>[]).map((line) => sent(entry, line))]),
  ),
})

test('a record generated for a module matches its schema', () => {
  const ajv = new Ajv2020({ allErrors: true, strict: false, validateSchema: false, validateFormats: false })
  const wrong = [...modules.values()].flatMap((module) => {
    const validate = ajv.compile(module.schema)
    if (validate(sent(module, madeRecord(module)))) return []
    // What is only made by its input (addresses, places) is left empty.
    return (validate.errors ?? [])
      .filter(({ keyword }) => keyword !== 'required')
      .map((error) => `${module.name}${error.instancePath} ${error.message}`)
  })
  expect(wrong).toEqual([])
})

test('every module computes a generated record, and lists its actions in each state', () => {
  const said = vi.spyOn(console, 'error').mockImplementation(() => undefined)
  for (const module of modules.values()) {
    const store = new RecordStore(module, {}, calculatorFor(module, env as never))
    store.load(madeRecord(module), { compute: true })
    for (const state of Object.keys(module.workflow?.states ?? {}))
      expect(madeActions(module, state).length, module.name).toBeGreaterThan(0)
  }
  expect(said.mock.calls.map(String)).toEqual([])
})

test('an empty bill is not paid, and an order without a customer is within no limit', () => {
  const started = (name: string) => {
    const module = modules.get(name)!
    const store = new RecordStore(module, {}, calculatorFor(module, env as never))
    store.load({}, { compute: true })
    return store
  }
  expect(started('bill').value('payment_status')).not.toBe('paid')
  expect(started('sales_order').value('credit_status') ?? null).toBeNull()
})

test('M6: the lines of new orders fit beside the menu at 1366, with amount, total and the row menu', () => {
  // The window less the menu, the margins of the page and those of the section.
  const room = 1366 - 265 - 48 - 34
  for (const name of ['purchase_order', 'sales_order']) {
    const lines = modules.get(name)!.lines.find((entry) => entry.name === 'items')!
    // A line of a new order has none of what only some lines show, such as the discount of a quotation.
    const fields = shownFields(gridFields(lines, true), ['line'], () => false)
    expect(fields.map((field) => field.name)).toEqual(expect.arrayContaining(['item_id', 'qty', 'amount', 'total']))
    expect(fields.filter((field) => /received|billed|delivered|invoiced|served/.test(field.name))).toEqual([])
    const widths = new Map(columnsOf(fields, { widths: {}, dense: false }).map((column) => [String(column.id), Number(column.size)]))
    expect(
      leastWidth(fields, (field) => widths.get(field)!, true),
      name,
    ).toBeLessThanOrEqual(room)
  }
})

test('M24: nothing invents a birth date', () => {
  const births = [...modules.values()].flatMap((module) => module.fields.filter(({ name }) => /^birth/.test(name)))
  expect(births.length).toBeGreaterThan(1)
  expect(births.filter((field) => field.default !== undefined)).toEqual([])
})
