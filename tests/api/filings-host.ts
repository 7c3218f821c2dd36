/** A company whose demo users are employees with a manager, a shift and rest days, and short ways to file. */
import type { Row } from '../../src/engine/model/module.ts'
import { type Answer, type Client, createClient, type Method } from './client.ts'
import { startInstance } from './instance.ts'

/** A Wednesday morning in Manila. */
export const TODAY = '2026-11-25'
const NOW = `${TODAY}T01:00:00.000Z`

export interface FilingHost {
  readonly as: Client
  /** Leave without pay. */
  readonly leave_type_id: number
  readonly server: Awaited<ReturnType<typeof startInstance>>['server']
  readonly people: Readonly<Record<string, { user_id: number; employee_id: number }>>
  /** A call that must succeed, answering its data. */
  data<T = Row>(username: string, method: Method, url: string, payload?: unknown): Promise<T>
  call(username: string, method: Method, url: string, payload?: unknown): Promise<Answer>
  /** Files and submits as a user. */
  file(username: string, module: string, values: Row): Promise<Row>
  moduleId(name: string): Promise<number>
  sql<T = Row>(text: string, params?: readonly unknown[]): Promise<T[]>
  stop(): Promise<void>
}

export async function startFilings(code: string): Promise<FilingHost> {
  const instance = await startInstance(code.toLowerCase(), [code])
  const { server } = instance
  server.clock.advanceTo(NOW)
  const as = createClient(server, code)
  const schema = `"co_${code.toLowerCase()}"`
  const system = await server.system(code, 'preparing a test')
  const sql = <T>(text: string, params: readonly unknown[] = []): Promise<T[]> => system.db.query<T>(text.replaceAll('{s}', schema), params)
  await sql(`insert into {s}.shift_template (id, code, name, shift_type, time_in, time_out, break_out, break_in, time_type, hours, is_active)
    overriding system value values (1, 'DAY', 'Day', 'Fixed', '08:00', '17:00', '12:00', '13:00', 'today', 8, true), (2, 'LATE', 'Late', 'Fixed', '13:00', '22:00', '17:00', '18:00', 'today', 8, true)`)
  await sql(
    `insert into {s}.shift_template__days (parent_id, line_no, weekday, is_rest_day) values (1, 1, 'saturday', true), (1, 2, 'sunday', true)`,
  )
  const people: Record<string, { user_id: number; employee_id: number }> = {}
  const users = await sql<{ id: number; username: string }>(`select id, username from {s}."user" order by id`)
  for (const { id, username } of users) {
    if (['admin', 'developer', 'auditor'].includes(username)) continue
    const [row] = await sql<{ id: number }>(
      `insert into {s}.employee (employee_no, full_name, first_name, last_name, user_id, status, shift_template_id, branch_id)
       values ($1, $1, $1, $1, $2, 'active', 1, (select min(id) from {s}.branch)) returning id`,
      [username, id],
    )
    people[username] = { user_id: Number(id), employee_id: Number(row!.id) }
    await sql(`update {s}."user" set employee_id = $2 where id = $1`, [id, row!.id])
  }
  await sql(`update {s}.employee set manager_id = $1 where user_id <> $2`, [people.approver!.employee_id, people.approver!.user_id])
  const call: FilingHost['call'] = (username, method, url, payload) => as.user(username)(method, url, payload)
  const data: FilingHost['data'] = async <T>(username: string, method: Method, url: string, payload?: unknown) => {
    const { status, body } = await call(username, method, url, payload)
    if (status !== 200) throw new Error(`${username} ${method} ${url}: ${status} ${JSON.stringify(body).slice(0, 600)}`)
    return body.data as T
  }
  // Leave that no balance limits.
  const [leave] = await sql<{ id: number }>(`select id from {s}.leave_type where code = 'LWOP'`)
  return {
    leave_type_id: Number(leave!.id),
    as,
    server,
    people,
    call,
    data,
    sql,
    file: async (username, module, values) => {
      const draft = await data(username, 'POST', module, values)
      return data(username, 'POST', `${module}/${String(draft.id)}/post`, {})
    },
    moduleId: async (name) => Number((await sql<{ id: number }>(`select id from {s}.module where name = $1`, [name]))[0]!.id),
    stop: instance.stop,
  }
}
