/** Guards on references of a document: parties, duplicate references, empty buckets, accounts of a voucher. */

import { checkVoucher, Unbalanced } from '../../../domain/ledger/journal.ts'
import { toCents } from '../../../kernel/decimal.ts'
import type { Guard } from '../../platform/context.ts'
import { allOf, join, ref, sql, table } from '../../platform/db/sql.ts'
import { refuse } from '../../platform/errors.ts'
import { asRule, fault, idOf, linesOf, recordId, textOf } from '../../records/row.ts'

export const partyActive: Guard<{ field: string }> = {
  name: 'party.active',
  params: {
    description: 'Refuses a supplier, customer or employee that is not active.',
    type: 'object',
    additionalProperties: false,
    required: ['field'],
    properties: { field: { type: 'string', format: 'field', of: ['reference', 'employee'], description: 'Reference to the party.' } },
  },
  async check(fx, { field }) {
    const id = idOf(fx.record, field)
    const target = fx.ctx.modules.get(fx.module.field[field]?.to ?? '')
    if (id === null || !target) return
    const [party] = await fx.ctx.db.query<{ name: string; is_active: boolean | null }>(
      sql`
        SELECT ${ref(target.entity.name)} AS name, is_active
        FROM ${table(fx.ctx, target.entity.table)}
        WHERE id = ${id}
      `,
    )
    if (party && party.is_active === false)
      throw refuse('E_PARTY', `${party.name} is inactive. Activate the ${target.singular.toLowerCase()} or choose another.`)
  },
}

export const partyTerm: Guard<{ field: string }> = {
  name: 'party.term',
  params: {
    description: 'Refuses a party without a payment term.',
    type: 'object',
    additionalProperties: false,
    required: ['field'],
    properties: {
      field: {
        type: 'string',
        format: 'field',
        of: ['reference', 'employee'],
        description: 'Reference to the party whose payment term the document needs.',
      },
    },
  },
  async check(fx, { field }) {
    const id = idOf(fx.record, field)
    const target = fx.ctx.modules.get(fx.module.field[field]?.to ?? '')
    if (id === null || !target) return
    const [party] = await fx.ctx.db.query<{ name: string; payment_term_id: number | null }>(
      sql`
        SELECT ${ref(target.entity.name)} AS name, payment_term_id
        FROM ${table(fx.ctx, target.entity.table)}
        WHERE id = ${id}
      `,
    )
    if (party && party.payment_term_id === null)
      throw refuse('E_PARTY', `${party.name} has no payment term. Set one on the ${target.singular.toLowerCase()} first.`)
  },
}

type DuplicateParams = { fields: string[]; lines?: string; voided?: boolean; among?: { module: string; except: string[] } }

export const duplicateReference: Guard<DuplicateParams> = {
  name: 'duplicate.reference',
  params: {
    description: 'Refuses values that a posted document has already.',
    type: 'object',
    additionalProperties: false,
    required: ['fields'],
    properties: {
      fields: {
        type: 'array',
        minItems: 1,
        items: { type: 'string', format: 'any-field' },
        description: 'Fields that together must not occur twice on posted documents; of the rows when `lines` is given.',
      },
      lines: { type: 'string', format: 'lines', description: 'Child table whose rows are compared; rows without the values are not.' },
      among: {
        type: 'object',
        additionalProperties: false,
        required: ['module', 'except'],
        description: 'Register that is searched instead of the documents, by fields of the same names.',
        properties: {
          module: { type: 'string', format: 'module', description: 'Module of the register.' },
          except: { type: 'array', items: { type: 'string' }, description: 'States whose records do not count any more.' },
        },
      },
      voided: { type: 'boolean', description: 'Voided documents count too (a spoiled check number stays used).', default: false },
    },
  },
  async check(fx, { fields, lines, voided, among }) {
    const { ctx, record, module } = fx
    const lineTable = lines === undefined ? undefined : module.lines.find((line) => line.name === lines)
    const seen = new Set<string>()
    for (const row of lineTable ? linesOf(record, lineTable.name) : [record]) {
      const values = fields.map((field) => (row[field] === null || row[field] === undefined ? '' : String(row[field]).trim().toLowerCase()))
      if (values.some((value) => value === '')) continue
      // Two documents with the same reference that post at once must not miss each other.
      const key = `${ctx.company.schema}.${module.name}:${values.join('|')}`
      if (seen.has(key)) {
        const title = lineTable?.field[fields.at(-1)!]?.title ?? fields.at(-1)!
        throw refuse('E_DUP_REF', `${title} ${textOf(row, fields.at(-1)!)} is entered twice. Remove one of the lines.`)
      }
      seen.add(key)
      await ctx.db.query(sql`SELECT pg_advisory_xact_lock(hashtextextended(${key}, 0))`)
      const register = among && ctx.modules.get(among.module)
      if (register) {
        const same = fields.map((field, i) => sql`lower(btrim(d.${ref(field)}::text)) = ${values[i]}`)
        const [taken] = await ctx.db.query(sql`
          SELECT 1
          FROM ${table(ctx, register.entity.table)} d
          WHERE NOT d.status = ANY (${among.except}::text[])
            AND ${join(same, ' AND ')}
          LIMIT 1
        `)
        if (!taken) continue
        const title = lineTable?.field[fields.at(-1)!]?.title ?? fields.at(-1)!
        throw refuse('E_DUP_REF', `${title} ${textOf(row, fields.at(-1)!)} is already in ${register.title}. Check the reference.`)
      }
      const [from, alias] = lineTable
        ? [sql`${table(ctx, lineTable.table)} r JOIN ${table(ctx, module.entity.table)} d ON d.id = r.parent_id`, ref('r')]
        : [sql`${table(ctx, module.entity.table)} d`, ref('d')]
      const isSame = fields.map((field, i) => sql`lower(btrim(${alias}.${ref(field)}::text)) = ${values[i]}`)
      const [other] = await ctx.db.query<{ transaction_no: string }>(
        sql`
          SELECT d.transaction_no
          FROM ${from}
          WHERE d.id <> ${recordId(fx)}
            AND d.posted_at IS NOT NULL
            AND ${voided === true ? sql`TRUE` : sql`d.status <> 'voided'`}
            AND ${allOf(isSame)}
          LIMIT 1
        `,
      )
      if (!other) continue
      const last = fields.at(-1)!
      const title = (lineTable?.field[last] ?? module.field[last])?.title ?? last
      throw refuse('E_DUP_REF', `${title} ${textOf(row, last)} is already on ${other.transaction_no}. Check the reference.`, {
        transaction_no: other.transaction_no,
      })
    }
  },
}

