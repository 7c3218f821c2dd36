import { randomUUID } from 'node:crypto'
import { DomainError } from '../../../kernel/errors.ts'
import { AppError, CODES, type ErrorKind, type FieldErrors, invalid, messageOf, refuse } from '../errors.ts'
import { diskProblem } from '../files/disk.ts'

interface ErrorBody {
  success: false
  message: string
  code: number
  rule?: string
  reference_id?: string
  errors?: FieldErrors
  details?: unknown
}

interface Cause {
  code?: string
  statusCode?: number
  detail?: string
  column?: string
  message?: string
  table?: string
  constraint?: string
}

/** The server's message for its own errors; nothing internal. */
const FAULT = 'Sorry something went wrong with our server.'

/**
 * The one mapping from anything thrown to a response. Faults get a `reference_id`, under which `report`
 * writes the cause to the log; clients never see it.
 */
export function toErrorResponse(
  error: unknown,
  report: (referenceId: string, error: unknown) => void,
): { status: number; body: ErrorBody } {
  const known =
    error instanceof AppError
      ? error
      : error instanceof DomainError
        ? invalid({ [error.field]: [messageOf(error)] })
        : (diskProblem(error) ?? translate((error ?? {}) as Cause))
  if (known) {
    const { rule, errors, details } = known
    return {
      status: known.status,
      body: {
        success: false,
        message: known.message,
        code: known.code,
        ...(rule ? { rule } : {}),
        ...(errors ? { errors } : {}),
        ...(details === undefined ? {} : { details }),
      },
    }
  }
  const reference_id = randomUUID().slice(0, 8).toUpperCase()
  report(reference_id, error)
  return { status: CODES.fault.status, body: { success: false, message: FAULT, code: CODES.fault.code, reference_id } }
}

/** Columns named in PostgreSQL's `Key (a, b)=(1, 2) …`. */
function keyColumns(detail = ''): string[] {
  return (/^Key \((.+?)\)=\(/.exec(detail)?.[1] ?? '')
    .split(', ')
    .map((name) => name.replaceAll('"', '').replace(/^lower\((\w+)\)$/, '$1'))
    .filter(Boolean)
}

const HTTP: Record<number, { kind: ErrorKind; message: string }> = {
  400: { kind: 'invalid', message: 'The request could not be read.' },
  404: { kind: 'not_found', message: 'Not found.' },
  405: { kind: 'not_found', message: 'Not found.' },
  413: { kind: 'too_large', message: 'The request is too large.' },
  415: { kind: 'invalid', message: 'Send requests as JSON and uploads as multipart.' },
  429: { kind: 'too_many', message: 'Too many requests. Please wait a moment and try again.' },
  503: { kind: 'busy', message: 'The server is busy. Please try again.' },
}

/** Errors of the framework and of the database that are the request's doing. */
function translate(cause: Cause): AppError | undefined {
  switch (cause.code) {
    case '23505': {
      const columns = keyColumns(cause.detail)
      const message = columns.length > 1 ? 'Another record has the same values here. Open it instead.' : 'This value is already used.'
      return new AppError('invalid', message, { errors: Object.fromEntries(columns.map((name) => [name, [message]])) })
    }
    case '23503': {
      if (/is not present in table/.test(cause.detail ?? '')) {
        return new AppError('invalid', 'Please check the highlighted fields.', {
          errors: Object.fromEntries(keyColumns(cause.detail).map((name) => [name, ['The chosen record does not exist.']])),
        })
      }
      return refuse('E_IN_USE', 'Other records refer to this one, so it cannot be deleted.')
    }
    case '23514': {
      const field = /__([a-z0-9_]+?)__check$/.exec(cause.constraint ?? '')?.[1]
      return new AppError('invalid', 'A value is out of range.', field ? { errors: { [field]: ['This value is out of range.'] } } : {})
    }
    case '22003':
      return new AppError('invalid', 'A number is too large.')
    case '22P02':
    case '22007':
    case '22008':
    case '22021':
    case '22P05':
      return new AppError('invalid', 'A value has the wrong format.')
    case '22001':
      return new AppError('invalid', 'A text is too long.')
    case '57014':
      return new AppError('busy', 'This took too long and was stopped. Please narrow the request.')
  }
  // The parser of uploads gives its errors no code.
  if (/^(Multipart: Boundary not found|Unexpected end of multipart data|Part terminated early)/.test(cause.message ?? ''))
    return new AppError('invalid', 'The upload is incomplete. Please send it again.')
  if (cause.message === 'timeout exceeded when trying to connect') return new AppError('busy', HTTP[503]?.message ?? '')
  const http = cause.statusCode === undefined ? undefined : HTTP[cause.statusCode]
  if (http) return new AppError(http.kind, http.message)
  if (cause.statusCode !== undefined && cause.statusCode >= 400 && cause.statusCode < 500)
    return new AppError('invalid', 'The request could not be read.')
  return undefined
}
