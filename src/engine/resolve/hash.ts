/**
 * Content hash of plain JSON. It addresses validators and caches, so it must be the same in browser and
 * server and for the same content in any key order; it protects nothing. Two 32-bit FNV-1a runs with
 * different seeds over the canonical text.
 */
export function contentHash(value: unknown): string {
  const text = canonical(value)
  return fnv(text, 0x811c9dc5) + fnv(text, 0x01000193 ^ text.length)
}

function fnv(text: string, seed: number): string {
  let hash = seed >>> 0
  for (let index = 0; index < text.length; index++) {
    hash ^= text.charCodeAt(index)
    hash = Math.imul(hash, 0x01000193)
  }
  return (hash >>> 0).toString(16).padStart(8, '0')
}

function canonical(value: unknown): string {
  if (value === null || typeof value !== 'object') return JSON.stringify(value) ?? 'null'
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`
  const entries = Object.entries(value)
    .filter(([, entry]) => entry !== undefined)
    .sort(([a], [b]) => (a < b ? -1 : 1))
  return `{${entries.map(([key, entry]) => `${JSON.stringify(key)}:${canonical(entry)}`).join(',')}}`
}
