/** Endpoints of one employee beside the generic ones: account, pay, team, manager, filings, history. */

import type { Module, Row } from '../../../engine/model/module.ts'
import { accessCodesOf, can, cutModule } from '../../../engine/runtime/permissions/index.ts'
import type { Ctx, Handler, HandlerRequest } from '../../platform/context.ts'
import { sql, table } from '../../platform/db/sql.ts'
import { forbidden, invalid, notFound, refuse } from '../../platform/errors.ts'
import { handler, id, optionalText, text } from '../../platform/http/params.ts'
import { seesOf } from '../../records/access.ts'
import { closedCodes } from '../../records/closed.ts'
import { idOf } from '../../records/row.ts'
import { recordOf, valuesOf } from '../../records/section-handlers.ts'
import { readSection, saveSection } from '../../records/sections.ts'
import { PAY_TERMS, TERMS, type Term } from './employment-terms.ts'

/** The employee of a call, among the rows that the caller can see. */
const employee = (ctx: Ctx, module: Module, request: HandlerRequest, action = 'view'): Promise<Row> =>
  ctx.services.records.get(ctx, module, recordOf(request), action)

/** 403 without the access that employees' pay requires. */
export function requirePay(ctx: Ctx): void {
  if (!seesOf(ctx)({ access: 'compensation' })) throw forbidden('You need the access "compensation" to see or change pay.')
}

/** The same, for callers who can see pay. */
async function employeeWithPay(ctx: Ctx, module: Module, request: HandlerRequest): Promise<Row> {
  const row = await employee(ctx, module, request)
  requirePay(ctx)
  await requirePayOf(ctx, module, Number(row.id))
  return row
}

/** 403 where the pay of this employee is open only to the users of a confidential group. */
export async function requirePayOf(ctx: Ctx, module: Module, id: number): Promise<void> {
  if ((await closedCodes(ctx, module, [id])).get(id)?.has('compensation'))
    throw forbidden("Only users of the confidential pay group can see or change this employee's pay.")
}

const get = handler('employee.get', async (ctx, request, module) => employee(ctx, module, request))
const create = handler('employee.create', async (ctx, request, module) => ctx.services.records.create(ctx, module, request.body))

const PAY = ['salary_rate_type', 'basic_rate', 'monthly_salary', 'daily_rate', 'hourly_rate', 'effective_date', 'previous_rate'] as const
const payOf = (row: Row): Row => Object.fromEntries(PAY.map((name) => [name, row[name] ?? null]))

/** Changes of monthly pay, newest first. */
const payHistory = (ctx: Ctx, employeeId: number): Promise<Row[]> =>
  ctx.db.query<Row>(
    sql`
      SELECT id, month, from_monthly_salary::float8 AS from_monthly_salary,
        to_monthly_salary::float8 AS to_monthly_salary, salary_rate_type, effective_date, remarks
      FROM ${table(ctx, 'monthly_status_log')}
      WHERE employee_id = ${employeeId}
      ORDER BY effective_date DESC, id DESC
      LIMIT 200
    `,
  )

const salary = handler('employee.salary', async (ctx, request, module) => {
  const row = await employeeWithPay(ctx, module, request)
  return { ...payOf(row), history: await payHistory(ctx, Number(row.id)) }
})

const months = handler('employee.months', async (ctx, request, module) => {
  const row = await employeeWithPay(ctx, module, request)
  return payHistory(ctx, Number(row.id))
})

const monthlySalary = handler('employee.monthlySalary', async (ctx, request, module) => {
  const row = await employeeWithPay(ctx, module, request)
  return { monthly_salary: row.monthly_salary ?? null, effective_date: row.effective_date ?? null }
})

/** An employee's pay beyond the basic rate, from the modules that the caller can see. */
const summary = handler('employee.compensationSummary', async (ctx, request, module) => {
  const row = await employeeWithPay(ctx, module, request)
  const linesIn = async (name: string): Promise<Row[]> => {
    const target = ctx.modules.get(name)
    if (!target?.field.employee_id || !can(ctx.principal, target, 'index')) return []
    return (await ctx.services.records.list(ctx, target, { filter: { employee_id: row.id }, limit: 100, window: 'all' })).data
  }
  const [earnings, allowances, deductions, de_minimis] = await Promise.all(
    ['earning', 'allowance', 'deduction', 'employee_de_minimis_benefit'].map(linesIn),
  )
  return { ...payOf(row), earnings, allowances, deductions, de_minimis }
})

