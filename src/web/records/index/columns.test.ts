import { readFileSync } from 'node:fs'
import { expect, it, onTestFinished } from 'vitest'
import type { Column } from '../../../engine/model/module.ts'
import { fieldOf } from '../../fields/testing.ts'
import { label, setLocale } from '../../i18n/core.ts'
import { textWidth } from '../../ui/text-width.ts'
import {
  extraColumns,
  filledColumns,
  fitted,
  leastWidthOf,
  movedTo,
  PLAIN,
  roomOf,
  visibleColumns,
  widthOf,
  withColumn,
} from './columns.ts'
import { reportColumn } from './report-layout.ts'

const fields = [
  fieldOf('no', 'text'),
  fieldOf('party_id', 'reference', { to: 'party', refAs: 'party' }),
  fieldOf('buyer_id', 'user', { to: 'user', refAs: 'buyer', title: 'Buyer' }),
  fieldOf('status', 'select'),
  fieldOf('progress', 'select'),
  fieldOf('total', 'money'),
  fieldOf('posting_seq', 'integer', { widget: 'hidden' }),
  fieldOf('version', 'integer'),
  fieldOf('notes', 'richtext'),
]
const column = (path: string, via?: string) => ({
  path,
  title: path,
  type: 'text' as const,
  align: 'start' as const,
  sortable: true,
  ...(via && { via }),
})
const module = { columns: [column('no'), column('party.name', 'party_id'), column('status')], fields, entity: { volume: 'large' } } as never

it('offers a column for every readable field, and shows the added ones in order', () => {
  expect(extraColumns(module)).toMatchObject([
    { path: 'buyer.name', title: 'Buyer', via: 'buyer_id', sortable: false },
    { path: 'total', align: 'end' },
  ])
  const added = withColumn(module, PLAIN, 'buyer.name', true)
  expect(visibleColumns(module, added).map(({ path }) => path)).toEqual(['no', 'party.name', 'status', 'buyer.name'])
  const order = movedTo(
    visibleColumns(module, added).map(({ path }) => path),
    'buyer.name',
    'party.name',
  )
  expect(order).toEqual(['no', 'buyer.name', 'party.name', 'status'])
  expect(withColumn(module, { ...added, order }, 'buyer.name', false).order).toEqual(['no', 'party.name', 'status'])
  const status = { ...column('status'), type: 'status' as const }
  const long = fieldOf('status', 'select', { options: [{ value: 'x', label: 'Waiting for the second approval' }] })
  expect(widthOf(status, { entity: { numbers: [], name: 'no' }, field: { status: long } } as never)).toBeGreaterThan(230)
  // A column of the module's own is hidden, and keeps its place.
  expect(withColumn(module, PLAIN, 'no', false).hidden).toEqual(['no'])
})

it('offers what referenced records offer, after the fields of the module, and shows it beside their name', () => {
  const number = { ...column('party.code', 'party_id'), title: 'Party code' }
  const offering = { ...(module as object), fields: [...fields], offeredColumns: [number] } as never
  expect(extraColumns(offering).at(-1)).toEqual(number)
  const added = visibleColumns(offering, withColumn(offering, PLAIN, 'party.code', true))
  expect(added.map(({ path }) => path)).toEqual(['no', 'party.name', 'party.code', 'status'])
})

/** A width of the style sheet in a box of so many pixels. */
const drawnAt = (width: string, room: number): number => {
  const part = String.raw`clamp\(0px, 100cqi - ([\d.]+)px, ([\d.]+)px\) \* ([\d.]+)`
  const pattern = new RegExp(
    String.raw`^calc\(([\d.]+)px \+ ${part} \+ ${part} \+ ${part} \+ max\(0px, 100cqi - ([\d.]+)px\) \* ([\d.]+)\)$`,
  )
  const [least, ...parts] = pattern.exec(width)!.slice(1).map(Number) as [number, ...number[]]
  const clamped = [0, 3, 6].map((index) => Math.min(Math.max(0, room - parts[index]!), parts[index + 1]!) * parts[index + 2]!)
  return least + clamped.reduce((sum, value) => sum + value, 0) + Math.max(0, room - parts[9]!) * parts[10]!
}

