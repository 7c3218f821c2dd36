/** Part runs: a payroll of thousands of employees from records to payslips, on PostgreSQL. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { PeriodTime } from '../../src/domain/time/types.ts'
import type { Json } from '../../src/engine/model/module.ts'
import { readConfig } from '../../src/server/platform/config.ts'
import { createServer } from '../../src/server/server.ts'
import { workJob } from '../../src/server/workflow/index.ts'
import { createDatabase } from './database.ts'
import type { Result } from './results.ts'

const EMPLOYEES = 10_000
const TARGET_SECONDS = 60

const schemaOf = (code: string): string => `"co_${code.toLowerCase()}"`

type Server = Awaited<ReturnType<typeof createServer>>

/** A half month of an employee with overtime, a late morning and a night. */
const TIME: PeriodTime = {
  scheduled_minutes: 11 * 480,
  days_scheduled: 11,
  days_worked: 11,
  absent_minutes: 0,
  late_minutes: 12,
  undertime_minutes: 0,
  worked: [
    { day_type: 'ordinary', regular: 10 * 480, regular_night: 120, overtime: 300, overtime_night: 60 },
    { day_type: 'rest_day', regular: 480, regular_night: 0, overtime: 0, overtime_night: 0 },
  ],
  unworked_holidays: [],
  paid_leave_minutes: 0,
  unpaid_leave_minutes: 0,
}

/** Employees with a rate, an allowance, a deduction, no bank account and sums of the year; the second half of a month. */
async function makeCompany(server: Server, code: string, employees: number): Promise<number> {
  const schema = schemaOf(code)
  await server.createCompany({ code, name: 'Runs' })
  const { db } = server.database
  const insertedId = async (sql: string, params: unknown[] = []): Promise<number> =>
    Number((await db.query<{ id: number }>(sql, params))[0]!.id)
  const branch = await insertedId(`insert into ${schema}.branch (code, name, is_active) values ('HO', 'Head Office', true) returning id`)
  const department = await insertedId(
    `insert into ${schema}.department (code, name, is_active) values ('OPS', 'Operations', true) returning id`,
  )
  const group = await insertedId(
    `insert into ${schema}.pay_group (code, name, pay_cycle_id, pay_rate_id, pay_schedule_id, is_active)
     select 'G', 'Group', c.id, (select min(id) from ${schema}.pay_rate), (select min(s.id) from ${schema}.pay_schedule s where s.pay_cycle_id = c.id), true from ${schema}.pay_cycle c where c.code = 'SEMI' returning id`,
  )
  const period = await insertedId(
    `insert into ${schema}.pay_period (code, name, pay_cycle_id, date_from, date_to, dtr_from, dtr_to, payout_date, year, month, period_no, is_last_of_month)
     select 'P', 'July 2026, 2', id, '2026-07-16', '2026-07-31', '2026-07-16', '2026-07-31', '2026-07-31', 2026, 7, 2, true from ${schema}.pay_cycle where code = 'SEMI' returning id`,
  )
  await db.query(
    `insert into ${schema}.employee (employee_no, full_name, first_name, last_name, branch_id, department_id, date_hired, status, pay_group_id, salary_rate_type, basic_rate)
     select 'E' || lpad(n::text, 6, '0'), 'Employee ' || n, 'Employee', n::text, $1, $2, '2025-01-01', 'active', $3, case when n % 5 = 0 then 'daily' else 'monthly' end, case when n % 5 = 0 then 800 else 20000 + n % 700 * 100 end
     from generate_series(1, ${employees}) n`,
    [branch, department, group],
  )
  await db.query(
    `insert into ${schema}.time_sheet (employee_id, pay_period_id, date_from, date_to, status, period_time) select id, $1, '2026-07-16', '2026-07-31', 'open', $2 from ${schema}.employee`,
    [period, JSON.stringify(TIME)],
  )
  await db.query(
    `insert into ${schema}.allowance (employee_id, pay_item_id, amount, unit_type, time_unit, is_taxable, effective_from, is_active)
     select e.id, (select id from ${schema}.pay_item where code = 'TRANSPORT'), 1500, 'amount', 'per_month', true, '2025-01-01', true from ${schema}.employee e`,
  )
  await db.query(
    `insert into ${schema}.deduction (employee_id, pay_item_id, amount_option, amount, frequency, total_amount, balance, effective_from, is_active)
     select e.id, (select id from ${schema}.pay_item where code = 'COMPANY_LOAN'), 'amount', 750, 'recurring', 9000, 9000, '2025-01-01', true from ${schema}.employee e where e.id % 2 = 0`,
  )
  await db.query(
    `insert into ${schema}.ytd_payroll (employee_id, year, gross, basic, taxable_income, tax_withheld, sss, philhealth, pagibig, periods, nontaxable_13th, taxable_13th, de_minimis)
     select id, 2026, 200000, 180000, 170000, 9000, 9000, 4500, 1200, 13, 0, 0, 0 from ${schema}.employee`,
  )
  await db.query(`analyze`)
  const ctx = await server.system(code, 'measuring')
  const made = await ctx.services.records.create(ctx, ctx.modules.get('payroll')!, {
    branch_id: branch,
    pay_group_id: group,
    pay_period_id: period,
  })
  return Number(made.id)
}

