/**
 * Number series. A format is text with tokens: paths of the record (`{branch.code}`), parts of its date (`{YYYY}` `{YY}`
 * `{MM}` `{DD}`) and one counter (`{######}`, as many digits as signs). The text before the counter is its scope:
 * `PO-{branch.code}-{YYYY}-{######}` counts per branch and year.
 */

type NumberToken =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'path'; readonly path: string }
  | { readonly kind: 'date'; readonly part: 'YYYY' | 'YY' | 'MM' | 'DD' }
  | { readonly kind: 'counter'; readonly digits: number }

export interface NumberFormat {
  readonly tokens: readonly NumberToken[]
  /** Dotted paths that the format reads. */
  readonly paths: readonly string[]
}

/** Parses a format. Returns it, or its error. */
export function parseNumberFormat(format: string): NumberFormat | { readonly error: string } {
  const tokens: NumberToken[] = []
  let rest = format
  while (rest) {
    const open = rest.indexOf('{')
    const text = open < 0 ? rest : rest.slice(0, open)
    if (text.includes('}')) return { error: 'A "}" has no "{" before it.' }
    if (text) tokens.push({ kind: 'text', text })
    if (open < 0) break
    const close = rest.indexOf('}', open)
    if (close < 0) return { error: 'A "{" is not closed.' }
    const token = rest.slice(open + 1, close)
    if (/^#+$/.test(token)) tokens.push({ kind: 'counter', digits: token.length })
    else if (token === 'YYYY' || token === 'YY' || token === 'MM' || token === 'DD') tokens.push({ kind: 'date', part: token })
    else if (/^[a-z][a-z0-9_]*(\.[a-z][a-z0-9_]*)?$/.test(token)) tokens.push({ kind: 'path', path: token })
    else
      return {
        error: `The token "{${token}}" is unknown; allowed: a field path, {YYYY}, {YY}, {MM}, {DD} and one counter such as {######}.`,
      }
    rest = rest.slice(close + 1)
  }
  const counters = tokens.filter((token) => token.kind === 'counter').length
  if (counters !== 1)
    return {
      error: counters === 0 ? 'The format needs a counter such as {######}.' : 'The format has more than one counter.',
    }
  return { tokens, paths: tokens.flatMap((token) => (token.kind === 'path' ? [token.path] : [])) }
}

const datePart = (part: 'YYYY' | 'YY' | 'MM' | 'DD', date: string): string =>
  part === 'YYYY' ? date.slice(0, 4) : part === 'YY' ? date.slice(2, 4) : part === 'MM' ? date.slice(5, 7) : date.slice(8, 10)

export interface NumberInput {
  /** Text at a dotted path of the record; empty when there is none. */
  readonly read: (path: string) => string
  /** Business date of the record, `YYYY-MM-DD`. */
  readonly date: string
}

const render = (token: NumberToken, input: NumberInput): string =>
  token.kind === 'text'
    ? token.text
    : token.kind === 'path'
      ? input.read(token.path)
      : token.kind === 'date'
        ? datePart(token.part, input.date)
        : ''

/** The scope in which a record counts: everything before the counter, written out (`PO-MNL-2026-`). */
export function numberScope(format: NumberFormat, input: NumberInput): string {
  const index = format.tokens.findIndex((token) => token.kind === 'counter')
  return format.tokens
    .slice(0, index)
    .map((token) => render(token, input))
    .join('')
}

/** The number itself. A counter with more digits than its token is written whole, never cut. */
export function formatNumber(format: NumberFormat, input: NumberInput, counter: number): string {
  return format.tokens
    .map((token) => (token.kind === 'counter' ? String(counter).padStart(token.digits, '0') : render(token, input)))
    .join('')
}
