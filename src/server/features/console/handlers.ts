/** The developer console: facts about the server, the targets of its mail and files, and a few named maintenance tasks. */

import { readdir, readFile } from 'node:fs/promises'
import { cpus, freemem, loadavg, totalmem } from 'node:os'
import { join } from 'node:path'
import { writeAudit } from '../../platform/audit/index.ts'
import type { Config } from '../../platform/config.ts'
import type { Ctx, Handler } from '../../platform/context.ts'
import { sql, table } from '../../platform/db/sql.ts'
import { forbidden, invalid } from '../../platform/errors.ts'
import { handler, text } from '../../platform/http/params.ts'
import { IMPORT_QUEUE } from '../../records/index.ts'
import { BULK_QUEUE, TRANSITION_QUEUE } from '../../workflow/index.ts'
import { BACKUP_QUEUE, queueBackup } from '../backup/index.ts'
import { CHAT_QUEUE } from '../chat/index.ts'

const SHOWN_MAILS = 50
const EMAIL = /^[^@\s<>"',;]+@[^@\s<>"',;]+\.[^@\s<>"',;]+$/

/** Only for developers, no matter what their role grants; no screen can make a user a developer. */
const forDevelopers = (name: string, run: Parameters<typeof handler>[1]): Handler =>
  handler(name, async (ctx, request, module) => {
    if (!ctx.principal.is_developer && ctx.system === undefined) throw forbidden('The developer console is for developers only.')
    return run(ctx, request, module)
  })

interface Task {
  readonly description: string
  run(ctx: Ctx, words: readonly string[]): Promise<string>
}

const lines = (rows: readonly (readonly unknown[])[]): string =>
  rows.map((row) => row.map((entry) => String(entry ?? '')).join('  ')).join('\n') || '(nothing)'

/** The tasks, by name. All but `sessions clean` only read. */
const TASKS: Readonly<Record<string, Task>> = {
  help: {
    description: 'lists the tasks',
    run: async () =>
      Object.entries(TASKS)
        .map(([name, task]) => `${name.padEnd(20)} ${task.description}`)
        .join('\n'),
  },
  modules: {
    description: 'modules of the company, with their kind and number of fields',
    run: async (ctx) =>
      lines([...ctx.modules.values()].map((module) => [module.name.padEnd(28), module.kind.padEnd(10), module.fields.length])),
  },
  tables: {
    description: 'the largest tables with their size',
    run: async (ctx) => {
      const rows = await ctx.db.query<{ name: string; rows: number; size: string }>(
        sql`
          SELECT c.relname AS name, greatest(c.reltuples, 0)::bigint AS rows,
            pg_size_pretty(pg_total_relation_size(c.oid)) AS size
          FROM pg_class c
          JOIN pg_namespace n ON n.oid = c.relnamespace
          WHERE n.nspname = ${ctx.company.schema} AND c.relkind = 'r'
          ORDER BY pg_total_relation_size(c.oid) DESC
          LIMIT 20
        `,
      )
      return lines(rows.map((row) => [row.name.padEnd(36), String(row.rows).padStart(10), row.size]))
    },
  },
  sessions: {
    description: 'how many sessions are open; "sessions clean" removes those that have ended',
    run: async (ctx, words) => {
      const now = ctx.clock.now().toISOString()
      if (words[0] === 'clean') {
        const gone = await ctx.db.query(
          sql`
            DELETE FROM platform.session
            WHERE company_id = ${ctx.company.id} AND expires_at <= ${now}
            RETURNING id
          `,
        )
        return `${gone.length} removed`
      }
      const [row] = await ctx.db.query<{ open: number; ended: number }>(
        sql`
          SELECT count(*) FILTER (WHERE expires_at > ${now}) AS open,
            count(*) FILTER (WHERE expires_at <= ${now}) AS ended
          FROM platform.session
          WHERE company_id = ${ctx.company.id}
        `,
      )
      return `${row!.open} open, ${row!.ended} ended`
    },
  },
  outbox: {
    description: 'notifications that wait, and those that failed',
    run: async (ctx) => {
      const rows = await ctx.db.query<{ id: number; kind: string; attempts: number; error: string | null }>(
        sql`
          SELECT id, kind, attempts, error
          FROM ${table(ctx, 'outbox')}
          WHERE done_at IS NULL
          ORDER BY id
          LIMIT 50
        `,
      )
      return lines(rows.map((row) => [row.id, row.kind, `${row.attempts} tries`, row.error]))
    },
  },
  jobs: {
    description: 'the last background jobs',
    run: async (ctx) => {
      const rows = await ctx.db.query<{
        queue: string
        state: string
        done: number
        total: number
        error: string | null
        updated_at: string
      }>(sql`
        SELECT queue, state, done, total, error, updated_at
        FROM ${table(ctx, 'job_progress')}
        ORDER BY updated_at DESC
        LIMIT 20
      `)
      return lines(rows.map((row) => [row.updated_at, row.queue.padEnd(16), row.state.padEnd(10), `${row.done}/${row.total}`, row.error]))
    },
  },
  schema: {
    description: 'the last changes that were made to tables',
    run: async (ctx) => {
      const rows = await ctx.db.query<{ at: string; kind: string; table_name: string; note: string }>(
        sql`
          SELECT at, kind, table_name, note
          FROM ${table(ctx, '_schema_journal')}
          ORDER BY id DESC
          LIMIT 30
        `,
      )
      return lines(rows.map((row) => [row.at, row.kind.padEnd(10), row.table_name, row.note]))
    },
  },
  time: {
    description: 'the business clock',
    run: async (ctx) => `${ctx.clock.now().toISOString()}, ${ctx.clock.today(ctx.company.time_zone)} in ${ctx.company.time_zone}`,
  },
}

