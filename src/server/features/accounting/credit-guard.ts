/**
 * `party.credit`: what a customer may owe, with what was delivered and is not invoiced yet and what was paid by checks that are not
 * due yet, and how late invoices may be.
 */

import { centsText } from '../../../domain/minor-units.ts'
import { dec, toCents } from '../../../kernel/decimal.ts'
import type { Guard } from '../../platform/context.ts'
import { join, ref, type Sql, sql, table } from '../../platform/db/sql.ts'
import { refuse } from '../../platform/errors.ts'
import { fault, idOf, moneyText } from '../../records/row.ts'
import { type Breach, requireOverride } from '../../workflow/builtin/override.ts'

type Pending = { module: string; lines: string; value: string; quantity: string; taken: string[] }
type Uncleared = { module: string; amount: string; marked: string; states: string[] }
type Params = {
  party: string
  limit: string
  amount: string
  when?: string
  pending?: Pending
  uncleared?: Uncleared
  overdue?: string
  override?: string
}
interface Standing {
  name: string
  credit: string | null
  balance: string
  pending: string
  uncleared: string
  /** Days that the oldest open item of the party is past due. */
  late: number | null
}

export const partyCredit: Guard<Params> = {
  name: 'party.credit',
  params: {
    description:
      'Refuses what a party would owe beyond its limit (open items, what is delivered and not invoiced, post-dated checks, and this document), and parties with items too long past due.',
    examples: [
      { party: 'customer_id', limit: 'credit_limit', amount: 'total', overdue: 'settings.overdue_block_days', override: 'approval' },
    ],
    type: 'object',
    additionalProperties: false,
    required: ['party', 'limit', 'amount'],
    properties: {
      party: { type: 'string', format: 'field', of: ['reference'], description: 'Reference to the party.' },
      limit: { type: 'string', description: 'Field of the party with the limit: 0 for none at all, empty for any amount.' },
      amount: { type: 'string', format: 'expression', gives: 'number', description: 'Expression: what this document adds.' },
      when: { type: 'string', format: 'expression', gives: 'bool', description: 'Expression: asked only where it holds.' },
      pending: {
        type: 'object',
        additionalProperties: false,
        required: ['module', 'lines', 'value', 'quantity', 'taken'],
        description: 'Posted documents that the party will owe for: their rows count with the part that is not taken yet.',
        properties: {
          module: { type: 'string', description: 'Module of the documents.' },
          lines: { type: 'string', description: 'Their child table.' },
          value: { type: 'string', description: 'Field of the row with what all of it is worth.' },
          quantity: { type: 'string', description: 'Field of the row with its whole quantity.' },
          taken: { type: 'array', items: { type: 'string' }, description: 'Counters of the row that together say how much is taken.' },
        },
      },
      uncleared: {
        type: 'object',
        additionalProperties: false,
        required: ['module', 'amount', 'marked', 'states'],
        description: 'Payments that the party may still owe for, such as post-dated checks on hand.',
        properties: {
          module: { type: 'string', description: 'Module of the payments.' },
          amount: { type: 'string', description: 'Field with their amount.' },
          marked: { type: 'string', description: 'Yes/no field: only those that have it count.' },
          states: { type: 'array', minItems: 1, items: { type: 'string' }, description: 'States in which they count.' },
        },
      },
      overdue: {
        type: 'string',
        format: 'expression',
        gives: 'number',
        description: 'Expression: days that an item may be past due; 0 for any.',
      },
      override: {
        type: 'string',
        pattern: '^[a-z_]+$',
        description: 'Permission code of the module: who holds it may go ahead once asked, which the audit trail notes.',
      },
    },
  },
  async check(fx, params) {
    const { ctx, module, record } = fx
    const party = idOf(record, params.party)
    const target = ctx.modules.get(module.field[params.party]?.to ?? '')
    if (party === null || !target || (params.when && fx.evaluate(params.when) !== true)) return
    if (!target.field[params.limit]) throw fault(`${target.name} has no field "${params.limit}".`)
    const owed = params.pending ? pendingOf(fx.ctx, params.pending, target.name) : sql`0`
    const uncleared = params.uncleared ? unclearedOf(fx.ctx, params.uncleared, target.name) : sql`0`
    // The row of the party is locked: two documents posted at once each see what the other adds.
    await ctx.db.query(
      sql`
        SELECT id
        FROM ${table(ctx, target.entity.table)}
        WHERE id = ${party}
        FOR UPDATE
      `,
    )
    const [standing] = await ctx.db.query<Standing>(
      sql`
        SELECT p.${ref(target.entity.name)} AS name, p.${ref(params.limit)}::text AS credit,
          coalesce(p.balance, 0)::text AS balance, (${owed})::text AS pending,
          (${uncleared})::text AS uncleared,
          (
            SELECT max(${fx.date}::date - o.due_date)
            FROM ${table(ctx, 'open_item')} o
            WHERE o.kind = 'receivable'
              AND o.party_id = p.id
              AND o.balance > 0
          ) AS late
        FROM ${table(ctx, target.entity.table)} p
        WHERE p.id = ${party}
      `,
    )
    if (!standing) return
    const breaches = [
      overLimit(standing, toCents(dec(fx.decimal(params.amount)))),
      overdue(standing, fx.decimal(params.overdue ?? '0').toNumber()),
    ]
    await requireOverride(
      fx,
      params.override,
      breaches.filter((breach) => breach !== undefined),
    )
  },
}

