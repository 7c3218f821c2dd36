/**
 * Every call to the server goes through here: paths relative to the API base, the bearer token, the company's code, the
 * client's time, and one error type for all failures.
 */
import ky, { isHTTPError, isNetworkError, isTimeoutError } from 'ky'
import { t } from '../i18n/core.ts'
import { noteServerTime } from '../state/zone.ts'
import { API_BASE } from './base.ts'
import { CONFIRM_HEADER, confirming } from './confirm.ts'
import { ApiError, type ErrorBody } from './errors.ts'
import { notePreparing } from './preparing.ts'
import { getCompanyCode, getToken, goToSignIn, isOwnerSignedIn } from './session.ts'

export { API_BASE }
export const TIMEOUT_MS = 1_200_000
/** The call that checks whether the session is still valid. */
export const VALIDATE = 'validate'
/** Window event: a call got a 503, so maintenance may have begun. */
export const UNAVAILABLE = 'tanggapan:unavailable'

const two = (value: number): string => String(value).padStart(2, '0')
/** Local time as `YYYY-MM-DD HH:mm:ss`. */
export const clientTime = (now = new Date()): string =>
  `${now.getFullYear()}-${two(now.getMonth() + 1)}-${two(now.getDate())} ${two(now.getHours())}:${two(now.getMinutes())}:${two(now.getSeconds())}`

/** An error's body: JSON under any content type (a file was requested), else text; the error page of a proxy means nothing to users. */
const readBody = async (data: unknown): Promise<ErrorBody> => {
  const text = data instanceof Blob ? await data.text() : data
  if (typeof text !== 'string') return (text ?? {}) as ErrorBody
  try {
    const parsed: unknown = JSON.parse(text)
    if (typeof parsed === 'object' && parsed !== null) return parsed as ErrorBody
  } catch {
    // Not JSON.
  }
  return text && !/^\s*</.test(text) ? { message: text } : {}
}

const toApiError = async (error: Error): Promise<Error> => {
  if (error.name === 'AbortError') return error
  if (isHTTPError(error)) return new ApiError(error.response.status, await readBody(error.data), error)
  return isNetworkError(error) || isTimeoutError(error) ? new ApiError(0, {}, error) : error
}

const isPublicPage = (): boolean => /^\/(login|forgot-password)\b/.test(location.pathname)

const http = ky.create({
  prefix: API_BASE,
  timeout: TIMEOUT_MS,
  retry: { limit: 1, methods: ['get'], statusCodes: [502, 504] },
  hooks: {
    beforeRequest: [
      ({ request }) => {
        const token = getToken()
        const company = getCompanyCode()
        if (token) request.headers.set('Authorization', `Bearer ${token}`)
        if (company) request.headers.set('X-COMPANY-CODE', company)
        request.headers.set('X-Client-Time', clientTime())
        if (!request.headers.has('Content-Type')) request.headers.set('Content-Type', 'application/json')
      },
    ],
    afterResponse: [
      ({ response }) => {
        notePreparing(response.headers.get('x-preparing'))
        noteServerTime(response.headers.get('x-business-time'))
      },
    ],
    beforeError: [
      async ({ error, request }) => {
        const failure = await toApiError(error)
        if (failure instanceof ApiError && failure.status === 401 && !isPublicPage()) goToSignIn()
        if (failure instanceof ApiError && failure.closed && !request.url.endsWith(`/${VALIDATE}`))
          window.dispatchEvent(new Event(UNAVAILABLE))
        return failure
      },
    ],
  },
})

export interface Pagination {
  page: number
  per_page: number
  total: number
  last_page?: number
  total_is_estimate?: boolean
  /** The list of a large module shows rows from this date on; `window=all` lifts it. */
  window?: { field: string; from: string }
}
interface Envelope<T> {
  success: true
  data: T
  pagination?: Pagination
  /** For reports: sums over all rows, by column. */
  totals?: Record<string, unknown>
  kinds?: readonly Record<string, unknown>[]
}

export type Params = Record<string, string | number | boolean | undefined | null>
interface CallOptions {
  params?: Params
  json?: unknown
  form?: FormData
  signal?: AbortSignal
  headers?: Record<string, string>
}
type Method = 'get' | 'post' | 'put' | 'patch' | 'delete'

const searchOf = (params: Params | undefined): URLSearchParams | undefined => {
  if (!params) return undefined
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(params)) {
    if (value !== undefined && value !== null && value !== '') search.append(name, String(value))
  }
  return search.size > 0 ? search : undefined
}

const send = (method: Method, path: string, options: CallOptions): Promise<Response> =>
  confirming((confirmed) =>
    sendOnce(method, path, confirmed ? { ...options, headers: { ...options.headers, [CONFIRM_HEADER]: confirmed } } : options),
  )

const sendOnce = async (method: Method, path: string, options: CallOptions): Promise<Response> => {
  if (getToken() && !isOwnerSignedIn()) throw new ApiError(403, { message: t('error.otherOwner') })
  const searchParams = searchOf(options.params)
  return http(path.replace(/^\//, ''), {
    method,
    ...(searchParams && { searchParams }),
    ...(options.form ? { body: options.form } : method === 'get' ? {} : { json: options.json ?? {} }),
    ...(options.signal && { signal: options.signal }),
    ...(options.headers && { headers: options.headers }),
  })
}

/** The whole response, with its pagination. Throws `ApiError`. */
export const call = async <T>(method: Method, path: string, options: CallOptions = {}): Promise<Envelope<T>> => {
  const response = await send(method, path, options)
  return response.status === 204 ? ({ success: true, data: undefined } as Envelope<T>) : ((await response.json()) as Envelope<T>)
}

export const get = async <T>(path: string, params?: Params, signal?: AbortSignal): Promise<T> =>
  (await call<T>('get', path, { ...(params && { params }), ...(signal && { signal }) })).data
export const post = async <T>(path: string, json?: unknown, options: CallOptions = {}): Promise<T> =>
  (await call<T>('post', path, { ...options, json })).data
export const put = async <T>(path: string, json?: unknown): Promise<T> => (await call<T>('put', path, { json })).data
export const patch = async <T>(path: string, json?: unknown): Promise<T> => (await call<T>('patch', path, { json })).data
export const remove = async <T = unknown>(path: string): Promise<T> => (await call<T>('delete', path)).data

/** Sends files as multipart; everything else is JSON. */
export const upload = async <T>(path: string, form: FormData, params?: Params): Promise<T> =>
  (await call<T>('post', path, { form, ...(params && { params }) })).data

export interface FileAnswer {
  blob: Blob
  name: string
}

/** A file (export, print form) with the name from the server. */
export const file = async (method: 'get' | 'post', path: string, options: CallOptions = {}): Promise<FileAnswer> => {
  const response = await send(method, path, options)
  const disposition = response.headers.get('Content-Disposition') ?? ''
  const name = /filename\*?=(?:UTF-8'')?"?([^";]+)"?/i.exec(disposition)?.[1]
  return { blob: await response.blob(), name: name ? decodeURIComponent(name) : path.split('/').at(-1)! }
}

/** Saves a file with the browser's downloads. */
export const save = ({ blob, name }: FileAnswer): void => {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(blob)
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000)
}
