import { label, t } from '../i18n/core.ts'

/** Code of calls that were aborted or superseded: never shown. */
const SILENT_CODE = 10009
/** Code of a 503 that passes by itself: the server is busy, the company is not closed. */
export const BUSY_CODE = 10013
/** Messages of an ended session, which are never displayed. */
export const SESSION_EXPIRED = 'Your session has expired. Please log in again to continue.'

export interface ErrorBody {
  message?: string
  code?: number
  rule?: string
  reference_id?: string
  errors?: Record<string, string[]>
  details?: unknown
}

/** The server's message, in the language of the screens. The end of a session is recognised by its text. */
const translated = (body: ErrorBody): ErrorBody => ({
  ...body,
  ...(body.message && body.message !== SESSION_EXPIRED && { message: label(body.message) }),
  ...(body.errors && {
    errors: Object.fromEntries(Object.entries(body.errors).map(([name, messages]) => [name, messages.map(label)])),
  }),
})

/** A refused or failed call. `status` is 0 when no answer came (offline, aborted, timed out). */
export class ApiError extends Error {
  readonly status: number
  readonly body: ErrorBody
  constructor(status: number, body: ErrorBody, cause?: unknown) {
    super(body.message ?? '', { cause })
    this.name = 'ApiError'
    this.status = status
    this.body = translated(body)
  }
  get code(): number | undefined {
    return this.body.code
  }
  get rule(): string | undefined {
    return this.body.rule
  }
  get referenceId(): string | undefined {
    return this.body.reference_id
  }
  /** Messages per field, `items.3.qty` for a field of a line. */
  get errors(): Record<string, string[]> {
    return this.body.errors ?? {}
  }
  get details(): unknown {
    return this.body.details
  }
  /** The company is closed, or nothing is said of why there is no service. */
  get closed(): boolean {
    return this.status === 503 && this.code !== BUSY_CODE
  }
  get offline(): boolean {
    return this.status === 0
  }
}

/**
 * The one choice of words for anything thrown: a string as it is; else the server's message; else the
 * server-error text for status 500; else the error's own message; else the fallback.
 */
export const errorText = (error: unknown): string => {
  if (typeof error === 'string') return error
  if (error instanceof ApiError) {
    if (error.body.message) return error.body.message
    if (error.status === 500) return t('error.server')
    if (error.offline) return t('error.offline')
    return error.message || t('error.fallback')
  }
  if (error instanceof Error && error.message) return error.message
  return t('error.fallback')
}

/** Like `errorText`, but a 400 reads as its field messages, one after the other. */
export const errorDetail = (error: unknown): string => {
  if (error instanceof ApiError && error.status === 400) {
    const messages = Object.values(error.errors).flat()
    if (messages.length > 0) return messages.join(' ')
  }
  return errorText(error)
}

/** Caption of the toast for an answer with a reference id: `[#10010] Reference ID: 7f3a`. */
export const errorCaption = (error: unknown): string | undefined =>
  error instanceof ApiError && error.referenceId
    ? t('error.reference', { code: error.code ?? error.status, id: error.referenceId })
    : undefined

/** Superseded calls and ended sessions are not news to the user. */
export const isSilent = (error: unknown): boolean =>
  (error instanceof DOMException && error.name === 'AbortError') ||
  (error instanceof ApiError && (error.code === SILENT_CODE || error.body.message === SESSION_EXPIRED))