/** Sum over the rows that stand and are not taken whole. */
function pendingOf(ctx: Parameters<Guard['check']>[0]['ctx'], pending: Pending, party: string): Sql {
  const module = ctx.modules.get(pending.module)
  const lines = module?.lines.find((line) => line.name === pending.lines)
  const field = module?.fields.find((candidate) => candidate.to === party)
  if (!module?.workflow || !lines || !field) throw fault(`${pending.module} has no rows of a party.`)
  const states = Object.values(module.workflow.states).filter(({ flags }) => flags.includes('is_posted'))
  const done = module.workflow.progress?.names[2] ?? ''
  const [qty, value] = [sql`r.${ref(pending.quantity)}`, sql`r.${ref(pending.value)}`]
  const taken = join(
    pending.taken.map((name) => sql`coalesce(r.${ref(name)}, 0)`),
    ' + ',
  )
  return sql`
    SELECT coalesce(sum(round(${value} * greatest(${qty} - (${taken}), 0) / nullif(${qty}, 0), 2)), 0)
    FROM ${table(ctx, lines.table)} r
    JOIN ${table(ctx, module.entity.table)} d ON d.id = r.parent_id
    WHERE d.${ref(field.name)} = p.id
      AND d.status = ANY (${states.map(({ name }) => name)})
      AND d.progress IS DISTINCT FROM ${done}
  `
}

/** Sum of the payments that are not cleared. */
function unclearedOf(ctx: Parameters<Guard['check']>[0]['ctx'], { module: name, amount, marked, states }: Uncleared, party: string): Sql {
  const module = ctx.modules.get(name)
  const field = module?.fields.find((candidate) => candidate.to === party)
  if (!module || !field || !module.field[amount] || !module.field[marked]) throw fault(`${name} has no rows of a party.`)
  return sql`
    SELECT coalesce(sum(c.${ref(amount)}), 0)
    FROM ${table(ctx, module.entity.table)} c
    WHERE c.${ref(field.name)} = p.id
      AND c.${ref(marked)}
      AND c.status = ANY (${states}::text[])
  `
}

function overLimit({ name, credit, balance, pending, uncleared }: Standing, added: bigint): Breach | undefined {
  if (credit === null) return undefined
  const checks = toCents(uncleared)
  const [owed, limit] = [toCents(balance) + toCents(pending) + checks, toCents(credit)]
  const exposure = owed + added
  if (exposure <= limit) return undefined
  const over = moneyText(exposure - limit)
  return {
    refused: refuse(
      'E_CREDIT_LIMIT',
      `${name} would owe ${moneyText(exposure)}, ${over} over the credit limit of ${moneyText(limit)}. Collect a payment, or let a user who can approve post it.`,
      { exposure: centsText(exposure), limit: credit },
    ),
    what:
      checks > 0n
        ? `${name} would owe ${moneyText(exposure)}, which is ${over} over the credit limit of ${moneyText(limit)}: ${moneyText(owed)} owed so far, of which ${moneyText(checks)} in post-dated checks, and ${moneyText(added)} on this document.`
        : `${name} would owe ${moneyText(exposure)}, which is ${over} over the credit limit of ${moneyText(limit)}: ${moneyText(owed)} owed so far and ${moneyText(added)} on this document.`,
  }
}

function overdue({ name, late }: Standing, days: number): Breach | undefined {
  if (days <= 0 || late === null || late <= days) return undefined
  return {
    refused: refuse(
      'E_OVERDUE',
      `${name} has an invoice that is ${late} days past due. Collect it, or let a user who can approve post this.`,
      {
        days: late,
      },
    ),
    what: `${name} has an invoice that is ${late} days past due; the company allows ${days}.`,
  }
}
