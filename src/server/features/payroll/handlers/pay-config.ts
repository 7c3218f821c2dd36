/** Set-up of payroll: the members of a pay group, what a schedule computes when, rates, and pay of employees beyond the basic rate. */

import type { Module, Row } from '../../../../engine/model/module.ts'
import type { Ctx, HandlerRequest } from '../../../platform/context.ts'
import { sql, table } from '../../../platform/db/sql.ts'
import { invalid, notFound, refuse } from '../../../platform/errors.ts'
import { handler, id, ids, optionalId, rows } from '../../../platform/http/params.ts'
import { listAll } from '../../../records/list.ts'
import { linesOf } from '../../../records/row.ts'
import { generatePeriods } from '../periods.ts'

const moduleOf = (ctx: Ctx, name: string): Module => {
  const module = ctx.modules.get(name)
  if (!module) throw notFound('Cannot find module')
  return module
}

/** Rows of a child table in the form in which they are saved again: existing rows stay. */
const lineIds = (record: Row, name: string): Row[] => linesOf(record, name).map((line) => ({ id: line.id }))

/** The employees of a pay group, as their own module lets the caller see them. */
const groupEmployees = handler('payGroup.employees', async (ctx, { params }, module) => {
  const group = id(params, 'id')
  await ctx.services.records.get(ctx, module, group)
  const employees = moduleOf(ctx, 'employee')
  return listAll(ctx, employees, { filter: { pay_group_id: group }, sort: 'full_name' })
})

const groupUsers = handler('payGroup.users', async (ctx, { params }, module) => {
  const group = await ctx.services.records.get(ctx, module, id(params, 'id'))
  return group.users ?? []
})

/** 400 unless the caller is among the users of every confidential group that the employees leave or join. */
async function requireMovable(ctx: Ctx, people: Module, employees: readonly number[], into: number | undefined): Promise<void> {
  if (ctx.system !== undefined) return
  const [closed] = await ctx.db.query<{ name: string }>(
    sql`
      SELECT g.name
      FROM ${table(ctx, 'pay_group')} g
      WHERE g.is_confidential
        AND NOT (${ctx.principal.user_id} = ANY (coalesce(g.user_ids, '{}')))
        AND (
          g.id = ${into ?? null}
          OR g.id IN (
            SELECT pay_group_id FROM ${table(ctx, people.entity.table)} WHERE id = ANY (${employees}::bigint[])
          )
        )
      LIMIT 1
    `,
  )
  if (closed) throw invalid({ employee_ids: [`Only the users of the confidential group ${closed.name} can change its members.`] })
}

/** Adds employees to the group or removes them: each belongs to one group, and the group's payroll in progress drops them. */
const moveEmployees = (name: string, into: boolean) =>
  handler(name, async (ctx, { params, body }, module) => {
    const group = params.id === undefined ? id(body, 'pay_group_id') : id(params, 'id')
    const employees = ids(body, 'employee_ids')
    return ctx.db.tx(async () => {
      await ctx.services.records.get(ctx, module, group, 'edit')
      const people = moduleOf(ctx, 'employee')
      await requireMovable(ctx, people, employees, into ? group : undefined)
      const moved = await ctx.db.query<{ id: number }>(
        sql`
          UPDATE ${table(ctx, people.entity.table)}
          SET pay_group_id = ${into ? group : null}, version = version + 1,
            updated_by = ${ctx.principal.user_id || null}, updated_at = ${ctx.clock.now().toISOString()}
          WHERE id = ANY (${employees}::bigint[])
            AND ${into ? sql`pay_group_id IS DISTINCT FROM ${group}` : sql`pay_group_id = ${group}`}
          RETURNING id
        `,
      )
      await ctx.db.query(
        sql`
          INSERT INTO ${table(ctx, 'audit_trail')} (
            user_id, action, module_id, record_id, old_values, new_values, created_at
          )
          SELECT ${ctx.principal.user_id || null}, 'update',
            (SELECT id FROM ${table(ctx, 'module')} WHERE name = 'employee'), e, NULL,
            jsonb_build_object('pay_group_id', ${into ? group : null}::bigint),
            ${ctx.clock.now().toISOString()}::timestamptz
          FROM unnest(${moved.map((entry) => entry.id)}::bigint[]) e
        `,
      )
      return { moved: moved.length }
    })
  })

const changeUsers = (name: string, into: boolean) =>
  handler(name, async (ctx, { body }, module) => {
    const group = id(body, 'pay_group_id')
    const users = ids(body, 'user_ids')
    return ctx.db.tx(async () => {
      const current = await ctx.services.records.get(ctx, module, group, 'edit')
      const now = (current.user_ids as number[] | null) ?? []
      const user_ids = into ? [...new Set([...now, ...users])] : now.filter((value) => !users.includes(value))
      return ctx.services.records.update(ctx, module, group, { version: current.version, user_ids })
    })
  })

