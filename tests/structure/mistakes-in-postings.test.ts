/** Mistakes in the postings and carried values of trade documents, tried on the product's own: each is reported, with its place. */
import { expect, it } from 'vitest'
import { type Mistake, problemsOf, type Raw } from './mistaken.ts'

const call = (raw: Raw, name: string): Raw => raw.workflow.transitions.post.effects.find((effect: Raw) => effect[name])[name]
const position = (raw: Raw, name: string): number => raw.workflow.transitions.post.effects.findIndex((effect: Raw) => effect[name])
const entry = (raw: Raw, role: string): Raw =>
  call(raw, 'ledger.post').entries.find((candidate: Raw) => candidate.debit === role || candidate.credit === role)

/** Title, module, the effect and the mistake in it, the place below the effect where it is reported, and the words. */
type Told = readonly [title: string, module: string, effect: string, change: (raw: Raw) => void, pointer: RegExp, words: RegExp]

const REFUSED: readonly Told[] = [
  [
    'a value that the source does not have',
    'bill',
    'sources.carry',
    (raw) => (call(raw, 'sources.carry').value = 'nett'),
    /value$/,
    /rows of goods_receipt called "nett".*"net"/,
  ],
  [
    'a counter that the source does not have',
    'bill',
    'sources.carry',
    (raw) => (call(raw, 'sources.carry').taken[0] = 'qty_biled'),
    /taken\/0$/,
    /"qty_billed"/,
  ],
  [
    'a source that rows do not come from',
    'bill',
    'sources.carry',
    (raw) => (call(raw, 'sources.carry').source = 'goods_recept'),
    /source$/,
    /source of "items" called "goods_recept".*"goods_receipt"/,
  ],
  [
    'a value that rows have no field for',
    'bill',
    'sources.carry',
    (raw) => (call(raw, 'sources.carry').to = 'description'),
    /to$/,
    /"description" is text; a number is needed/,
  ],
  [
    'a written field that rows do not have',
    'bill',
    'lines.set',
    (raw) => (call(raw, 'lines.set').values.varianc = 'net'),
    /values\/varianc$/,
    /"variance"/,
  ],
  [
    'a written text',
    'bill',
    'lines.set',
    (raw) => (call(raw, 'lines.set').values.withholding = 'description'),
    /values\/withholding$/,
    /gives text; number is needed/,
  ],
  [
    'a location that neither the rows nor their source have',
    'bill',
    'stock.revalue',
    (raw) => (call(raw, 'stock.revalue').location = 'locaton_id'),
    /location$/,
    /field "locaton_id"/,
  ],
  [
    'a document to settle that is none',
    'check_voucher',
    'ledger.post',
    (raw) => (entry(raw, 'accounts_payable').settles.document = 'amount'),
    /settles\/document$/,
    /"amount" is money; reference is needed/,
  ],
  [
    'a counter that the settled document does not have',
    'goods_return',
    'ledger.post',
    (raw) => (entry(raw, 'accounts_payable').settles.counter = 'amount_returnd'),
    /settles\/counter$/,
    /field of bill called "amount_returnd".*"amount_returned"/,
  ],
  [
    'an account role for the rest that there is not',
    'goods_return',
    'ledger.post',
    (raw) => (entry(raw, 'accounts_payable').settles.rest = 'account_payable'),
    /settles\/rest$/,
    /account role "account_payable".*"accounts_payable"/,
  ],
  [
    'an open item of nobody',
    'bill',
    'ledger.post',
    (raw) => {
      delete entry(raw, 'accounts_payable').party
    },
    /entries\/\d+$/,
    /"party" is missing/,
  ],
  [
    'a due date that is an amount',
    'bill',
    'ledger.post',
    (raw) => (entry(raw, 'accounts_payable').openItem.due = 'total'),
    /openItem\/due$/,
    /"total" is money; date is needed/,
  ],
  [
    'a department that is an account',
    'check_voucher',
    'ledger.post',
    (raw) => (entry(raw, 'account').department = 'account_id'),
    /department$/,
    /reference to department is needed/,
  ],
  [
    'a counter further back that there is not',
    'goods_return',
    'sources.serve',
    (raw) => (call(raw, 'sources.serve').origins.purchase_order = 'qty_return'),
    /origins\/purchase_order$/,
    /rows of purchase_order called "qty_return"/,
  ],
  [
    'what documents accrue, misspelt',
    'bill',
    'accrual.clear',
    (raw) => (call(raw, 'accrual.clear').cleared = 'landed_biled'),
    /cleared$/,
    /"landed_billed"/,
  ],
  [
    'a bill that does not post its withholding',
    'bill',
    'ledger.post',
    (raw) => {
      const post = call(raw, 'ledger.post')
      post.entries = post.entries.filter((candidate: Raw) => candidate.credit !== 'ewt_payable')
    },
    /entries$/,
    /cannot balance/,
  ],
]

it.each(REFUSED)('%s', (_title, module, effect, change, pointer, words) => {
  let place = ''
  const found = problemsOf(module, (raw) => {
    place = `/workflow/transitions/post/effects/${position(raw, effect)}/${effect}`
    change(raw)
  })
  expect(found).toEqual([expect.stringMatching(words)])
  const [where = ''] = found[0]!.split(' ')
  expect(where.startsWith(place)).toBe(true)
  expect(where).toMatch(pointer)
})

const GUARD: Mistake = [
  'a condition that is a number',
  'check_voucher',
  (raw) => {
    raw.workflow.transitions.post.guards.find((guard: Raw) => guard['record.meets'])['record.meets'].that = 'net_amount'
  },
  'record.meets/that',
  /gives number; bool is needed/,
]
it(GUARD[0], () => {
  const [found = ''] = problemsOf(GUARD[1], GUARD[2])
  expect(found).toContain(GUARD[3])
  expect(found).toMatch(GUARD[4])
})
