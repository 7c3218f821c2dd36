import type { Ref } from './types.ts'

/** The one record that a text names: by code, name or label exactly, else the only match there is. */
export function named(found: readonly Ref[], text: string): Ref | undefined {
  const wanted = text.trim().toLowerCase()
  const exact = found.filter((ref) => Object.values(ref).some((value) => typeof value === 'string' && value.toLowerCase() === wanted))
  return exact[0] ?? (found.length === 1 ? found[0] : undefined)
}