/** `POST pay_cycle/{id}/generate-periods {year}`: the year's pay periods from the cut-offs; those that exist stay. */
const generate = handler('payCycle.generate', async (ctx, { params, body }, module) => {
  const year = Number(body.year)
  if (!Number.isInteger(year) || year < 1950 || year > 2100) throw invalid({ year: ['Give a year.'] })
  const cycle = await ctx.services.records.get(ctx, module, id(params, 'id'))
  return ctx.db.tx(() => generatePeriods(ctx, cycle, year, optionalId(body, 'pay_schedule_id')))
})

async function changeLines(
  ctx: Ctx,
  module: Module,
  { id, name, change }: { readonly id: number; readonly name: string; readonly change: (record: Row) => Row[] },
): Promise<Row> {
  return ctx.db.tx(async () => {
    const record = await ctx.services.records.get(ctx, module, id, 'edit')
    return ctx.services.records.update(ctx, module, id, { version: record.version, [name]: change(record) })
  })
}

const rates = handler('payRate.rates', async (ctx, { params }, module) => {
  const record = await ctx.services.records.get(ctx, module, id(params, 'id'))
  return record.rates ?? []
})
const addCycle = handler('payRate.addCycle', (ctx, { params, body }, module) =>
  changeLines(ctx, module, { id: id(params, 'id'), name: 'cycles', change: (record) => [...lineIds(record, 'cycles'), line(body, CYCLE)] }),
)
const CYCLE = ['pay_cycle_id', 'effective_from', 'effective_to']
const RATE = ['day_type_id', 'regular', 'overtime', 'night_differential', 'night_overtime', 'rest_day']
/** The named values of a request; missing ones are left to the checks of saving. */
const line = (body: Row, names: readonly string[]): Row =>
  Object.fromEntries(names.filter((name) => body[name] !== undefined).map((name) => [name, body[name]]))

/** Sets rates by day type: a day type that has a rate already gets the new one. */
const setRates = handler('payRate.setRates', (ctx, { params, body }, module) => {
  const given = Array.isArray(body.rates) ? rows(body, 'rates') : [body]
  return changeLines(ctx, module, {
    id: id(params, 'id'),
    name: 'rates',
    change: (record) => {
      const byType = new Map(given.map((row) => [Number(row.day_type_id), line(row, RATE)]))
      const old = linesOf(record, 'rates').map((row): Row => {
        const next = byType.get(Number(row.day_type_id))
        byType.delete(Number(row.day_type_id))
        return { id: row.id, ...next }
      })
      return [...old, ...byType.values()]
    },
  })
})
const setRate = handler('payRate.setRate', (ctx, { params, body }, module) => {
  const rate = id(params, 'rateId')
  return changeLines(ctx, module, {
    id: id(params, 'id'),
    name: 'rates',
    change: (record) => {
      const lines = linesOf(record, 'rates')
      if (!lines.some((row) => row.id === rate)) throw notFound('The rate was not found.')
      return lines.map((row) => ({ id: row.id, ...(row.id === rate ? line(body, RATE) : {}) }))
    },
  })
})

/** A pay period for the schedule: one that exists by its id, or a new one from the values given. */
const addPeriod = handler('paySchedule.addPeriod', (ctx, { params, body }, module) =>
  ctx.db.tx(async () => {
    const schedule = await ctx.services.records.get(ctx, module, id(params, 'id'), 'edit')
    const known = optionalId(body, 'pay_period_id')
    const { pay_period_id: _known, ...values } = body
    const period = known ?? (await makePeriod(ctx, schedule, values))
    const pay_period_ids = [...new Set([...((schedule.pay_period_ids as number[] | null) ?? []), period])]
    return ctx.services.records.update(ctx, module, Number(schedule.id), { version: schedule.version, pay_period_ids })
  }),
)
async function makePeriod(ctx: Ctx, schedule: Row, values: Row): Promise<number> {
  const made = await ctx.services.records.create(ctx, moduleOf(ctx, 'pay_period'), {
    pay_cycle_id: schedule.pay_cycle_id,
    pay_schedule_id: schedule.id,
    ...values,
  })
  return Number(made.id)
}

const addItem = handler('paySchedule.addItem', (ctx, { params, body }, module) => {
  const pay_item_id = id(body, 'pay_item_id')
  const period_no = optionalId(body, 'period_no') ?? null
  return changeLines(ctx, module, {
    id: id(params, 'id'),
    name: 'pay_items',
    change: (record) => {
      if (linesOf(record, 'pay_items').some((row) => row.pay_item_id === pay_item_id && (row.period_no ?? null) === period_no))
        throw refuse('E_DUPLICATE', 'The pay item is already in the schedule.')
      return [...lineIds(record, 'pay_items'), { pay_item_id, period_no, is_active: true }]
    },
  })
})

