/** Part days: a company's half month from punches in the database to day records, time logs and time sheets, on PostgreSQL. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { dayNumber } from '../../src/domain/time/clock.ts'
import type { DevicePunch } from '../../src/domain/time/device-log.ts'
import { importPunches } from '../../src/server/features/time/import.ts'
import { openRun, workRun } from '../../src/server/features/time/process.ts'
import { readConfig } from '../../src/server/platform/config.ts'
import { createServer } from '../../src/server/server.ts'
import { createDatabase } from './database.ts'
import type { Result } from './results.ts'

const EMPLOYEES = 2_000
const DAYS = 15
const TARGET_SECONDS = 20
const SCHEMA = '"co_days"'
const FROM = '2026-05-01'
const TO = '2026-05-15'

type Server = Awaited<ReturnType<typeof createServer>>

/** Employees of two shifts with one rest day and a pay period; everything else as a new company has it. */
async function makeCompany(server: Server, employees: number): Promise<void> {
  await server.createCompany({ code: 'DAYS', name: 'Days' })
  const { db } = server.database
  await db.query(
    `insert into ${SCHEMA}.shift_template (code, name, shift_type, time_in, time_out, time_type, hours, break_minutes, is_active)
     values ('D', 'Day', 'Fixed', '08:00', '17:00', 'today', 8, 60, true), ('N', 'Night', 'Fixed', '22:00', '07:00', 'tomorrow', 8, 60, true)`,
  )
  await db.query(`insert into ${SCHEMA}.branch (code, name, is_active) values ('HO', 'Head Office', true)`)
  await db.query(
    `insert into ${SCHEMA}.pay_period (code, name, pay_cycle_id, date_from, date_to, payout_date, year, month, period_no)
     select 'P', 'May 1 to 15', min(id), '${FROM}', '${TO}', '${TO}', 2026, 5, 1 from ${SCHEMA}.pay_cycle`,
  )
  await db.query(
    `insert into ${SCHEMA}.pay_group (code, name, pay_cycle_id, is_active) select 'G', 'Group', min(id), true from ${SCHEMA}.pay_cycle`,
  )
  await db.query(
    `insert into ${SCHEMA}.employee (employee_no, full_name, biometric_id, branch_id, date_hired, status, pay_group_id, shift_template_id)
     select 'E' || lpad(n::text, 6, '0'), 'Employee ' || n, n::text, b.id, '2025-01-01', 'active', g.id, t.id
     from generate_series(1, ${employees}) n join ${SCHEMA}.branch b on b.code = 'HO' cross join ${SCHEMA}.pay_group g
     join ${SCHEMA}.shift_template t on t.code = case when n % 4 = 0 then 'N' else 'D' end`,
  )
  await db.query(
    `insert into ${SCHEMA}.rest_day (employee_id, rest_day_type_id, weekdays, effective_from, is_active)
     select e.id, (select min(id) from ${SCHEMA}.rest_day_type), '{sunday}', '2025-01-01', true from ${SCHEMA}.employee e`,
  )
  await db.query(
    `insert into ${SCHEMA}.overtime_filing (transaction_no, transaction_date, employee_id, date, start_at, end_at, hours, status)
     select 'OT' || e.id || '-' || d, d, e.id, d, (d + time '17:00') at time zone 'Asia/Manila', (d + time '19:00') at time zone 'Asia/Manila', 2, 'approved'
     from ${SCHEMA}.employee e cross join generate_series('${FROM}'::date, '${TO}'::date, interval '5 days') g(at) cross join lateral (select g.at::date as d) x where e.id % 4 <> 0`,
  )
}

/** Four punches a day, a few minutes early or late, some days missed. */
function punches(employees: number): DevicePunch[] {
  const first = dayNumber(FROM)
  const out: DevicePunch[] = []
  for (let n = 1; n <= employees; n++)
    for (let i = 0; i < DAYS; i++) {
      if ((n + i) % 17 === 0) continue
      const from = (first + i) * 1440 + (n % 4 === 0 ? 1320 : 480)
      const jitter = ((n * 7 + i * 13) % 40) - 25
      for (const [kind, minuteOfDay] of [
        ['time_in', jitter],
        ['break_out', 240],
        ['break_in', 298],
        ['time_out', (n + i) % 5 === 0 ? 665 : 543],
      ] as const)
        out.push({ biometric_id: String(n), at: from + minuteOfDay, kind })
    }
  return out
}

/** Seconds that importing and processing took, and processing once more. */
async function measure(employees: number): Promise<{ imported: number; processed: number; again: number }> {
  const { database } = await createDatabase(`tanggapan_days_${process.pid}_${employees}`)
  const dataDir = mkdtempSync(join(tmpdir(), 'tanggapan-days-'))
  try {
    const server = await createServer({
      config: readConfig({ DATABASE_URL: database.url, DATA_DIR: dataDir, DEMO: 'off', LOG_LEVEL: 'silent' }),
    })
    try {
      server.clock.advanceTo('2026-05-20T04:00:00Z')
      await makeCompany(server, employees)
      const ctx = await server.system('DAYS', 'measuring')
      const timed = async (work: () => Promise<unknown>): Promise<number> => {
        const started = performance.now()
        await work()
        return (performance.now() - started) / 1000
      }
      const list = punches(employees)
      const imported = await timed(() => importPunches(ctx, { punches: list, errors: [] }, { source: 'biometric' }))
      await server.database.db.query(`analyze ${SCHEMA}.raw_time_log`)
      const run = async (): Promise<void> => {
        const { id } = await openRun(ctx, { from: FROM, to: TO })
        const done = await workRun(ctx, id, () => undefined)
        if (done.employees !== employees || done.problems.length)
          throw new Error(`The run did not do all its work: ${JSON.stringify(done).slice(0, 300)}`)
      }
      return { imported, processed: await timed(run), again: await timed(run) }
    } finally {
      await server.close()
    }
  } finally {
    rmSync(dataDir, { recursive: true, force: true })
    await database.drop()
  }
}

/** Measures a small and a large company: the seconds of the large one, and the power with which the time grows. */
export async function benchDays({ quick, note }: { quick: boolean; note(text: string): void }): Promise<Result[]> {
  const [small, large] = quick ? [100, 500] : [200, EMPLOYEES]
  note(`days of ${small} employees`)
  const few = await measure(small)
  note(`days of ${large} employees`)
  const many = await measure(large)
  const days = large * DAYS
  return [
    {
      part: 'days',
      name: `${large.toLocaleString('en')} employees × ${DAYS} days processed into records and sheets`,
      ours: { s: many.processed, 'days/s': days / many.processed },
      target: (TARGET_SECONDS * large) / EMPLOYEES,
    },
    { part: 'days', name: '… processed again, nothing changed', ours: { s: many.again } },
    { part: 'days', name: '… their punches imported', ours: { s: many.imported, 'punches/s': punches(large).length / many.imported } },
    {
      part: 'days',
      name: `growth of the cost from ${small} to ${large.toLocaleString('en')} employees`,
      ours: { exponent: Math.log(many.processed / few.processed) / Math.log(large / small) },
      target: 1.1,
    },
  ]
}
