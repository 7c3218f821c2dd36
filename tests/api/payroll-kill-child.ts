/**
 * A server that precomputes a payroll, or processes it, until it is killed. Started by `kill.test.ts`. It says a line
 * for every batch that was committed.
 */
import { writeSync } from 'node:fs'
import { flushCompileCache } from 'node:module'
import type { Json } from '../../src/engine/model/module.ts'
import { createServer } from '../../src/server/server.ts'
import { workJob } from '../../src/server/workflow/index.ts'

const { config, id, act } = JSON.parse(process.argv[2]!) as {
  config: Parameters<typeof createServer>[0]['config']
  id: number
  act: 'precompute' | 'process'
}
// Killed processes leave no compiled code behind for the next one.
flushCompileCache()
const server = await createServer({ config })
const system = await server.system('KILL', 'preparing a test')
const say = (text: string) => writeSync(1, `${text}\n`)

if (act === 'process') {
  say('batch')
  await system.services.workflow.transition(system, system.modules.get('payroll')!, { id, action: 'process', input: {} })
} else {
  // The job is worked on here, so that it is this process that dies with it.
  let queued: Json = null
  const send = async (_ctx: unknown, _queue: string, data: Json): Promise<string> => {
    queued = data
    return 'killed'
  }
  const ctx = { ...system, services: { ...system.services, jobs: { ...system.services.jobs, send } } } as typeof system
  await ctx.services.workflow.request(ctx, ctx.modules.get('payroll')!, { id, action: 'precompute', input: {} })
  say(`job ${JSON.stringify(queued)}`)
  await workJob(ctx, queued, () => say('batch'))
}
say('done')