interface KeptMail {
  readonly name: string
  readonly to: string
  readonly subject: string
  readonly date: string
  readonly text: string
}

/** Mails that were kept instead of sent, newest first; only those of the company. */
async function keptMails(config: Config, company: string): Promise<KeptMail[]> {
  const folder = join(config.dataDir, 'mail')
  const names = (await readdir(folder).catch(() => [])).filter((name) => name.endsWith('.eml') && name.includes(`-${company}-`)).sort()
  return Promise.all(
    names
      .slice(-SHOWN_MAILS)
      .reverse()
      .map(async (name) => {
        const [head = '', ...rest] = (await readFile(join(folder, name), 'utf8')).split(/\r?\n\r?\n/)
        const header = (key: string) => new RegExp(`^${key}: (.*)$`, 'im').exec(head)?.[1] ?? ''
        return { name, to: header('To'), subject: header('Subject'), date: header('Date'), text: rest.join('\n\n').slice(0, 4000) }
      }),
  )
}

/** The target of a URL, without the password in it. */
const shown = (url: string): URL => {
  const parsed = new URL(url)
  parsed.password = ''
  return parsed
}

/** What runs on demand; scheduled work logs its own runs (`schedule.ts`). */
const ON_DEMAND = [
  { name: IMPORT_QUEUE, expression: 'on demand', description: 'Large imports.' },
  { name: BACKUP_QUEUE, expression: 'on demand', description: 'Backups.' },
  { name: TRANSITION_QUEUE, expression: 'on demand', description: 'Postings of large documents.' },
  { name: BULK_QUEUE, expression: 'on demand', description: 'Actions on many records.' },
  { name: CHAT_QUEUE, expression: 'on demand', description: 'Answers of the assistant.' },
] as const

const smtp = forDevelopers('console.smtp', async (ctx) => {
  const { config } = ctx.services.instance
  const url = config.mailUrl ? shown(config.mailUrl) : undefined
  return {
    host: url?.hostname ?? null,
    port: url?.port ? Number(url.port) : null,
    user: url?.username || null,
    encryption: url ? (url.protocol === 'smtps:' ? 'ssl' : 'tls') : 'none',
    from: ctx.settings.mail_from ?? null,
    kept_locally: !url,
    mails: url ? [] : await keptMails(config, ctx.company.code),
  }
})

