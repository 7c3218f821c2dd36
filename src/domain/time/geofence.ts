/**
 * Whether a punch was made where it may be: inside one of the employee's geofences, a circle or a polygon. A strict
 * fence refuses punches outside of all of them; else they are kept with a flag. Employees without a fence are never refused.
 */
import { DomainError } from '../../kernel/errors.ts'

export interface Place {
  /** Degrees. */
  readonly latitude: number
  readonly longitude: number
}

export interface Geofence extends Place {
  readonly code: string
  readonly radius_m: number
  /** Corners, instead of the circle. */
  readonly polygon?: readonly Place[]
  readonly is_strict?: boolean
}

export interface PunchPlace {
  readonly is_allowed: boolean
  /** Undefined where there is no fence to be in, or no place is known. */
  readonly is_inside: boolean | undefined
  /** The fence that it is in, or else the nearest. */
  readonly fence: string | undefined
  /** Metres to the middle of that fence. */
  readonly distance_m: number | undefined
}

const EARTH_M = 6_371_008.8
const radians = (degrees: number): number => (degrees * Math.PI) / 180

/** Metres between two places along the surface (haversine), to the whole metre. */
export function distance(a: Place, b: Place): number {
  requirePlace(a, 'from')
  requirePlace(b, 'to')
  const half = (x: number): number => Math.sin(x / 2) ** 2
  const h =
    half(radians(b.latitude - a.latitude)) +
    Math.cos(radians(a.latitude)) * Math.cos(radians(b.latitude)) * half(radians(b.longitude - a.longitude))
  return Math.round(2 * EARTH_M * Math.asin(Math.min(1, Math.sqrt(h))))
}

function requirePlace(place: Place, field: string): void {
  if (!(Math.abs(place.latitude) <= 90)) throw new DomainError(`${field}.latitude`, 'A latitude is between -90 and 90 degrees.')
  if (!(Math.abs(place.longitude) <= 180)) throw new DomainError(`${field}.longitude`, 'A longitude is between -180 and 180 degrees.')
}

function isIn(fence: Geofence, place: Place, metres: number): boolean {
  if (!fence.polygon?.length) return metres <= fence.radius_m
  if (fence.polygon.length < 3) throw new DomainError('polygon', 'A polygon has three corners or more.')
  // How often a line to the east crosses the border: odd is inside.
  let inside = false
  for (let i = 0, j = fence.polygon.length - 1; i < fence.polygon.length; j = i++) {
    const [a, b] = [fence.polygon[i]!, fence.polygon[j]!]
    if (a.latitude > place.latitude === b.latitude > place.latitude) continue
    const longitude = a.longitude + ((place.latitude - a.latitude) / (b.latitude - a.latitude)) * (b.longitude - a.longitude)
    if (place.longitude < longitude) inside = !inside
  }
  return inside
}

/** Judges the place of a punch by the fences that the employee is tagged with. */
export function judgePlace(place: Place | undefined, fences: readonly Geofence[]): PunchPlace {
  if (!fences.length) return { is_allowed: true, is_inside: undefined, fence: undefined, distance_m: undefined }
  const isStrict = fences.some((fence) => fence.is_strict)
  if (!place) return { is_allowed: !isStrict, is_inside: undefined, fence: undefined, distance_m: undefined }
  let nearest: { fence: Geofence; metres: number } | undefined
  for (const fence of fences) {
    const metres = distance(place, fence)
    if (isIn(fence, place, metres)) return { is_allowed: true, is_inside: true, fence: fence.code, distance_m: metres }
    if (!nearest || metres < nearest.metres) nearest = { fence, metres }
  }
  return { is_allowed: !isStrict, is_inside: false, fence: nearest?.fence.code, distance_m: nearest?.metres }
}
