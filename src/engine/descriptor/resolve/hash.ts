/**
 * Content hash of plain JSON. It addresses validators and caches, so it must be the same in browser and
 * server; it protects nothing. Two 32-bit FNV-1a runs with different seeds and primes, in one pass over the text.
 */
export function contentHash(value: unknown): string {
  const text = JSON.stringify(value) ?? 'null'
  let first = 0x811c9dc5
  let second = 0x01000193 ^ text.length
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index)
    first = Math.imul(first ^ code, 0x01000193)
    second = Math.imul(second ^ code, 0x5bd1e995)
  }
  return hex(first) + hex(second)
}

const hex = (value: number): string => (value >>> 0).toString(16).padStart(8, '0')
