/**
 * The one error type. Services throw it; `http/` maps it to a response in one place. Codes are stable
 * integers that clients and support may rely on; 10009 is reserved for the silent code of aborted or
 * superseded requests.
 */
import { datesForPeople } from '../../kernel/dates.ts'
import type { DomainError } from '../../kernel/errors.ts'
import { packageRules, RULES, type RuleName } from './rules.ts'

export type FieldErrors = Record<string, string[]>

/** Stable code table: name → HTTP status and code. */
export const CODES = {
  invalid: { status: 400, code: 10001 },
  unauthorized: { status: 401, code: 10002 },
  forbidden: { status: 403, code: 10003 },
  not_found: { status: 404, code: 10004 },
  conflict: { status: 409, code: 10005 },
  refused: { status: 422, code: 10006 },
  locked: { status: 423, code: 10007 },
  too_many: { status: 429, code: 10008 },
  superseded: { status: 499, code: 10009 },
  fault: { status: 500, code: 10010 },
  unavailable: { status: 503, code: 10011 },
  too_large: { status: 413, code: 10012 },
  /** 503 for a temporary condition. `unavailable` says that the company is closed. */
  busy: { status: 503, code: 10013 },
} as const
export type ErrorKind = keyof typeof CODES

export class AppError extends Error {
  readonly kind: ErrorKind
  readonly rule?: string
  readonly errors?: FieldErrors
  readonly details?: unknown
  constructor(kind: ErrorKind, message: string, more: { rule?: string; errors?: FieldErrors; details?: unknown } = {}) {
    super(message)
    this.kind = kind
    if (more.rule) this.rule = more.rule
    if (more.errors) this.errors = more.errors
    if (more.details !== undefined) this.details = more.details
  }
  get status(): number {
    return CODES[this.kind].status
  }
  get code(): number {
    return CODES[this.kind].code
  }
}

/** 400 with messages per field. */
export const invalid = (errors: FieldErrors, message = 'Please check the highlighted fields.') =>
  new AppError('invalid', message, { errors })
/** A business rule refused; the status is the rule's (422 for most), the message says what to do. */
export const refuse = (rule: RuleName, message: string, details?: unknown) =>
  new AppError((RULES[rule] as { kind?: ErrorKind }).kind ?? 'refused', message, { rule, details })
/** The same by a rule of the product or of a package's feature. An undeclared rule is a programming error. */
export function refuseByRule(rule: `E_${string}`, message: string, details?: unknown): AppError {
  if (rule in RULES) return refuse(rule as RuleName, message, details)
  const packageRule = packageRules.get(rule)
  if (!packageRule) throw new Error(`No feature declares the rule "${rule}" in "rules".`)
  return new AppError(packageRule.kind ?? 'refused', message, { rule, details })
}
/** 422 by a rule that a descriptor names itself (`sources.rule`); `errors` marks its fields. */
export const refuseByDescriptor = (rule: string, message: string, details?: unknown, errors?: FieldErrors) =>
  new AppError('refused', message, { rule, details, ...(errors && { errors }) })
export const notFound = (what = 'The record was not found.') => new AppError('not_found', what)
export const forbidden = (message = 'You do not have permission to do this.') => new AppError('forbidden', message)

/** The message of a refused calculation, with dates as screens write them. */
export const messageOf = (error: DomainError): string => datesForPeople(error.message)
