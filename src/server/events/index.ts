/**
 * Server-sent events: notice of a changed record, never its contents, and only to listeners who can see the record; they
 * read it again with their own rights. Processes inform each other by NOTIFY.
 */

import { AsyncResource } from 'node:async_hooks'
import { randomUUID } from 'node:crypto'
import type { ServerResponse } from 'node:http'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Json } from '../../engine/model/module.ts'
import type { Audience, Clock, Ctx, Events } from '../platform/context.ts'
import type { Database } from '../platform/db/index.ts'
import { sql } from '../platform/db/sql.ts'
import { hears, type Reader } from '../records/audience/audience.ts'
import { readerOf, type UsersOf } from '../records/audience/readers.ts'

interface Event {
  readonly type: string
  readonly user_id?: number
  readonly data: Json
  readonly audience?: Audience
}
interface Listener {
  readonly company: string
  readonly user_id: number
  readonly session_id?: number
  readonly response: ServerResponse
  /** The listener's rights, renewed with each heartbeat. Without them, no events about records are sent. */
  reader?: Reader
}
interface Wire {
  readonly from: string
  readonly company: string
  readonly event: Event
}

const CHANNEL = 'tanggapan_events'
/**
 * The database's own event, sent by `platform.next_version()` at the commit of each change of the company's version:
 * rights, settings or modules may have changed.
 */
const RIGHTS = 'rights'
const HEARTBEAT_MS = 25_000
/** NOTIFY transports less than 8000 bytes; an event is far smaller, and a larger one is not worth sending. */
const MAX_NOTIFY = 7000
/** Delay until other processes get a change; all changes until then are sent in one statement. */
const NOTIFY_AFTER_MS = 100

/** Writing to a closed response is an error event, which would end the process. */
const isOpen = ({ response }: Listener): boolean => !response.writableEnded && !response.destroyed

interface EventHub extends Events {
  add(listener: Listener): () => void
  /** Ends the responses of all listeners. A server does not finish closing while one is open. */
  endAll(): void
  stop(): Promise<void>
}

/** Whether an event is for this listener: an event that names a record is only for users who can see it. */
function isFor({ user_id, reader }: Listener, event: Event): boolean {
  if (event.user_id !== undefined && event.user_id !== user_id) return false
  if (event.audience) return reader !== undefined && hears(reader, event.audience)
  return event.type !== 'record'
}

/** `users` returns the listeners' present data; without it they get no events about records. */
export async function createEvents(
  database: Database,
  clock: Pick<Clock, 'now'>,
  fail: (error: unknown) => void,
  users?: UsersOf,
): Promise<EventHub> {
  const listeners = new Set<Listener>()
  const self = randomUUID()
  /** Companies in which a reporting line has changed since the last heartbeat. */
  const leadersChanged = new Set<string>()
  const deliver = ({ company, event }: { company: string; event: Event }) => {
    const text = `event: ${event.type}\ndata: ${JSON.stringify(event.data)}\n\n`
    for (const listener of listeners) {
      if (!isOpen(listener)) listeners.delete(listener)
      if (listener.company !== company || !isOpen(listener)) continue
      if (event.audience && listener.reader?.modules.get(event.audience.module)?.entity.leaders) leadersChanged.add(company)
      if (isFor(listener, event)) listener.response.write(text)
    }
  }
  // After a lost connection all listeners are disconnected: they reconnect and read again what they may have missed.
  const unlisten = await database.listen(
    CHANNEL,
    (payload) => {
      try {
        const wire = JSON.parse(payload) as Wire
        if (wire.from === self) return
        if (wire.event.type === RIGHTS) renewReaders(wire.company).then(() => deliver(wire), fail)
        else deliver(wire)
      } catch (error) {
        // Any user of the database can send on the channel.
        fail(error)
      }
    },
    () => sendAway(),
  )
  // A user who has signed out, or was signed out, gets events at most until the next heartbeat.
  const endClosed = async () => {
    const asked = [...listeners].filter((listener) => listener.session_id !== undefined)
    if (!asked.length) return
    const open = await database.db.query<{ id: number }>(
      sql`
        SELECT id
        FROM platform.session
        WHERE id = ANY (${asked.map((listener) => listener.session_id)}::bigint[]) AND expires_at > ${clock.now().toISOString()}
      `,
    )
    const ids = new Set(open.map((entry) => entry.id))
    for (const listener of asked) if (!ids.has(listener.session_id!)) listener.response.end()
  }
  // Rights are read from the cache of the company's version: without a change this is one statement per company.
  const renewReaders = async (only?: string) => {
    if (!users) return
    const changed = new Set(leadersChanged)
    if (only === undefined) leadersChanged.clear()
    const byCompany = Map.groupBy(listeners, (listener) => listener.company)
    for (const [company, group] of byCompany) {
      if (only !== undefined && company !== only) continue
      const found = await users(company, [...new Set(group.map((listener) => listener.user_id))])
      for (const listener of group) {
        const ctx = found.get(listener.user_id)
        if (!ctx) listener.response.end()
        else if (ctx.principal !== listener.reader?.principal || ctx.modules !== listener.reader.modules || changed.has(company))
          listener.reader = await readerOf(ctx)
      }
    }
  }
  const beat = setInterval(() => {
    for (const listener of listeners) {
      if (isOpen(listener)) listener.response.write(': still here\n\n')
      else listeners.delete(listener)
    }
    endClosed()
      .then(() => renewReaders())
      .catch(fail)
  }, HEARTBEAT_MS)
  beat.unref()
  let waiting: string[] = []
  let timer: NodeJS.Timeout | undefined
  // Bound here, so that it never runs inside the transaction of its first publisher.
  const send = AsyncResource.bind(() => {
    const wires = waiting
    waiting = []
    database.db.prepared(sql`SELECT pg_notify(${CHANNEL}, wire) FROM unnest(${wires}::text[]) wire`).catch(fail)
  })
  let ended = false
  const sendAway = () => {
    for (const listener of listeners) listener.response.end()
    listeners.clear()
  }
  const endAll = () => {
    ended = true
    sendAway()
  }
  return {
    publish(company, event) {
      deliver({ company, event })
      // No other process works on a server that this one started.
      if (database.embedded) return
      const wire = JSON.stringify({ from: self, company, event } satisfies Wire)
      if (wire.length > MAX_NOTIFY) return
      // All events of one turn are sent in one statement.
      if (waiting.push(wire) === 1) timer = setTimeout(send, NOTIFY_AFTER_MS)
    },
    add(listener) {
      if (ended) listener.response.end()
      else if (isOpen(listener)) listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    endAll,
    async stop() {
      clearInterval(beat)
      clearTimeout(timer)
      endAll()
      await unlisten()
    },
  }
}

/** `GET events`: an endless response, read by the browser with the bearer header. */
export function registerEventRoutes(app: FastifyInstance, hub: EventHub, deps: { ctx(request: FastifyRequest): Promise<Ctx> }): void {
  app.addHook('preClose', async () => hub.endAll())
  app.get('/events', async (request, reply) => {
    const ctx = await deps.ctx(request)
    const reader = await readerOf(ctx)
    reply.hijack()
    const response = reply.raw
    response.writeHead(200, {
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store',
      connection: 'keep-alive',
      'x-accel-buffering': 'no',
    })
    response.write('retry: 3000\n\n')
    const leave = hub.add({
      company: ctx.company.code,
      user_id: ctx.principal.user_id,
      response,
      reader,
      ...(ctx.session_id ? { session_id: ctx.session_id } : {}),
    })
    // Without a listener a failed write would end the process.
    response.on('error', leave)
    response.on('close', leave)
  })
}