/** An employee's colleagues of one team, and its leader. */
const team = handler('employee.team', async (ctx, request, module) => {
  const row = await employee(ctx, module, request)
  const target = ctx.modules.get('team')
  const teamId = idOf(row, 'team_id')
  if (teamId === null || !target) return null
  const [match] = await ctx.services.records.dropdown(ctx, target, { filter: { id: teamId }, limit: 1 })
  const members = await ctx.db.query<Row>(
    sql`
      SELECT id, employee_no, full_name AS name
      FROM ${table(ctx, 'employee')}
      WHERE team_id = ${teamId} AND status = 'active'
      ORDER BY full_name
      LIMIT 500
    `,
  )
  const [leader] = await ctx.db.query<Row>(
    sql`
      SELECT e.id, e.employee_no, e.full_name AS name
      FROM ${table(ctx, 'team')} t
      JOIN ${table(ctx, 'employee')} e ON e.id = t.leader_id
      WHERE t.id = ${teamId}
    `,
  )
  return { ...match, leader: leader ?? null, members }
})

const manager = handler('employee.manager', async (ctx, request, module) => {
  const row = await employee(ctx, module, request)
  const [match] = await ctx.db.query<Row>(
    sql`
      SELECT m.id, m.employee_no, m.full_name AS name, m.user_id, p.name AS position
      FROM ${table(ctx, 'employee')} e
      JOIN ${table(ctx, 'employee')} m ON m.id = e.manager_id
      LEFT JOIN ${table(ctx, 'position')} p ON p.id = m.position_id
      WHERE e.id = ${row.id}
    `,
  )
  return match ?? null
})

/** The modules of employees' filings. */
const filingModules = (ctx: Ctx): Module[] =>
  [...ctx.modules.values()].filter((module) => module.kind === 'filing' && module.field.employee_id && can(ctx.principal, module, 'index'))

/** Filings of an employee over all modules that the caller may see, newest first. */
async function filingsOf(ctx: Ctx, employeeId: number): Promise<Row[]> {
  const result: Row[] = []
  for (const target of filingModules(ctx)) {
    const { data } = await ctx.services.records.list(ctx, target, {
      filter: { employee_id: employeeId },
      limit: 50,
      window: 'all',
      count: 'none',
    })
    result.push(...data.map((row) => ({ module: target.name, title: target.singular, ...row })))
  }
  return result.sort((a, b) => String(b.transaction_date ?? '').localeCompare(String(a.transaction_date ?? '')))
}

const filings = handler('employee.filings', async (ctx, request, module) => {
  const row = await employee(ctx, module, request)
  return filingsOf(ctx, Number(row.id))
})

/** Sections of their own record that all employees can read. */
const OWN_SECTIONS = ['personal', 'employment', 'attendance_setting']
/** Related records that employees can read about themselves. */
const OWN_PANELS = ['employee-id', 'asset', 'education', 'profession', 'skill-set', 'file', 'address', 'contact-person']

/** The caller's own record to read, with the form that shows it; no other employee's, and no pay. */
const profile = handler('employee.profile', async (ctx) => {
  const module = ctx.modules.get('employee')!
  const { employee_id } = ctx.principal
  if (employee_id === null) throw refuse('E_NO_EMPLOYEE', 'Your account is not linked to an employee. Ask Human Resources to link it.')
  const elevated: Ctx = {
    ...ctx,
    principal: {
      ...ctx.principal,
      access: OWN_SECTIONS,
      grants: { ...ctx.principal.grants, [module.name]: ['index', 'view', 'view_all'] },
    },
  }
  const { actions: _actions, ...record } = await ctx.services.records.get(elevated, module, employee_id)
  const form = cutModule(module, elevated.principal)
  const panels = form.panels.filter(({ path }) => OWN_PANELS.includes(path))
  // The employee's own related records are shown in full, without any field withheld.
  const modules = panels.flatMap((panel) => ctx.modules.get(panel.module) ?? [])
  const belongings = modules.map((child) => [child.name, cutModule(child, { ...ctx.principal, access: accessCodesOf(child) })])
  return { record, module: { ...form, actions: {}, endpoints: [], panels }, belongings: Object.fromEntries(belongings) }
})

