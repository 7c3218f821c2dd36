/** The web clock: sends a punch, with the place where the server asks for it. */
import { post } from '../../../api/client.ts'
import { ApiError } from '../../../api/errors.ts'

type Place = { latitude: number; longitude: number }
const WAIT_MS = 10_000

/** Where the browser is; nothing when it cannot or may not tell. */
const place = (): Promise<Place | undefined> =>
  new Promise((resolve) => {
    if (!navigator.geolocation) return resolve(undefined)
    navigator.geolocation.getCurrentPosition(
      ({ coords }) => resolve({ latitude: coords.latitude, longitude: coords.longitude }),
      () => resolve(undefined),
      { timeout: WAIT_MS, maximumAge: 60_000 },
    )
  })

/** People are asked for their place only where it is needed. */
async function withPlace<T>(send: (at: Partial<Place>) => Promise<T>): Promise<T> {
  try {
    return await send({})
  } catch (error) {
    if (!(error instanceof ApiError) || error.rule !== 'E_GEOFENCE') throw error
    const at = await place()
    if (!at) throw error
    return send(at)
  }
}

export const punch = (type: 'time_in' | 'time_out'): Promise<{ logged_at: string }> =>
  withPlace((at) => post<{ logged_at: string }>('time_log', { type, source: 'web', ...at }))

export const toggleBreak = (status: 'on_break' | 'working'): Promise<unknown> =>
  withPlace((at) => post('break_status', { status, source: 'web', ...at }))
