/**
 * Server-sent events: that a record changed, never what is in it; whoever listens reads it again under his
 * own rights. Processes tell each other by NOTIFY.
 */
import { AsyncResource } from 'node:async_hooks'
import { randomUUID } from 'node:crypto'
import type { ServerResponse } from 'node:http'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Json } from '../../engine/module.ts'
import type { Clock, Ctx, Events } from '../context.ts'
import type { Database } from '../db/index.ts'

interface Event {
  readonly type: string
  readonly user_id?: number
  readonly data: Json
}
interface Listener {
  readonly company: string
  readonly user_id: number
  readonly session_id?: number
  readonly response: ServerResponse
}
interface Wire {
  readonly from: string
  readonly company: string
  readonly event: Event
}

const CHANNEL = 'tanggapan_events'
const HEARTBEAT_MS = 25_000
/** NOTIFY carries less than 8000 bytes; an event is far smaller, and one that is not is not worth sending. */
const MAX_NOTIFY = 7000
/** Other processes hear of a change this much later; everything until then goes in one statement. */
const NOTIFY_AFTER_MS = 20

export interface EventHub extends Events {
  add(listener: Listener): () => void
  /** Ends the answers of all who listen. A server does not finish closing while one is open. */
  endAll(): void
  stop(): Promise<void>
}

export async function createEvents(database: Database, clock: Pick<Clock, 'now'>, fail: (error: unknown) => void): Promise<EventHub> {
  const listeners = new Set<Listener>()
  const self = randomUUID()
  const deliver = ({ company, event }: { company: string; event: Event }) => {
    const text = `event: ${event.type}\ndata: ${JSON.stringify(event.data)}\n\n`
    for (const one of listeners) {
      if (one.company === company && (event.user_id === undefined || event.user_id === one.user_id)) one.response.write(text)
    }
  }
  const unlisten = await database.listen(CHANNEL, (payload) => {
    const wire = JSON.parse(payload) as Wire
    if (wire.from !== self) deliver(wire)
  })
  // Who signed out, or was signed out, hears no more than what happens until the next beat.
  const endClosed = async () => {
    const asked = [...listeners].filter((one) => one.session_id !== undefined)
    if (!asked.length) return
    const open = await database.db.query<{ id: number }>(
      'SELECT id FROM platform.session WHERE id = ANY ($1::bigint[]) AND expires_at > $2',
      [asked.map((one) => one.session_id), clock.now().toISOString()],
    )
    const ids = new Set(open.map((one) => one.id))
    for (const one of asked) if (!ids.has(one.session_id!)) one.response.end()
  }
  const beat = setInterval(() => {
    for (const one of listeners) one.response.write(': still here\n\n')
    endClosed().catch(fail)
  }, HEARTBEAT_MS)
  beat.unref()
  let waiting: string[] = []
  let timer: NodeJS.Timeout | undefined
  // Bound here, so that it never runs inside the transaction of whoever published first.
  const send = AsyncResource.bind(() => {
    const wires = waiting
    waiting = []
    database.db.prepared('events_notify', 'SELECT pg_notify($1, wire) FROM unnest($2::text[]) wire', [CHANNEL, wires]).catch(fail)
  })
  let ended = false
  const endAll = () => {
    ended = true
    for (const one of listeners) one.response.end()
    listeners.clear()
  }
  return {
    publish(company, event) {
      deliver({ company, event })
      const wire = JSON.stringify({ from: self, company, event } satisfies Wire)
      if (wire.length > MAX_NOTIFY) return
      // What happens in one turn is told in one statement.
      if (waiting.push(wire) === 1) timer = setTimeout(send, NOTIFY_AFTER_MS)
    },
    add(listener) {
      if (ended) listener.response.end()
      else listeners.add(listener)
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

/** `GET events`: an endless answer, read by the browser with the bearer header. */
export function registerEventRoutes(app: FastifyInstance, hub: EventHub, deps: { ctx(request: FastifyRequest): Promise<Ctx> }): void {
  app.addHook('preClose', async () => hub.endAll())
  app.get('/events', async (request, reply) => {
    const ctx = await deps.ctx(request)
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
      ...(ctx.session_id ? { session_id: ctx.session_id } : {}),
    })
    request.raw.on('close', leave)
  })
}