interface Measured {
  readonly seconds: number
  readonly process: number
  readonly post: number
  /** Megabytes of the heap in use: after the first tenth of the employees, and at the end. */
  readonly heap: readonly [number, number]
}

async function measure(employees: number): Promise<Measured> {
  const code = `RUNS${employees}`
  const { database } = await createDatabase(`tanggapan_runs_${process.pid}_${employees}`)
  const dataDir = mkdtempSync(join(tmpdir(), 'tanggapan-runs-'))
  try {
    const server = await createServer({
      config: readConfig({ DATABASE_URL: database.url, DATA_DIR: dataDir, DEMO: 'off', LOG_LEVEL: 'silent' }),
    })
    try {
      server.clock.advanceTo('2026-08-01T04:00:00Z')
      const id = await makeCompany(server, code, employees)
      const system = await server.system(code, 'measuring')
      // The benchmark runs the job itself, where its time and memory can be measured, instead of the server's worker.
      let queued: Json = null
      const send = async (_ctx: unknown, _queue: string, data: Json): Promise<string> => {
        queued = data
        return 'measured'
      }
      const jobs = { ...system.services.jobs, send }
      const ctx = { ...system, services: { ...system.services, jobs } } as typeof system
      const timed = async (work: () => Promise<unknown>): Promise<number> => {
        const started = performance.now()
        await work()
        return (performance.now() - started) / 1000
      }
      const used = (): number => {
        globalThis.gc?.()
        return process.memoryUsage().heapUsed / 1024 / 1024
      }
      let early: number | undefined
      const seconds = await timed(async () => {
        await ctx.services.workflow.request(ctx, ctx.modules.get('payroll')!, { id, action: 'precompute', input: {} })
        if (queued)
          await workJob(ctx, queued, (done, total) => {
            if (early === undefined && done >= total / 10) early = used()
          })
      })
      const late = used()
      const [row] = await server.database.db.query<{ n: number }>(
        `select count(*) as n from ${schemaOf(code)}.payroll__employees where parent_id = $1 and state = 'computed'`,
        [id],
      )
      if (Number(row!.n) !== employees) throw new Error(`${String(row!.n)} of ${employees} employees were computed.`)
      const payroll = ctx.modules.get('payroll')!
      const act = (action: string) => timed(() => ctx.services.workflow.transition(ctx, payroll, { id, action, input: {} }))
      const processed = await act('process')
      await act('approve')
      return { seconds, process: processed, post: await act('post'), heap: [early ?? late, late] }
    } finally {
      await server.close()
    }
  } finally {
    rmSync(dataDir, { recursive: true, force: true })
    await database.drop()
  }
}

/** Measures a small and a large company: the seconds of the large one, its memory, and how the time grows. */
export async function benchRuns({ quick, note }: { quick: boolean; note(text: string): void }): Promise<Result[]> {
  const [small, large] = quick ? [150, 1_000] : [150, EMPLOYEES]
  note(`payroll of ${small} employees`)
  const few = await measure(small)
  note(`payroll of ${large} employees`)
  const many = await measure(large)
  const count = large.toLocaleString('en')
  return [
    {
      part: 'runs',
      name: `${count} employees precomputed`,
      ours: { s: many.seconds, 'employees/s': large / many.seconds },
      target: (TARGET_SECONDS * large) / EMPLOYEES,
    },
    { part: 'runs', name: '… processed', ours: { s: many.process } },
    { part: 'runs', name: '… posted', ours: { s: many.post } },
    {
      part: 'runs',
      name: '… heap at the end of the precomputation, at a tenth of it',
      ours: { MB: many.heap[1], 'MB at a tenth': many.heap[0] },
    },
    {
      part: 'runs',
      name: `growth of the cost from ${small} to ${count} employees`,
      ours: { exponent: Math.log(many.seconds / few.seconds) / Math.log(large / small) },
      target: 1.1,
    },
  ]
}
