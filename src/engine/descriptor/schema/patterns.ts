/**
 * Patterns of descriptors and overlays. Users write them, and a backtracking matcher can need years for thirty
 * characters, so the server matches them with RE2, in time linear to the text, and accepts only patterns that RE2
 * accepts.
 */
import { RE2JS } from 're2js'

/** The most characters of a pattern. */
const MAX_SOURCE = 500
/** The most instructions of a compiled pattern: `(a{100}){10}` is short to write. */
const MAX_PROGRAM = 2500
/** Longer texts match no pattern. */
const MAX_TEXT = 10_000

/** A compiled pattern; `test` returns whether the text matches anywhere, like `RegExp.test`. */
interface Pattern {
  test(text: string): boolean
  /** The source: Ajv distinguishes patterns by it. */
  toString(): string
}

const compiled = new Map<string, Pattern | string>()
/** Size of the cache of compiled patterns; overlays come and go. */
const MAX_COMPILED = 2000

/** The bounded pattern, or why it is refused. */
function compile(source: string): Pattern | string {
  if (source.length > MAX_SOURCE) return `A pattern has at most ${MAX_SOURCE} characters.`
  try {
    // Browsers compile the same text themselves.
    new RegExp(source, 'u')
  } catch {
    return 'The pattern is not a regular expression.'
  }
  try {
    const program = RE2JS.compile(RE2JS.translateRegExp(source))
    if (program.programSize() > MAX_PROGRAM) return 'The pattern repeats too much.'
    return { test: (text) => text.length <= MAX_TEXT && program.test(text), toString: () => source }
  } catch {
    return 'The pattern uses what is not supported, such as a look-ahead or a back-reference (RE2 syntax).'
  }
}

function known(source: string): Pattern | string {
  let match = compiled.get(source)
  if (match === undefined) {
    if (compiled.size >= MAX_COMPILED) compiled.clear()
    compiled.set(source, (match = compile(source)))
  }
  return match
}

/** Why `source` cannot be a pattern, in words for its author; undefined when it can. */
export function patternProblem(source: string): string | undefined {
  const found = known(source)
  return typeof found === 'string' ? found : undefined
}

/** The pattern for matching. One that `patternProblem` refuses matches every text: the check of the descriptor reports it. */
export function patternOf(source: string): Pattern {
  const found = known(source)
  return typeof found === 'string' ? { test: () => true, toString: () => source } : found
}
