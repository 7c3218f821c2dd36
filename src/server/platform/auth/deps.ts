import type { FastifyRequest } from 'fastify'
import type { RegisteredCompany } from '../companies/registry.ts'
import type { Clock, Ctx, Db, Settings } from '../context.ts'
import type { Session } from './sessions.ts'

export interface SignedIn {
  readonly ctx: Ctx
  readonly session: Session
  readonly company: RegisteredCompany
}

export interface AuthRouteDeps {
  readonly db: Db
  readonly clock: Clock
  /** Failed sign-ins, and requests to reset a password, of one address within a minute. */
  readonly signInsPerMinute: number
  /** The signed-in caller with the session; throws 401 when there is none. */
  signedIn(request: FastifyRequest): Promise<SignedIn>
  /** The same, or undefined without a session. */
  perhaps(request: FastifyRequest): Promise<SignedIn | undefined>
  settings(company: RegisteredCompany): Promise<Settings>
  /** Runs work for the company after the response; failures are logged. */
  later(company: RegisteredCompany, work: (ctx: Ctx) => Promise<void>): void
  /** The user's data in responses of sign-in and validation (user, company, branch, applications, maintenance). */
  profile(company: RegisteredCompany, userId: number): Promise<Record<string, unknown>>
}
