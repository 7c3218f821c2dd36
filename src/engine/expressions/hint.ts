import { distance } from 'fastest-levenshtein'

/** Longer words are no misspelt names, and comparing them takes as long as they are. */
const MAX_WORD = 120

/** The allowed names nearest to a misspelt one, best first; empty when none is near. */
export function nearest(name: string, allowed: Iterable<string>, limit = 3): string[] {
  if (name.length > MAX_WORD) return []
  const tolerance = Math.max(2, Math.floor(name.length / 3))
  const scored: { name: string; score: number }[] = []
  for (const candidate of allowed) {
    const contained = name.length > 2 && (candidate.includes(name) || name.includes(candidate))
    const score = contained ? 1 : distance(name, candidate)
    if (score <= tolerance) scored.push({ name: candidate, score })
  }
  return scored
    .sort((a, b) => a.score - b.score || a.name.localeCompare(b.name))
    .slice(0, limit)
    .map((entry) => entry.name)
}

/** `Did you mean "supplier_id"?`, or nothing. */
export function didYouMean(name: string, allowed: Iterable<string>): string | undefined {
  const names = nearest(name, allowed)
  return names.length ? `Did you mean ${names.map((n) => `"${n}"`).join(' or ')}?` : undefined
}
