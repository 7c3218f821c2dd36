/** Uploads with progress: `fetch` cannot report it, so these use the older way. */
import { API_BASE, clientTime, TIMEOUT_MS } from './client.ts'
import { ApiError, type ErrorBody } from './errors.ts'
import { getCompanyCode, getToken, goToSignIn } from './session.ts'

const bodyOf = (text: string): ErrorBody & { data?: unknown } => {
  try {
    return JSON.parse(text) as ErrorBody & { data?: unknown }
  } catch {
    return {}
  }
}

/** Sends a multipart form; `onProgress` receives the bytes sent so far. Throws `ApiError`. */
export const uploadWithProgress = <T>(path: string, form: FormData, onProgress: (sent: number) => void, signal: AbortSignal): Promise<T> =>
  new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    request.open('POST', `${API_BASE}/${path}`)
    request.timeout = TIMEOUT_MS
    request.setRequestHeader('Authorization', `Bearer ${getToken() ?? ''}`)
    request.setRequestHeader('X-Client-Time', clientTime())
    const company = getCompanyCode()
    if (company) request.setRequestHeader('X-COMPANY-CODE', company)
    request.upload.onprogress = ({ loaded }) => onProgress(loaded)
    request.onload = () => {
      const body = bodyOf(request.responseText)
      if (request.status >= 200 && request.status < 300) return resolve(body.data as T)
      if (request.status === 401) goToSignIn()
      reject(new ApiError(request.status, body))
    }
    request.onerror = () => reject(new ApiError(0, {}))
    request.ontimeout = () => reject(new ApiError(0, {}))
    request.onabort = () => reject(new DOMException('The upload was cancelled.', 'AbortError'))
    signal.addEventListener('abort', () => request.abort(), { once: true })
    request.send(form)
  })
