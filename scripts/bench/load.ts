/** A small load generator: several connections, each with a new request as soon as the last one is answered. */
import { Agent, request } from 'node:http'

export interface Call {
  readonly method: 'GET' | 'POST' | 'PUT'
  /** Below the API's prefix. */
  readonly path: string
  readonly body?: unknown
  /** Receives the response, outside the measured time. */
  readonly answered?: (answer: Answer) => void
}

/** A server under test and whose calls it gets. */
export interface Target {
  readonly port: number
  readonly token: string
}

/** The next call of a connection (from 0). */
export type Next = (connection: number) => Call

/** A parsed answer of the API. */
export interface Answer {
  readonly data: never
}

export interface Sample {
  /** Milliseconds of each call. */
  readonly latencies: number[]
  readonly seconds: number
}

/** One call; throws with the server's message unless the status is 200. `text` is the unchanged body. */
export function send(agent: Agent, target: Target, call: Call): Promise<string> {
  const body = call.body === undefined ? undefined : JSON.stringify(call.body)
  return new Promise((resolve, reject) => {
    const outgoing = request(
      {
        agent,
        port: target.port,
        host: '127.0.0.1',
        method: call.method,
        path: `/api/v1/${call.path}`,
        headers: {
          authorization: `Bearer ${target.token}`,
          ...(body === undefined ? {} : { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }),
        },
      },
      (answer) => {
        const chunks: Buffer[] = []
        answer.on('data', (chunk: Buffer) => chunks.push(chunk))
        answer.on('error', reject)
        answer.on('end', () => {
          const text = Buffer.concat(chunks).toString()
          if (answer.statusCode === 200) resolve(text)
          else reject(new Error(`${call.method} ${call.path} on port ${target.port}: ${answer.statusCode} ${text.slice(0, 500)}`))
        })
      },
    )
    outgoing.on('error', reject)
    outgoing.end(body)
  })
}

/** One call outside of a measurement, with its answer parsed. */
export async function ask(target: Target, call: Call): Promise<Answer> {
  const agent = new Agent()
  try {
    return JSON.parse(await send(agent, target, call)) as Answer
  } finally {
    agent.destroy()
  }
}

/** Sends a fixed number of calls over `connections` kept-alive connections. */
export async function measure(target: Target, connections: number, calls: number, next: Next): Promise<Sample> {
  const agent = new Agent({ keepAlive: true, maxSockets: connections })
  const latencies: number[] = []
  let left = calls
  const started = performance.now()
  const connection = async (index: number): Promise<void> => {
    while (left > 0) {
      left -= 1
      const call = next(index)
      const from = performance.now()
      const text = await send(agent, target, call)
      latencies.push(performance.now() - from)
      call.answered?.(JSON.parse(text) as Answer)
    }
  }
  try {
    await Promise.all(Array.from({ length: connections }, (_, index) => connection(index)))
    return { latencies, seconds: (performance.now() - started) / 1000 }
  } finally {
    agent.destroy()
  }
}
