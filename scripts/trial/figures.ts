/** Figures of trials: their spread, a table, a file. */
import { mkdirSync, writeFileSync } from 'node:fs'
import { cpus, totalmem } from 'node:os'
import { dirname } from 'node:path'

/** The value below which `share` of the samples are; NaN without samples. */
export function quantile(samples: readonly number[], share: number): number {
  const sorted = [...samples].sort((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
}

/** Seconds with two places; a dash of none. */
export const seconds = (milliseconds: number): string => (Number.isFinite(milliseconds) ? (milliseconds / 1000).toFixed(2) : '–')

export const megabytes = (bytes: number): number => Math.round((bytes / 2 ** 20) * 10) / 10

/** Rows below titles, as plain text; numbers to the right. */
export function textTable(head: readonly string[], rows: readonly (readonly (string | number)[])[]): string {
  const widths = head.map((title, index) => Math.max(title.length, ...rows.map((row) => String(row[index] ?? '').length)))
  const line = (cells: readonly (string | number)[]): string =>
    cells
      .map((cell, index) => (typeof cell === 'number' ? String(cell).padStart(widths[index]!) : String(cell).padEnd(widths[index]!)))
      .join('  ')
      .trimEnd()
  return [line(head), widths.map((width) => '─'.repeat(width)).join('  '), ...rows.map(line)].join('\n')
}

export const machine = (): Record<string, unknown> => ({
  cpu: cpus()[0]?.model,
  cores: cpus().length,
  memory_gb: Math.round(totalmem() / 2 ** 30),
  node: process.version,
})

export function writeJson(file: string, value: unknown): void {
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, `${JSON.stringify(value, null, 2)}\n`)
}

/** A source of numbers in [0, 1) that is the same for the same seed (mulberry32). */
export function randomOf(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let t = state
    t = Math.imul(t ^ (t >>> 15), t | 1)
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61)
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296
  }
}