it('shows numbers, dates, amounts and the status in full at 1366 beside the menu; only names give way', () => {
  const list = [
    { ...column('transaction_no'), title: 'Transaction no.' },
    { ...column('transaction_date'), type: 'date' as const, title: 'Date' },
    { ...column('party.name', 'party_id'), type: 'reference' as const, title: 'Supplier' },
    { ...column('expected_date'), type: 'date' as const, title: 'Expected date' },
    { ...column('open_amount'), type: 'money' as const, title: 'Still to receive' },
    { ...column('total'), type: 'money' as const, title: 'Total' },
    { ...column('status'), type: 'status' as const, title: 'Status' },
  ]
  const progress = fieldOf('progress', 'select', { options: [{ value: 'partly', label: 'Partially served' }] })
  const order = { entity: { numbers: [{ field: 'transaction_no' }], name: 'transaction_no' }, field: { progress } } as never
  const rooms = list.map((entry) => roomOf(entry, order, []))
  const { widths, minWidth } = fitted(rooms)
  // 1366 less the menu, the padding of the page, the borders and the column of boxes.
  const room = 1366 - 265 - 48 - 2 - 44
  expect(minWidth).toBeLessThanOrEqual(room)
  const drawn = widths.map((width) => drawnAt(width, room))
  expect(drawn.reduce((sum, width) => sum + width, 0)).toBeCloseTo(room, 0)
  expect(drawn[0]).toBeGreaterThan(174)
  expect(drawn[6]).toBeGreaterThanOrEqual(leastWidthOf(list[6]!, order))
  // The number of another document is as long as the module's own.
  expect(leastWidthOf({ ...column('payroll.transaction_no', 'payroll_id'), title: 'Payroll' }, order)).toBe(rooms[0]!.least)
})

it('measures the contents of a list: numbers are never cut, small figures and short names leave room to long ones', () => {
  const entity = { entity: { numbers: [{ field: 'transaction_no' }], name: 'transaction_no' } } as never
  const slip = { ...column('supplier_invoice_no'), title: 'Supplier invoice no.' }
  const room = roomOf(slip, entity, ['INV-773030-69-2026'])
  expect(room.least).toBeGreaterThan(leastWidthOf(slip, entity))
  expect(room.least).toBeGreaterThanOrEqual(150)
  const cash = { ...column('cash'), type: 'money' as const, title: 'Cash' }
  expect(roomOf(cash, entity, ['950.00']).least).toBeLessThan(leastWidthOf(cash, entity))
  expect(roomOf(cash, entity, ['128,675,205.91']).least).toBeGreaterThan(leastWidthOf(cash, entity))
  const account = { ...column('bank_account.name', 'bank_account_id'), type: 'reference' as const, title: 'Account' }
  expect(roomOf(account, entity, ['Petty cash']).width).toBeLessThan(widthOf(account, entity))
  expect(roomOf(account, entity, [])).toMatchObject({ width: widthOf(account, entity), least: leastWidthOf(account, entity) })
})

// proves: columns[].day
it('a timestamp takes less room beside its date, and is written in full where that is hidden', () => {
  const entity = { entity: { numbers: [], name: 'no' } } as never
  const moment = { ...column('time_in'), type: 'datetime' as const, title: 'Time in' }
  expect(leastWidthOf({ ...moment, day: 'date' }, entity)).toBeLessThan(leastWidthOf(moment, entity))
  const list = { columns: [column('date'), { ...moment, day: 'date' }] } as never
  expect(visibleColumns(list, PLAIN).map(({ day }) => day)).toEqual([undefined, 'date'])
  expect(visibleColumns(list, { ...PLAIN, hidden: ['date'] })).toEqual([moment])
})

it('measures headings and states in the language of the screen', async () => {
  const open = { ...column('open_amount'), type: 'money' as const, title: 'Still to receive' }
  const status = { ...column('status'), type: 'status' as const, title: 'Status' }
  const progress = fieldOf('progress', 'select', { options: [{ value: 'partly', label: 'Partially served' }] })
  const order = { entity: { numbers: [], name: 'no' }, field: { progress } } as never
  await setLocale('fil')
  onTestFinished(() => setLocale('en-us'))
  expect(label(open.title)).toBe('Tatanggapin pa')
  expect(roomOf(open, order, ['0.00']).least).toBeGreaterThan(textWidth('Tatanggapin', 13))
  const report = reportColumn(open, { rows: [{ open_amount: 0 }], totals: [] })
  expect(report.width).toBeGreaterThan(textWidth('Tatanggapin', 13))
  expect(leastWidthOf(status, order)).toBeGreaterThan(textWidth(label('Partially served'), 12))
})

