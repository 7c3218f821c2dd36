/** The vocabulary of `ledger.post`: postings by account role, with dimensions and open items. */
import { JOURNALS } from './entry.ts'
import type { OpenItemParams, ReopenParams, SettleParams } from './posted-items.ts'

export type Entry = {
  debit?: string
  credit?: string
  /** Expression for an account id instead of the role's. */
  account?: string
  lines?: string
  amount: string
  when?: string
  party?: string
  department?: string
  branch?: string
  location?: string
  description?: string
  openItem?: OpenItemParams
  settles?: SettleParams
  reopens?: ReopenParams
}
export type LedgerPost = {
  journal?: string
  opening?: string
  entries: Entry[]
  location?: string
  branch?: string
  date?: string
  reference?: string
  remarks?: string
}

/** An open item must have a party. */
const needsParty = (key: string) => ({
  if: { type: 'object', required: [key] },
  // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema.
  then: { required: ['party'] },
})

/** What the record opened beyond what it was asked for, so that pickers and sources can offer it. */
const REST_TO = {
  type: 'string',
  format: 'field',
  of: ['money'],
  description: 'Money field of the record that notes the amount which became an open item of the record itself.',
}

const ENTRY = {
  type: 'object',
  additionalProperties: false,
  required: ['amount'],
  oneOf: [{ required: ['debit'] }, { required: ['credit'] }],
  allOf: [needsParty('openItem'), needsParty('settles'), needsParty('reopens')],
  properties: {
    debit: { type: 'string', description: 'Account role debited; `account` when the expression `account` always says which.' },
    credit: { type: 'string', description: 'Account role credited.' },
    account: {
      type: 'string',
      format: 'expression',
      description: 'Expression: id of the account instead of the role’s; the role’s where it gives none.',
    },
    lines: { type: 'string', format: 'lines', description: 'Child table: one posting per row.' },
    amount: { type: 'string', format: 'expression', description: 'Expression over the record, or over the row when `lines` is given.' },
    when: { type: 'string', format: 'expression', description: 'Expression; the entry is left out when it is false.' },
    party: {
      type: 'string',
      format: 'any-field',
      to: ['supplier', 'customer', 'employee'],
      description: 'Field with the supplier, customer or employee who owes or is owed.',
    },
    department: {
      type: 'string',
      format: 'any-field',
      to: ['department'],
      description: 'Field of the row, else of the record, with the department that bears the amount.',
    },
    branch: {
      type: 'string',
      format: 'any-field',
      to: ['branch'],
      description: 'Field of the row, else of the record, with the branch of the amount, where it is not the branch of the entry.',
    },
    location: {
      type: 'string',
      format: 'any-field',
      to: ['inventory_location'],
      description: 'Field with the location whose accounts apply, where it is not the one in which the goods of the row were moved.',
    },
    description: { type: 'string', format: 'expression', description: 'Expression: text of the line.' },
    openItem: {
      type: 'object',
      additionalProperties: false,
      description:
        'The amount opens an item of the party: a payable of a supplier, a receivable of a customer. On the other side of the account it is a credit or an advance.',
      properties: {
        due: { type: 'string', format: 'field', of: ['date'], description: 'Field with the due date; the date when absent.' },
        date: {
          type: 'string',
          format: 'field',
          of: ['date'],
          description: 'Field with the date it is aged from; the posting date when absent.',
        },
        reference: { type: 'string', format: 'field', description: 'Field with the party’s reference number.' },
      },
    },
    settles: {
      type: 'object',
      additionalProperties: false,
      required: ['document'],
      description: 'The amount settles the open item of another document under the same account role, never more than is open.',
      properties: {
        document: {
          type: 'string',
          format: 'any-field',
          of: ['reference'],
          description: 'Field of the row, else of the record, with the document. Rows without one are posted as they are.',
        },
        counter: {
          type: 'string',
          format: 'referenced-field',
          through: 'document',
          of: ['money'],
          description: 'Money field of that document which adds up what was settled.',
        },
        rest: {
          type: 'string',
          format: 'account-role',
          description: 'Account role that takes what is more than the open balance, as a credit of the party. Without it, more is refused.',
        },
        restTo: REST_TO,
      },
    },
    reopens: {
      type: 'object',
      additionalProperties: false,
      description:
        'Reopens items that another document had settled under the account role, up to the amount, starting with the item settled last. Reopened items keep their due dates, and the counters of that document are lowered. Any amount left over becomes a new open item.',
      properties: {
        document: {
          type: 'string',
          format: 'any-field',
          of: ['reference'],
          description: 'Field with the document, which stays as it is; the record itself when absent.',
        },
        credit: {
          type: 'string',
          format: 'account-role',
          description: 'Account role under which that document opened a credit of the party, of which the unused part is taken first.',
        },
        counter: {
          type: 'string',
          format: 'referenced-field',
          through: 'document',
          of: ['money'],
          description: 'Money field of that document which adds up what was taken of the credit.',
        },
        restTo: REST_TO,
      },
    },
  },
}

/** Parameters of `ledger.post`. */
export const LEDGER_POST = {
  // Asked for also where the descriptor does not name it.
  guard: 'period.open',
  description:
    'Writes a journal entry. Its debits and credits must be equal for every document; inventory accounts get exactly what stock moves.',
  examples: [
    {
      journal: 'Sales',
      entries: [
        { debit: 'accounts_receivable', amount: 'total', party: 'customer_id', openItem: { due: 'due_date' } },
        { credit: 'sales_vatable', lines: 'items', when: "vat_category == 'V'", amount: 'net' },
        { credit: 'output_vat', amount: 'vat_amount' },
      ],
    },
    {
      journal: 'Cash Receipts',
      entries: [
        { debit: 'undeposited_collections', amount: 'amount_received' },
        { debit: 'cwt', amount: 'withholding_amount', party: 'customer_id' },
        { credit: 'accounts_receivable', lines: 'items', amount: 'amount', party: 'customer_id', settles: { document: 'invoice_id' } },
        { credit: 'customer_deposits', amount: 'unapplied_amount', party: 'customer_id', openItem: {} },
      ],
    },
  ],
  type: 'object',
  additionalProperties: false,
  required: ['entries'],
  properties: {
    journal: { enum: [...JOURNALS], default: 'General', description: 'Journal that the entry belongs to.' },
    opening: {
      type: 'string',
      format: 'expression',
      gives: 'bool',
      description:
        'Expression: while it holds, the entry belongs to the general journal instead. A balance brought forward is no sale or purchase of the company’s books.',
    },
    entries: { type: 'array', minItems: 2, items: ENTRY, description: 'The debits and credits.' },
    location: {
      type: 'string',
      format: 'field',
      to: ['inventory_location'],
      description: 'Field with the location whose accounts apply.',
      default: 'location_id',
    },
    branch: {
      type: 'string',
      format: 'field',
      to: ['branch'],
      description: 'Field with the branch that the entry belongs to.',
      default: 'branch_id',
    },
    date: {
      type: 'string',
      format: 'input-field',
      of: ['date'],
      description: 'Input or field with the date; the posting date when absent.',
    },
    reference: { type: 'string', format: 'field', description: 'Field with the party’s reference number of a credit that `rest` opens.' },
    remarks: { type: 'string', format: 'expression', description: 'Expression: remarks of the entry.' },
  },
}