/** Removes a pay item from a schedule (`pay_schedule_id`), or from all where none is named. */
const removeItem = handler('paySchedule.removeItem', (ctx, { params, body, query }, module) => {
  const item = id(params, 'pay_item_id')
  const schedule = optionalId({ ...query, ...body }, 'pay_schedule_id')
  return ctx.db.tx(async () => {
    const lines = module.lines.find((candidate) => candidate.name === 'pay_items')!.table
    const rows = await ctx.db.query<{ id: number }>(
      sql`
        SELECT DISTINCT parent_id AS id
        FROM ${table(ctx, lines)}
        WHERE pay_item_id = ${item} AND (${schedule ?? null}::bigint IS NULL OR parent_id = ${schedule ?? null}::bigint)
      `,
    )
    if (!rows.length) throw notFound('The pay item is in no schedule.')
    for (const entry of rows)
      await changeLines(ctx, module, {
        id: entry.id,
        name: 'pay_items',
        change: (record) =>
          linesOf(record, 'pay_items')
            .filter((each) => each.pay_item_id !== item)
            .map((each) => ({ id: each.id })),
      })
    return { removed: rows.length }
  })
})

/* ---------- what an employee is paid or pays besides: calls below the employee ---------- */

const employeeOf = (request: HandlerRequest): number => id(request.params, 'employeeId')

async function ofEmployee(ctx: Ctx, module: Module, request: HandlerRequest): Promise<Row[]> {
  const { data } = await ctx.services.records.list(ctx, module, { filter: { employee_id: employeeOf(request) }, limit: 200 })
  return data
}

/** A record of this employee; 404 when it is another's. */
async function ownOf(ctx: Ctx, module: Module, request: HandlerRequest, action: string): Promise<Row> {
  const record = await ctx.services.records.get(ctx, module, id(request.params, 'id'), action)
  if (record.employee_id !== employeeOf(request)) throw notFound()
  return record
}

const allowanceList = handler('allowance.ofEmployee', (ctx, request, module) => ofEmployee(ctx, module, request))
/** Adds an allowance by its pay item: values that are not given come from the item. */
const allowanceAdd = handler('allowance.add', async (ctx, request, module) => {
  const { body } = request
  const item = await ctx.services.records.load(ctx, moduleOf(ctx, 'pay_item'), id(body, 'pay_item_id'))
  return ctx.services.records.create(ctx, module, {
    amount: item.default_amount === null ? undefined : Number(item.default_amount),
    is_taxable: item.is_taxable ?? true,
    ...body,
    employee_id: employeeOf(request),
  })
})
const allowanceRemove = handler('allowance.remove', (ctx, request, module) =>
  ctx.db.tx(async () => {
    const { data } = await ctx.services.records.list(ctx, module, {
      filter: { employee_id: employeeOf(request), pay_item_id: id(request.params, 'pay_item_id') },
      limit: 200,
    })
    if (!data.length) throw notFound()
    for (const row of data) await ctx.services.records.remove(ctx, module, Number(row.id))
    return null
  }),
)

const deductionList = handler('deduction.ofEmployee', (ctx, request, module) => ofEmployee(ctx, module, request))
const deductionGet = handler('deduction.get', (ctx, { params }, module) => ctx.services.records.get(ctx, module, id(params, 'deductionId')))
const deductionUpdate = handler('deduction.update', (ctx, { params, body }, module) =>
  ctx.services.records.update(ctx, module, id(params, 'deductionId'), body),
)
const deductionRemove = handler('deduction.remove', async (ctx, { params }, module) => {
  await ctx.services.records.remove(ctx, module, id(params, 'deductionId'))
  return null
})
/** Pay items that an "other deduction" may be of. */
const others = handler('deduction.others', async (ctx) => {
  const items = moduleOf(ctx, 'pay_item')
  const filter = { type: 'deduction', kind: { in: ['voluntary', 'cash_advance', 'other'] }, is_active: true }
  return ctx.services.records.dropdown(ctx, items, { filter, limit: 200 })
})

const deMinimisAdd = handler('deMinimis.add', (ctx, request, module) =>
  ctx.services.records.create(ctx, module, { ...request.body, employee_id: employeeOf(request) }),
)
const deMinimisUpdate = handler('deMinimis.update', async (ctx, request, module) => {
  const current = await ownOf(ctx, module, request, 'edit')
  const { employee_id: _owner, ...values } = request.body
  return ctx.services.records.update(ctx, module, Number(current.id), values)
})
const deMinimisRemove = handler('deMinimis.remove', async (ctx, request, module) => {
  const current = await ownOf(ctx, module, request, 'delete')
  await ctx.services.records.remove(ctx, module, Number(current.id))
  return null
})

export const paySetupHandlers = [
  groupEmployees,
  groupUsers,
  moveEmployees('payGroup.addEmployees', true),
  moveEmployees('payGroup.removeEmployees', false),
  changeUsers('payGroup.addUsers', true),
  changeUsers('payGroup.removeUsers', false),
  generate,
  rates,
  addCycle,
  setRates,
  setRate,
  addPeriod,
  addItem,
  removeItem,
  allowanceList,
  allowanceAdd,
  allowanceRemove,
  deductionList,
  deductionGet,
  deductionUpdate,
  deductionRemove,
  others,
  deMinimisAdd,
  deMinimisUpdate,
  deMinimisRemove,
]
