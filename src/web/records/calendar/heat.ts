/** The rows of a heat map, and the letters by which its colours are told apart. */
import type { Entry } from './month.ts'

/** Entries by the name of their row, in order of the names. */
export function rowsOf(entries: readonly Entry[]): { name: string; entries: Entry[] }[] {
  const rows = new Map<string, Entry[]>()
  for (const entry of entries) if (entry.row !== undefined) rows.set(entry.row, [...(rows.get(entry.row) ?? []), entry])
  return [...rows].map(([name, listed]) => ({ name, entries: listed })).sort((a, b) => a.name.localeCompare(b.name))
}

/** One or two letters for each meaning, no letters twice: `P` for Present, `HD` for Half day. */
export function initialsOf(meanings: readonly string[]): ReadonlyMap<string, string> {
  const taken = new Set<string>()
  const result = new Map<string, string>()
  for (const meaning of meanings) {
    const words = meaning.split(/[\s_]+/).filter(Boolean)
    const short = words.map((word) => word[0]!.toUpperCase()).join('')
    const letters = [...meaning.replaceAll(/\s/g, '')]
    const choices = [short, ...letters.slice(1).map((letter) => short[0]! + letter.toLowerCase())]
    const mark = choices.find((choice) => !taken.has(choice)) ?? short
    taken.add(mark)
    result.set(meaning, mark)
  }
  return result
}