/* ---------- account ---------- */

const ACCOUNT = ['username', 'email', 'user_role_id', 'is_active'] as const

async function accountOf(ctx: Ctx, section: Row): Promise<Row> {
  const user = idOf(section, 'user_id')
  const [account] =
    user === null
      ? []
      : await ctx.db.query<Row>(
          sql`
            SELECT u.username, u.email, u.user_role_id, u.is_active, u.last_login_at,
              NOT coalesce(u.password_changed, false) AS force_change, r.name AS role
            FROM ${table(ctx, 'user')} u
            LEFT JOIN ${table(ctx, 'user_role')} r ON r.id = u.user_role_id
            WHERE u.id = ${user}
          `,
        )
  if (!account) return section
  const { role, ...values } = account
  return { ...section, ...values, user_role: values.user_role_id === null ? null : { id: values.user_role_id, name: role, label: role } }
}

const security = handler('employee.security', async (ctx, request, module) =>
  accountOf(ctx, await readSection(ctx, module, recordOf(request), 'security-setting')),
)

/** Saves the section; values of an account that exists go to the user, by the caller's rights on users. */
const saveSecurity = handler('employee.saveSecurity', async (ctx, request, module) => {
  const record = recordOf(request)
  const values = valuesOf(request)
  return ctx.db.tx(async () => {
    const before = await readSection(ctx, module, record, 'security-setting')
    const user = idOf(before, 'user_id')
    const { is_active, email, force_change, last_login_at: _seen, ...rest } = values
    const account = Object.fromEntries(ACCOUNT.filter((name) => name in values).map((name) => [name, values[name]]))
    if (user === null && (is_active !== undefined || force_change !== undefined))
      throw invalid({ user_id: ['The employee has no user account yet. Give access to the portal first.'] })
    if (user !== null && Object.keys(account).length) {
      await ctx.services.records.update(ctx, ctx.modules.get('user')!, user, account)
      for (const name of ['username', 'user_role_id']) delete rest[name]
    }
    if (user !== null && force_change === true)
      await ctx.db.query(sql`UPDATE ${table(ctx, 'user')} SET password_changed = false WHERE id = ${user}`)
    if (user === null && email !== undefined) await ctx.services.records.update(ctx, module, record, { email })
    return accountOf(ctx, await saveSection(ctx, module, record, { section: 'security-setting', input: rest }))
  })
})

/* ---------- changes from a day on ---------- */

const change: Handler = {
  name: 'employee.change',
  params: {
    type: 'object',
    additionalProperties: false,
    required: ['fields'],
    properties: { fields: { type: 'array', items: { enum: [...TERMS] } } },
  },
  async run(ctx, module, request, params) {
    const { fields } = params as { fields: Term[] }
    const { effective_date, ...given } = valuesOf(request)
    const unknown = Object.keys(given).filter((name) => name !== 'version' && !fields.includes(name as Term))
    if (unknown.length) throw invalid(Object.fromEntries(unknown.map((name) => [name, ['This field cannot be changed here.']])))
    if (given[fields[0]!] === undefined) throw invalid({ [fields[0]!]: ['Field is required'] })
    const pay = fields.some((name) => PAY_TERMS.has(name))
    const day = effective_date === undefined ? {} : { [pay ? 'effective_date' : 'employment_effective_date']: effective_date }
    return saveSection(ctx, module, recordOf(request), {
      section: pay ? 'compensation' : 'employment-details',
      input: { ...given, ...day },
    })
  },
}

const timeZone = handler('employee.timeZone', async (ctx, request, module) =>
  saveSection(ctx, module, recordOf(request), { section: 'employment-details', input: { time_zone_id: id(request.body, 'time_zone_id') } }),
)

/* ---------- movements ---------- */

const movements = handler('employee.movements', async (ctx, { query }) => {
  const target = ctx.modules.get('personal_movement')!
  const employee_id = id(query, 'employee_id')
  const { data } = await ctx.services.records.list(ctx, target, {
    filter: { employee_id },
    limit: 200,
    window: 'all',
    sort: '-effective_date,-id',
  })
  return data
})

