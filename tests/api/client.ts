/** Calls of the users of one company, each signed in at their first call. */
import type { Row } from '../../src/engine/model/module.ts'
import type { Server } from '../../src/server/server.ts'

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
export interface Answer {
  readonly status: number
  readonly body: Row & { data: unknown }
  readonly headers: Readonly<Record<string, unknown>>
  readonly raw: Buffer
}
export type Call = (method: Method, url: string, payload?: unknown, headers?: Record<string, string>) => Promise<Answer>

export interface Client {
  /** A call without a session. */
  readonly public: Call
  withToken(token: string): Call
  /** Calls of a demo user. */
  user(username: string): Call
  /** The token that `user` calls with. */
  token(username: string): Promise<string>
  /** A session of its own. */
  fresh(username: string): Promise<string>
  upload(token: string, url: string, parts: Record<string, string | { name: string; body: Buffer }>): Promise<Answer>
}

const PASSWORD = 'Demo#2026'
/** The refusal of a request whose session is over. */
const EXPIRED = 'Your session has expired. Please log in again to continue.'

export function createClient(server: Server, company_code: string): Client {
  const send = async (method: Method, url: string, payload: unknown, headers: Record<string, string>): Promise<Answer> => {
    const answer = await server.app.http.inject({
      method,
      url: `/api/v1/${url}`,
      headers,
      ...(payload === undefined ? {} : { payload: payload as object }),
    })
    const isJson = String(answer.headers['content-type'] ?? '').includes('json')
    return {
      status: answer.statusCode,
      body: (isJson ? answer.json() : {}) as Answer['body'],
      headers: answer.headers,
      raw: answer.rawPayload,
    }
  }
  const calls: Call = (method, url, payload, headers = {}) => send(method, url, payload, headers)
  const withToken =
    (token: string): Call =>
    (method, url, payload, headers = {}) =>
      send(method, url, payload, { authorization: `Bearer ${token}`, ...headers })
  const fresh = async (username: string): Promise<string> => {
    const { status, body } = await calls('POST', 'login', { username, password: PASSWORD, company_code })
    if (status !== 200) throw new Error(`${username}@${company_code} cannot sign in: ${JSON.stringify(body)}`)
    return (body.data as { token: string }).token
  }
  const tokens = new Map<string, Promise<string>>()
  const renewed = (username: string): Promise<string> => {
    const made = fresh(username)
    tokens.set(username, made)
    return made
  }
  const token = async (username: string): Promise<string> => {
    const known = tokens.get(username)
    return known && (await withToken(await known)('GET', 'validate')).status === 200 ? known : renewed(username)
  }
  /** A session that a test ended, or that expired when it moved the clock, is opened again once it was refused: asking first doubles the calls. */
  const user =
    (username: string): Call =>
    async (method, url, payload, headers) => {
      const known = tokens.get(username) ?? renewed(username)
      const answer = await withToken(await known)(method, url, payload, headers)
      if (answer.status !== 401 || answer.body.message !== EXPIRED) return answer
      const next = tokens.get(username) === known ? renewed(username) : tokens.get(username)!
      return withToken(await next)(method, url, payload, headers)
    }
  return {
    public: calls,
    withToken,
    fresh,
    token,
    user,
    upload(bearer, url, parts) {
      const boundary = 'a-boundary-of-the-tests'
      const body = Buffer.concat([
        ...Object.entries(parts).map(([name, part]) =>
          typeof part === 'string'
            ? Buffer.from(`--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${part}\r\n`)
            : Buffer.concat([
                Buffer.from(
                  `--${boundary}\r\nContent-Disposition: form-data; name="${name}"; filename="${part.name}"\r\nContent-Type: application/octet-stream\r\n\r\n`,
                ),
                part.body,
                Buffer.from('\r\n'),
              ]),
        ),
        Buffer.from(`--${boundary}--\r\n`),
      ])
      return send('POST', url, body, { authorization: `Bearer ${bearer}`, 'content-type': `multipart/form-data; boundary=${boundary}` })
    },
  }
}