const testMail = forDevelopers('console.testMail', async (ctx, { body }) => {
  const email = text(body, 'email', 200)
  if (!EMAIL.test(email)) throw invalid({ email: ['Invalid email format'] })
  await ctx.services.mail.send(ctx, {
    to: email,
    subject: 'Test mail',
    text: `This mail was sent by ${ctx.principal.name} from the developer console of ${ctx.company.name} to see whether mail arrives.\n`,
  })
  await writeAudit(ctx, { module: ctx.modules.get('developer_console')!, record_id: 0, action: 'test_mail', note: { email } })
  return { sent: true, kept_locally: !ctx.services.instance.config.mailUrl }
})

const storage = forDevelopers('console.storage', async (ctx) => {
  const { config } = ctx.services.instance
  const url = config.filesUrl ? new URL(config.filesUrl) : undefined
  const [row] = await ctx.db.query<{ files: number; size: number }>(
    sql`SELECT count(*) AS files, coalesce(sum(size), 0) AS size FROM ${table(ctx, 'file')}`,
  )
  return {
    storage: url ? 's3' : 'local',
    bucket: url?.hostname ?? null,
    region: url?.searchParams.get('region') ?? null,
    endpoint: url?.searchParams.get('endpoint') ?? null,
    files: Number(row!.files),
    size_bytes: Number(row!.size),
  }
})

const cron = forDevelopers('console.cron', async (ctx) => {
  const done = await ctx.db.query<{ queue: string; at: string; state: string }>(
    sql`
      SELECT DISTINCT ON (queue) queue, updated_at AS at, state
      FROM ${table(ctx, 'job_progress')}
      ORDER BY queue, updated_at DESC
    `,
  )
  const asked = ON_DEMAND.map((entry) => {
    const last = done.find((row) => row.queue === entry.name)
    return { ...entry, last_run_at: last?.at ?? null, status: last?.state ?? 'waiting' }
  })
  return [...ctx.services.instance.schedule.of(ctx.company.code), ...asked]
})

const serverInfo = forDevelopers('console.serverInfo', async (ctx) => {
  const { version, embedded, startedAt } = ctx.services.instance
  const [database] = await ctx.db.query<{ version: string; size: string }>(
    sql`SELECT version() AS version, pg_size_pretty(pg_database_size(current_database())) AS size`,
  )
  const memory = process.memoryUsage()
  const mb = (bytes: number) => `${Math.round(bytes / 1_048_576)} MB`
  return {
    version,
    node: process.version,
    platform: `${process.platform} ${process.arch}`,
    cpus: cpus().length,
    load: loadavg()
      .map((value) => value.toFixed(2))
      .join(' '),
    memory_used: mb(memory.rss),
    memory_free: `${mb(freemem())} of ${mb(totalmem())}`,
    running_since: startedAt.toISOString(),
    database: embedded ? 'embedded' : 'PostgreSQL server',
    database_version: database!.version.split(' on ')[0],
    database_size: database!.size,
    modules: ctx.modules.size,
    business_time: ctx.clock.now().toISOString(),
  }
})

const execute = forDevelopers('console.execute', async (ctx, { body }) => {
  const prompt = text(body, 'prompt', 200)
  const [name = '', ...words] = prompt.split(/\s+/)
  const task = Object.hasOwn(TASKS, name) ? TASKS[name] : undefined
  await writeAudit(ctx, { module: ctx.modules.get('developer_console')!, record_id: 0, action: 'execute', note: { prompt } })
  if (!task) throw invalid({ prompt: [`There is no task "${name.slice(0, 40)}". Try "help".`] })
  return { prompt, output: await task.run(ctx, words) }
})

const backup = forDevelopers('console.backup', (ctx) => queueBackup(ctx, 'database'))

/** The latest punches that came from devices: sent by them, or from their files. */
const biometric = forDevelopers('console.biometricLogs', async (ctx) => {
  const raw = ctx.modules.get('raw_time_log')
  if (!raw) return []
  const filter = { source: { in: ['biometric', 'wl20', 'import'] } }
  return (await ctx.services.records.list(ctx, raw, { filter, limit: 100, sort: '-id', window: 'all', count: 'none' })).data
})

export const consoleHandlers: readonly Handler[] = [smtp, testMail, storage, cron, serverInfo, execute, backup, biometric]