it('gives the remaining room to cut texts before complete columns', () => {
  const entity = { entity: { numbers: [{ field: 'transaction_no' }], name: 'transaction_no' } } as never
  const slip = { ...column('slip_no'), title: 'Deposit slip no.' }
  const account = { ...column('bank_account.name', 'bank_account_id'), type: 'reference' as const, title: 'Bank account', width: 220 }
  const date = { ...column('transaction_date'), type: 'date' as const, title: 'Date' }
  const rooms = [
    roomOf(date, entity, ['2026/11/21']),
    roomOf(account, entity, ['Mabuhay Trading Corporation']),
    // Nothing has been written in it yet.
    roomOf(slip, entity, ['', '']),
  ]
  const { widths, minWidth } = fitted(rooms)
  const drawnIn = (room: number) => widths.map((width) => Math.round(drawnAt(width, room)))
  expect(drawnIn(minWidth)).toEqual(rooms.map(({ least }) => least))
  // `Mabuhay Trading` over `Corporation` first, then the whole name on one line.
  const lacking = rooms[1]!.whole - rooms[1]!.least
  expect(lacking).toBeGreaterThan(0)
  expect(drawnIn(minWidth + lacking)).toEqual([rooms[0]!.least, rooms[1]!.whole, rooms[2]!.least])
  expect(rooms[2]!.width).toBe(rooms[2]!.least)
  expect(drawnIn(900).reduce((sum, width) => sum + width, 0)).toBeCloseTo(900, -1)
  expect(drawnIn(900)[1]).toBeGreaterThan(drawnIn(900)[0]!)
  // A number of many wide letters is whole as well.
  const number = { ...column('transaction_no'), title: 'Transaction no.' }
  expect(roomOf(number, entity, ['MM-WWWWWW-2026-000018']).least).toBeGreaterThan(leastWidthOf(number, entity))
  // A short one leaves its room to the others.
  expect(roomOf(number, entity, ['RD-2026-000003']).least).toBeLessThan(leastWidthOf(number, entity))
})

it('distributes spare room in proportion, and takes the room of an empty column', () => {
  const entity = { entity: { numbers: [], name: 'name' } } as never
  const code = { ...column('code'), type: 'code' as const, title: 'Code' }
  const name = { ...column('name'), title: 'Name' }
  const seen = { ...column('seen'), type: 'datetime' as const, title: 'Seen' }
  const rooms = [roomOf(code, entity, ['FIL']), roomOf(name, entity, ['Filipino']), roomOf(seen, entity, ['', ''])]
  const [codeWidth, nameWidth, seenWidth] = fitted(rooms).widths.map((width) => drawnAt(width, 1000)) as [number, number, number]
  // A code of three letters does not push its name to the middle of the screen.
  expect(codeWidth).toBeLessThan(500)
  expect(nameWidth).toBeGreaterThan(codeWidth * 0.6)
  expect(rooms[2]!.least).toBeLessThan(leastWidthOf(seen, entity))
  expect(codeWidth + nameWidth + seenWidth).toBeCloseTo(1000, 0)
  // The number of an agency is read whole, and a name stands on one line before dates and amounts are set wider.
  const no = { ...column('sss_no'), type: 'sss_no' as const, title: 'SSS no.' }
  expect(roomOf(no, entity, ['92-9865812-3']).least).toBeGreaterThan(leastWidthOf(no, entity))
  const person = roomOf({ ...column('employee.name', 'employee_id'), type: 'employee', title: 'Employee' }, entity, [
    'Delos Santos, Rolando',
  ])
  const date = roomOf({ ...column('date'), type: 'date', title: 'Date' }, entity, ['2026/11/28'])
  const drawn = fitted([person, date]).widths.map((width) => Math.round(drawnAt(width, person.line! + date.least)))
  expect(drawn).toEqual([person.line, date.least])
})

it('omits names and texts of a report that are empty in every row, and keeps its figures', () => {
  const columns = [column('item'), column('location'), column('supplier'), { ...column('on_hand'), type: 'quantity' as const }]
  const paths = (rows: readonly Record<string, unknown>[]) => filledColumns(columns, rows).map(({ path }) => path)
  const row = { item: 1, location: null, supplier: '', on_hand: 0 }
  expect(paths([])).toEqual(['item', 'location', 'supplier', 'on_hand'])
  expect(paths([row, row])).toEqual(['item', 'on_hand'])
  expect(paths([row, { ...row, supplier: 3 }])).toEqual(['item', 'supplier', 'on_hand'])
})

it('daily time records fit at 1366 beside the menu', () => {
  const read = JSON.parse(readFileSync('modules/talent/daily_time_record.json', 'utf8')) as {
    fields: Readonly<Record<string, { type: Column['type']; title?: string }>>
    columns: readonly (string | { path: string; title?: string; width?: number; day?: string })[]
  }
  const cells: Readonly<Record<string, string>> = {
    date: '2026/11/28',
    'employee.name': 'Walker, Wanda',
    attendance: 'Holiday worked',
    shift_code: 'OFFICE',
  }
  const records = { entity: { numbers: [], name: 'label' }, field: {} }
  const rooms = read.columns.map((given) => {
    const entry = typeof given === 'string' ? { path: given } : given
    const name = entry.path.replace('.', '_')
    const field = read.fields[entry.path] ?? { type: 'text' as const }
    const title = entry.title ?? field.title ?? name.replaceAll('_', ' ')
    return roomOf({ ...column(entry.path), type: field.type, ...entry, title }, records as never, [cells[entry.path] ?? '0'])
  })
  expect(fitted(rooms).minWidth).toBeLessThanOrEqual(1366 - 265 - 48 - 2 - 44)
})
