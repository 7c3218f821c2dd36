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

/** People are asked for their place only where it is needed: they are tagged with one, or the server says so. */
async function withPlace<T>(asksPlace: boolean, send: (at: Partial<Place>) => Promise<T>): Promise<T> {
  const known = asksPlace ? await place() : undefined
  try {
    return await send(known ?? {})
  } catch (error) {
    if (asksPlace || !(error instanceof ApiError) || error.rule !== 'E_GEOFENCE') throw error
    const at = await place()
    if (!at) throw error
    return send(at)
  }
}

/** What was recorded, and where: outside of the place that one is tagged with the punch counts, flagged. */
export interface Punched {
  readonly logged_at: string
  readonly is_inside_geofence?: boolean | null
  readonly distance_m?: number | null
}

export const punch = (type: 'time_in' | 'time_out', asksPlace: boolean): Promise<Punched> =>
  withPlace(asksPlace, (at) => post<Punched>('time_log', { type, source: 'web', ...at }))

export const toggleBreak = (status: 'on_break' | 'working', asksPlace: boolean): Promise<Punched> =>
  withPlace(asksPlace, async (at) => (await post<{ time_log: Punched }>('break_status', { status, source: 'web', ...at })).time_log)
