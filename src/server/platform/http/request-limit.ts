/**
 * Which requests count together. An office has one address to us: signed-in users are counted by their sessions, so that
 * a hundred of them do not block each other, and all others by the address.
 */
import { createHash } from 'node:crypto'
import type { FastifyRequest } from 'fastify'

/** Sessions that are remembered; those not heard of for the longest are counted by their address again. */
const MAX_SESSIONS = 10_000

export interface RequestLimit {
  /** Names the count that a request belongs to. */
  key(request: FastifyRequest): string
  /** Files of the built application, whose names contain a hash of their contents: a browser requests each once. */
  isFree(request: FastifyRequest): boolean
  /** The token of the request has proved good. */
  signedIn(token: string): void
}

const BEARER = /^Bearer ([A-Za-z0-9_-]{20,100})$/

/** The bearer token of a request. */
export const tokenOf = (request: FastifyRequest): string | undefined => BEARER.exec(request.headers.authorization ?? '')?.[1]

/** Tokens that were never good are no session: guessing new ones is counted by the address. */
export function createRequestLimit(): RequestLimit {
  const sessions = new Set<string>()
  const digest = (token: string): string => createHash('sha256').update(token).digest('base64')
  return {
    key(request) {
      const token = tokenOf(request)
      const session = token && digest(token)
      return session && sessions.has(session) ? `session ${session}` : request.ip
    },
    isFree: (request) => request.method === 'GET' && request.url.startsWith('/assets/'),
    signedIn(token) {
      const session = digest(token)
      sessions.delete(session)
      sessions.add(session)
      if (sessions.size > MAX_SESSIONS) for (const oldest of sessions) return void sessions.delete(oldest)
    },
  }
}
