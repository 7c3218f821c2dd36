/**
 * A server that dies in the middle of a job: it makes the request that queues it and ends itself when the job has
 * come to the step named. Started by `restart.test.ts`.
 */
import type { Json, Row } from '../../src/engine/module.ts'
import { createServer } from '../../src/server/server.ts'
import { signIn } from './instance.ts'

const { config, url, body, at } = JSON.parse(process.argv[2]!) as {
  config: Parameters<typeof createServer>[0]['config']
  url: string
  body: Json
  at: number
}
const server = await createServer({ config })
const { events } = server.services
const { publish } = events
events.publish = (company, event) => {
  const { state, done } = event.data as Row
  if (event.type === 'job' && state === 'active' && done === at) process.kill(process.pid, 'SIGKILL')
  publish(company, event)
}
await server.startJobs()
const { call } = await signIn(server, 'AGAIN', 'admin')
const answer = await call('POST', url, body)
if (answer.status !== 202) throw new Error(`${url}: ${answer.status} ${JSON.stringify(answer.body)}`)
