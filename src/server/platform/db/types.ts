import pg from 'pg'

/**
 * How PostgreSQL values arrive in JavaScript: bigint as number (ids and counts stay far below 2^53),
 * numeric as text (exact), dates as `YYYY-MM-DD`, instants as ISO text in UTC.
 */
const OID = { int8: 20, date: 1082, timestamp: 1114, timestamptz: 1184, int8Array: 1016, dateArray: 1182, timestamptzArray: 1185 }

/** `2026-01-31 08:00:00.5+00` → `2026-01-31T08:00:00.500Z`. */
function instant(text: string): string {
  return new Date(text.replace(' ', 'T').replace(/([+-]\d\d)$/, '$1:00')).toISOString()
}

const textArray = pg.types.getTypeParser(1009 as number) as unknown as (text: string) => (string | null)[]
const mapArray =
  <T>(read: (text: string) => T) =>
  (text: string) =>
    textArray(text).map((entry) => (entry === null ? null : read(entry)))

const parsers = new Map<number, (text: string) => unknown>([
  [OID.int8, Number],
  [OID.date, (text) => text],
  [OID.timestamp, (text) => text],
  [OID.timestamptz, instant],
  [OID.int8Array, mapArray(Number)],
  [OID.dateArray, mapArray((text) => text)],
  [OID.timestamptzArray, mapArray(instant)],
])

/** The `types` option of a pool. */
export const typeParsers = {
  getTypeParser(oid: number, format?: 'text' | 'binary') {
    const parser = format === 'binary' ? undefined : parsers.get(oid)
    return parser ?? pg.types.getTypeParser(oid, format as 'text')
  },
} as pg.CustomTypesConfig
