/** Input with one thing wrong, for tests of what is refused. */

/** The paths of everything in an input, lists and records included. */
export function paths(value: unknown, path: readonly string[] = []): string[][] {
  if (typeof value !== 'object' || value === null || 'toFixed' in value) return [[...path]]
  return [...(path.length ? [[...path]] : []), ...Object.entries(value).flatMap(([key, child]) => paths(child, [...path, key]))]
}
export function withValue(input: unknown, [key, ...rest]: readonly string[], value: unknown): unknown {
  const copy = Array.isArray(input) ? [...input] : { ...(input as Record<string, unknown>) }
  const record = copy as Record<string, unknown>
  record[key!] = rest.length ? withValue(record[key!], rest, value) : value
  return copy
}

/** Amounts of the sort that people and files deliver. */
export const JUNK = [
  undefined,
  null,
  '',
  'abc',
  Number.NaN,
  Number.POSITIVE_INFINITY,
  -1,
  '-5',
  1.5,
  true,
  {},
  [],
  '2026-02-30',
  '12/31/2026',
  '1e5',
  '1,000',
]
