/** The web clock: sends a punch, with the place and the picture where the server asks for them. */
import { post, upload } from '../../../api/client.ts'
import { ApiError } from '../../../api/errors.ts'

type Place = { latitude: number; longitude: number }
const WAIT_MS = 10_000

/** The browser's position; undefined when it is not available or not allowed. */
const place = (): Promise<Place | undefined> =>
  new Promise((resolve) => {
    if (!navigator.geolocation) return resolve(undefined)
    navigator.geolocation.getCurrentPosition(
      ({ coords }) => resolve({ latitude: coords.latitude, longitude: coords.longitude }),
      () => resolve(undefined),
      { timeout: WAIT_MS, maximumAge: 60_000 },
    )
  })

/** Further data of a punch. */
export interface PunchNeeds {
  readonly asksPlace: boolean
  readonly asksPhoto: boolean
  /** Takes a picture; undefined when the person gives it up. */
  readonly picture: () => Promise<File | undefined>
}

/** Place and picture are asked for only where they are needed: by the employee's settings, or when the server says so. */
async function withNeeds<T>(path: string, values: Record<string, string>, { asksPlace, asksPhoto, picture }: PunchNeeds): Promise<T> {
  let location = asksPlace ? await place() : undefined
  let photo = asksPhoto ? await taken(picture) : undefined
  let [askedPlace, askedPhoto] = [asksPlace, asksPhoto]
  for (;;)
    try {
      return await send<T>(path, { ...values, ...location }, photo)
    } catch (error) {
      const rule = error instanceof ApiError ? error.rule : undefined
      if (rule === 'E_GEOFENCE' && !askedPlace) {
        askedPlace = true
        location = await place()
        if (!location) throw error
      } else if (rule === 'E_PUNCH_PHOTO' && !askedPhoto) {
        askedPhoto = true
        photo = await taken(picture)
      } else throw error
    }
}

async function taken(picture: PunchNeeds['picture']): Promise<File> {
  const photo = await picture()
  if (!photo) throw new DOMException('No picture', 'AbortError')
  return photo
}

function send<T>(path: string, values: Readonly<Record<string, unknown>>, photo: File | undefined): Promise<T> {
  if (!photo) return post<T>(path, values)
  const form = new FormData()
  for (const [name, value] of Object.entries(values)) form.append(name, String(value))
  form.append('file', photo)
  return upload<T>(path, form)
}

/** The recorded punch, and its place: outside the tagged place the punch counts, but is flagged. */
export interface Punched {
  readonly logged_at: string
  readonly is_inside_geofence?: boolean | null
  readonly distance_m?: number | null
}

export const punch = (type: 'time_in' | 'time_out', needs: PunchNeeds): Promise<Punched> =>
  withNeeds<Punched>('time_log', { type, source: 'web' }, needs)

export const toggleBreak = async (status: 'on_break' | 'working', needs: PunchNeeds): Promise<Punched> =>
  (await withNeeds<{ time_log: Punched }>('break_status', { status, source: 'web' }, needs)).time_log
