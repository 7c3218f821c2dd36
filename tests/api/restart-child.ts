/**
 * A server that dies in the middle of a job: it makes the request that queues it and ends itself when the job has
 * come to the step named, or so many statements later: in the middle of what follows. Started by `restart.test.ts`.
 */
import { flushCompileCache } from 'node:module'
import type { Json, Row } from '../../src/engine/model/module.ts'
import { createServer } from '../../src/server/server.ts'
import { signIn } from './instance.ts'

const {
  config,
  url,
  body,
  at: point,
  later = 0,
} = JSON.parse(process.argv[2]!) as {
  config: Parameters<typeof createServer>[0]['config']
  url: string
  body: Json
  at: number
  later?: number
}
// Killed processes leave no compiled code behind for the next one.
flushCompileCache()
const server = await createServer({ config })
const { events } = server.services
const { publish } = events
let dying = false
let statements = 0
const { db } = server.database
const query = db.query.bind(db)
db.query = (async (text: string, params?: readonly unknown[]) => {
  if (dying && ++statements > later) process.kill(process.pid, 'SIGKILL')
  return query(text, params)
}) as typeof db.query
events.publish = (company, event) => {
  const { state, done } = event.data as Row
  if (event.type === 'job' && state === 'active' && done === point) dying = true
  if (dying && later === 0) process.kill(process.pid, 'SIGKILL')
  publish(company, event)
}
await server.startJobs()
const { call } = await signIn(server, 'AGAIN', 'admin')
const answer = await call('POST', url, body)
const queued = answer.status === 202 || Boolean((answer.body.data as Row | undefined)?.job_id)
if (!queued) throw new Error(`${url}: ${answer.status} ${JSON.stringify(answer.body)}`)
