/** The measurements of the benchmark's parts, and their printing. */
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'

/** One measured thing. Units are in the names; `ratio` is ours divided by the reference (1 is equal, less is better). */
export interface Result {
  readonly part: string
  readonly name: string
  /** The measured values, with their unit, in print order. */
  readonly ours: Readonly<Record<string, number>>
  readonly reference?: Readonly<Record<string, number>>
  readonly ratio?: number
  /** The most that `ratio`, or else the first value of `ours`, should be. */
  readonly target?: number
  readonly detail?: unknown
}

/** Three significant digits, without an exponent. */
const short = (value: number): string => (value >= 100 ? Math.round(value).toLocaleString('en') : String(Number(value.toPrecision(3))))

const measures = (values: Readonly<Record<string, number>> | undefined): string =>
  values
    ? Object.entries(values)
        .map(([unit, value]) => `${short(value)} ${unit}`)
        .join(', ')
    : ''

function verdict(result: Result): string {
  if (result.target === undefined) return ''
  const value = result.ratio ?? Object.values(result.ours)[0]!
  return `≤ ${short(result.target)} ${value <= result.target ? '✓' : '✗'}`
}

/** The results as a table in plain text. */
export function table(results: readonly Result[]): string {
  const head = ['part', 'what', 'ours', 'reference', 'ratio', 'target']
  const rows = results.map((result) => [
    result.part,
    result.name,
    measures(result.ours),
    measures(result.reference),
    result.ratio === undefined ? '' : result.ratio.toFixed(2),
    verdict(result),
  ])
  const widths = head.map((title, column) => Math.max(title.length, ...rows.map((row) => row[column]!.length)))
  const line = (cells: readonly string[]): string =>
    cells
      .map((cell, column) => cell.padEnd(widths[column]!))
      .join('  ')
      .trimEnd()
  return [line(head), widths.map((width) => '─'.repeat(width)).join('  '), ...rows.map(line)].join('\n')
}

/** Writes the results with the data needed to compare them with another run's. */
export function write(file: string, run: Readonly<Record<string, unknown>>, results: readonly Result[]): void {
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, `${JSON.stringify({ ...run, results }, null, 2)}\n`)
}

/** The value below which `share` of the samples are. */
export function quantile(samples: readonly number[], share: number): number {
  const sorted = [...samples].sort((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
}
