/** Small tools to write SQL text with numbered, typed parameters. Values never become text. */

/** Collects parameters while a statement is written; equal shapes give equal texts. */
export class Params {
  readonly values: unknown[] = []

  /** Adds a value and returns its placeholder, cast to `type` so that the text by itself determines the types. */
  add(value: unknown, type: string): string {
    this.values.push(value)
    return `$${this.values.length}::${type}`
  }
}

/** The most distinct statements kept as named prepared statements per process; rarer shapes run unnamed. */
const MAX_NAMED = 2000
const names = new Map<string, string>()

/** The prepared-statement name of a text, the same for equal texts; undefined when too many shapes exist already. */
export function statementName(text: string): string | undefined {
  const known = names.get(text)
  if (known) return known
  if (names.size >= MAX_NAMED) return undefined
  const name = `r${names.size + 1}`
  names.set(text, name)
  return name
}