const removeMovement = handler('employee.removeMovement', async (ctx, { query, body }) => {
  const target = ctx.modules.get('personal_movement')!
  await ctx.services.records.remove(ctx, target, id(body.id === undefined ? query : body, 'id'))
  return null
})

/* ---------- organizational chart ---------- */

const nonExecutive = handler('orgChart.nonExecutive', async (ctx, _request, module) => {
  const { data } = await ctx.services.records.list(ctx, module, { filter: { is_executive: { ne: true } }, limit: 500, window: 'all' })
  return data
})

const upload = handler('orgChart.upload', async (ctx, { files, body }, module) => {
  const [file] = files
  if (!file) throw invalid({ file: ['Choose a file.'] })
  const record = body.id === undefined ? undefined : id(body, 'id')
  return ctx.db.tx(async () => {
    if (record !== undefined) await ctx.services.records.get(ctx, module, record, 'edit')
    const stored = await ctx.services.files.put(ctx, file, record === undefined ? undefined : { module: module.name, record_id: record })
    if (record !== undefined) await ctx.services.records.update(ctx, module, record, { file: Number(stored.id) })
    return { path: stored.id, name: stored.name }
  })
})

/* ---------- encoders ---------- */

const addEncoders: Handler = {
  name: 'encoder.add',
  params: { type: 'object', additionalProperties: false, required: ['type'], properties: { type: { enum: ['encoder', 'approver'] } } },
  async run(ctx, module, { body }, params) {
    const { type } = params as { type: string }
    const { user_ids, ...where } = body
    const users = Array.isArray(user_ids) ? user_ids : [user_ids]
    if (!users.length || users.length > 500) throw invalid({ user_ids: ['Choose users.'] })
    return ctx.db.tx(async () => {
      const made: Row[] = []
      for (const user of users) {
        const user_id = id({ user_ids: user }, 'user_ids')
        const [known] = await ctx.db.query(
          sql`
            SELECT 1
            FROM ${table(ctx, module.entity.table)}
            WHERE user_id = ${user_id} AND type = ${type} AND is_active
          `,
        )
        if (!known) made.push(await ctx.services.records.create(ctx, module, { ...where, user_id, type }))
      }
      return made
    })
  },
}

const removeEncoders = handler('encoder.remove', async (ctx, { body }, module) => {
  const users = (Array.isArray(body.user_ids) ? body.user_ids : [body.user_ids]).map((entry) => id({ user_ids: entry }, 'user_ids'))
  const type = optionalText(body, 'type')
  return ctx.db.tx(async () => {
    const rows = await ctx.db.query<{ id: number }>(
      sql`
        SELECT id
        FROM ${table(ctx, module.entity.table)}
        WHERE user_id = ANY (${users}::bigint[])
          AND is_active
          AND (${type ?? null}::text IS NULL OR type = ${type ?? null}::text)
      `,
    )
    if (!rows.length) throw notFound('None of these users is an encoder or approver.')
    // Encoded records still name the encoder.
    await ctx.db.query(
      sql`
        UPDATE ${table(ctx, module.entity.table)}
        SET is_active = false, version = version + 1
        WHERE id = ANY (${rows.map((row) => row.id)}::bigint[])
      `,
    )
    return { removed: rows.length }
  })
})

/** The employees that were created from an encoded record. */
const encoded = handler('encoding.employees', async (ctx, request, module) => (await employee(ctx, module, request)).employees ?? [])

const validateSss = handler('employeeId.validateSss', async (ctx, { body }) => {
  const { checkIdNumber, otherWithId } = await import('./ids.ts')
  const sss_no = checkIdNumber('SSS', text(body, 'sss_no', 40), 'sss_no')
  const except = body.employee_id === undefined || body.employee_id === null ? null : id(body, 'employee_id')
  if (await otherWithId(ctx, 'SSS', sss_no, except)) throw refuse('E_SSS_DUPLICATE', `${sss_no} is the SSS number of another employee.`)
  return { sss_no, is_duplicate: false }
})

export const employeeHandlers = [
  get,
  create,
  salary,
  months,
  monthlySalary,
  summary,
  team,
  manager,
  filings,
  profile,
  security,
  saveSecurity,
  change,
  timeZone,
  movements,
  removeMovement,
  nonExecutive,
  upload,
  addEncoders,
  removeEncoders,
  encoded,
  validateSss,
]