export const bucketEmpty: Guard<{ lines: string; location: string }> = {
  name: 'stock.bucketEmpty',
  params: {
    description: 'Refuses items that have stock in the location already.',
    type: 'object',
    additionalProperties: false,
    required: ['lines', 'location'],
    properties: {
      lines: { type: 'string', format: 'lines', description: 'Child table with the items.' },
      location: { type: 'string', format: 'field', to: ['inventory_location'], description: 'Field of the record with the location.' },
    },
  },
  async check(fx, { lines, location }) {
    const opened = linesOf(fx.record, lines).flatMap((line) => {
      const id = idOf(line, 'item_id')
      return id === null ? [] : [{ id, lot: textOf(line, 'lot_no').trim() }]
    })
    const items = opened.map(({ id }) => id)
    // Each lot of an item is a row of its own.
    const repeated = opened.find(({ id, lot }, i) => opened.findIndex((row) => row.id === id && row.lot === lot) !== i)?.id
    const movement = table(fx.ctx, 'inventory_movement')
    const [taken] = await fx.ctx.db.query<{ sku_code: string }>(
      sql`
        SELECT i.sku_code
        FROM ${table(fx.ctx, 'item')} i
        WHERE i.id = ${repeated ?? null} OR (
          i.id = ANY(${items})
          AND EXISTS (
            SELECT 1
            FROM ${movement} m
            WHERE m.item_id = i.id
              AND m.location_id = ${idOf(fx.record, location)}
              AND m.reverses_row_id IS NULL
              AND NOT EXISTS (SELECT 1 FROM ${movement} x WHERE x.reverses_row_id = m.id)
          )
        )
        LIMIT 1
      `,
    )
    if (taken)
      throw refuse(
        'E_BUCKET',
        `${taken.sku_code} already has stock movements here, or is listed twice. Opening stock is entered once; use an inventory adjustment.`,
      )
  },
}

export const entryBalanced: Guard = {
  name: 'entry.balanced',
  params: {
    description: 'Refuses a journal voucher whose debits and credits differ.',
    type: ['object', 'null'],
    additionalProperties: false,
    properties: {},
  },
  async check(fx) {
    const lines = linesOf(fx.record, 'lines').map((line) => ({ debit: toCents(line.debit), credit: toCents(line.credit) }))
    try {
      asRule('E_NO_LINES', () => checkVoucher(lines))
    } catch (error) {
      if (error instanceof Unbalanced) throw refuse('E_UNBALANCED', 'Debits and credits must be equal. Correct the lines.')
      throw error
    }
  },
}

export const accountsManual: Guard = {
  name: 'accounts.manual',
  params: {
    description: 'Refuses control accounts and accounts that take no postings.',
    type: ['object', 'null'],
    additionalProperties: false,
    properties: {},
  },
  async check(fx) {
    const ids = linesOf(fx.record, 'lines').map((line) => idOf(line, 'account_id'))
    if (ids.some((id) => id === null)) throw fault('A line of the entry has no account.')
    const [bad] = await fx.ctx.db.query<{ code: string; name: string; is_control: boolean; is_active: boolean }>(
      sql`
        SELECT code, name, is_control, is_active
        FROM ${table(fx.ctx, 'chart_of_account')}
        WHERE id = ANY(${ids})
          AND (is_control IS TRUE OR is_active IS FALSE OR is_postable IS FALSE)
        ORDER BY code
        LIMIT 1
      `,
    )
    if (bad) {
      throw refuse(
        'E_ACCOUNT',
        bad.is_control
          ? `${bad.code} ${bad.name} is a control account: only documents post to it. Choose another account.`
          : `${bad.code} ${bad.name} takes no postings. Choose another account.`,
      )
    }
  },
}
