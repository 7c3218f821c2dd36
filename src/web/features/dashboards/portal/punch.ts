/** The web clock: sends a punch, with the place and the picture where the server asks for them. */
import { post, upload } from '../../../api/client.ts'
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

/** What a punch needs beside the button. */
export interface PunchNeeds {
  readonly asksPlace: boolean
  readonly asksPhoto: boolean
  /** Takes a picture; undefined when the person gives it up. */
  readonly picture: () => Promise<File | undefined>
}

/** People are asked for place and picture only where they are needed: they are set so, or the server says so. */
async function withNeeds<T>(path: string, values: Record<string, string>, { asksPlace, asksPhoto, picture }: PunchNeeds): Promise<T> {
  let at = asksPlace ? await place() : undefined
  let photo = asksPhoto ? await taken(picture) : undefined
  let [askedPlace, askedPhoto] = [asksPlace, asksPhoto]
  for (;;)
    try {
      return await send<T>(path, { ...values, ...at }, photo)
    } catch (error) {
      const rule = error instanceof ApiError ? error.rule : undefined
      if (rule === 'E_GEOFENCE' && !askedPlace) {
        askedPlace = true
        at = await place()
        if (!at) throw error
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

/** What was recorded, and where: outside of the place that one is tagged with the punch counts, flagged. */
export interface Punched {
  readonly logged_at: string
  readonly is_inside_geofence?: boolean | null
  readonly distance_m?: number | null
}

export const punch = (type: 'time_in' | 'time_out', needs: PunchNeeds): Promise<Punched> =>
  withNeeds<Punched>('time_log', { type, source: 'web' }, needs)

export const toggleBreak = async (status: 'on_break' | 'working', needs: PunchNeeds): Promise<Punched> =>
  (await withNeeds<{ time_log: Punched }>('break_status', { status, source: 'web' }, needs)).time_log
