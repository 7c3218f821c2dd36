/** Proposals of which lines of a bank statement are which entries of the bank book. */

export interface BankLine {
  readonly id: number
  /** `YYYY-MM-DD`. */
  readonly date: string
  /** Centavos: received is positive. */
  readonly amount: bigint
  readonly check_no: string | null
  /** Document and reference numbers, and the description, as one text. */
  readonly text: string
}

/** A check clears, and a transfer arrives, at most these days away from the entry in the books. */
const DAYS_APART = 10
const DAY_MS = 86_400_000
const CHECK = 100
const REFERENCE = 50

const bare = (text: string | null): string =>
  (text ?? '')
    .replace(/[^0-9a-z]/gi, '')
    .replace(/^0+/, '')
    .toLowerCase()
const apart = (a: string, b: string): number => Math.abs(Date.parse(a) - Date.parse(b)) / DAY_MS

/** Words of a text that may be a number of a document: with a digit, and long enough not to occur by chance. */
const references = (text: string): string[] =>
  text
    .split(/[\s,;|·]+/)
    .map(bare)
    .filter((word) => word.length >= 4 && /\d/.test(word))

/** How well two lines of the same amount fit; 0 where they do not. */
function score(entry: BankLine, line: BankLine): number {
  if (entry.amount !== line.amount) return 0
  const checks = [bare(entry.check_no), bare(line.check_no)]
  if (checks[0] && checks[1]) return checks[0] === checks[1] ? CHECK : 0
  const days = apart(entry.date, line.date)
  const known = new Set(references(`${entry.text} ${entry.check_no ?? ''}`))
  const named = references(`${line.text} ${line.check_no ?? ''}`).some((word) => known.has(word))
  if (named) return REFERENCE + Math.max(0, DAYS_APART - days)
  return days <= DAYS_APART ? 1 + DAYS_APART - days : 0
}

/**
 * Pairs entries of the books with lines of the statement: the same amount, and the same check number, a common reference or a
 * date at most ten days apart, in this order. The best pairs are made first; each line is in one pair at most.
 * @returns id of the statement line by id of the entry
 */
export function proposeMatches(entries: readonly BankLine[], lines: readonly BankLine[]): Map<number, number> {
  const pairs = entries.flatMap((entry) =>
    lines.flatMap((line) => {
      const points = score(entry, line)
      return points > 0 ? [{ entry, line, points }] : []
    }),
  )
  pairs.sort((a, b) => b.points - a.points || a.entry.date.localeCompare(b.entry.date) || a.entry.id - b.entry.id || a.line.id - b.line.id)
  const result = new Map<number, number>()
  const taken = new Set<number>()
  for (const { entry, line } of pairs) {
    if (result.has(entry.id) || taken.has(line.id)) continue
    result.set(entry.id, line.id)
    taken.add(line.id)
  }
  return result
}
