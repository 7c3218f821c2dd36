/** What an import does with the rows of a sheet, and what it answers. */
import { invalid } from '../../platform/errors.ts'
import type { RowError } from './sheet-record.ts'

/** New records only, changes to existing records only, or both: what a row means is decided by the key of the module. */
export type ImportMode = 'create' | 'update' | 'create_update'

/** The id and the version of the record that a row meant when the sheet was checked; zeros for a row without one. */
export type SeenVersion = readonly [id: number, version: number]

export interface ImportOptions {
  /** Checks only. */
  readonly preview: boolean
  readonly mode: ImportMode
  /** Whether an empty cell of a row with a record empties the field; else the field keeps its value. */
  readonly clears: boolean
  /** Answers the result of every row as the text of a CSV file. */
  readonly report: boolean
  /** The column of each title, as the user chose; '' leaves it out. */
  readonly mapping?: Readonly<Record<string, string>>
  /** What the preview answered, row by row: records that have changed since are errors. */
  readonly seen?: readonly SeenVersion[]
}

/** What becomes of a field, as texts. */
export interface FieldChange {
  readonly field: string
  readonly from: string
  readonly to: string
}
/** What becomes of a row without errors. */
export interface RowOutcome {
  readonly row: number
  readonly result: 'new' | 'changed' | 'unchanged'
  /** The record's number or code and its name. */
  readonly record: string
  readonly changes: readonly FieldChange[]
}

export interface ImportResult {
  readonly total: number
  readonly valid: number
  readonly created: number
  readonly updated: number
  readonly unchanged: number
  readonly errors: readonly RowError[]
  /** The questions to confirm before the rows are imported. */
  readonly warnings?: readonly RowError[]
  /** Of a preview: titles of the sheet without a column, and the columns that they could mean. */
  readonly unknown?: readonly string[]
  readonly columns?: readonly string[]
  /** Of a preview: the first rows as understood, with the columns that were found. */
  readonly sample?: { readonly titles: readonly string[]; readonly rows: readonly (readonly string[])[] }
  /** Where existing records may change: the first rows that are new or changed, by which columns rows are matched, and what was seen. */
  readonly rows?: readonly RowOutcome[]
  readonly key?: string
  readonly seen?: readonly SeenVersion[]
  /** The result of every row as a CSV file. */
  readonly report?: string
  /** Set when the import continues as a job. */
  readonly job_id?: string
}

const MODES: readonly ImportMode[] = ['create', 'update', 'create_update']
const EMPTY = ['keep', 'clear']

/** The mode of a request; 400 for an unknown one. */
export function modeOf(given: unknown): ImportMode {
  const mode = MODES.find((candidate) => candidate === (given ?? 'create'))
  if (!mode) throw invalid({ mode: [`Choose one of ${MODES.join(', ')}.`] })
  return mode
}

/** Whether empty cells clear their field; 400 for anything but `keep` and `clear`. */
export function clearsOf(given: unknown): boolean {
  if (!EMPTY.includes(String(given ?? 'keep'))) throw invalid({ empty: [`Choose one of ${EMPTY.join(', ')}.`] })
  return given === 'clear'
}

/** What a preview answered as `seen`, sent back as JSON. */
export function seenOf(given: unknown): readonly SeenVersion[] | undefined {
  if (given === undefined || given === '') return undefined
  try {
    const parsed: unknown = JSON.parse(String(given))
    const isPair = (pair: unknown): boolean => Array.isArray(pair) && pair.length === 2 && pair.every(Number.isSafeInteger)
    if (Array.isArray(parsed) && parsed.every(isPair)) return parsed as SeenVersion[]
  } catch {
    // Refused below.
  }
  throw invalid({ seen: ['Must be what the preview answered.'] })
}
