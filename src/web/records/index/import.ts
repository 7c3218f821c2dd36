import { type FileAnswer, file, type Params, upload } from '../../api/client.ts'

/** What the rows of a file are: new records, records that exist, or either, by the key of the module. */
export type ImportMode = 'create' | 'update' | 'create_update'

/** How a file is read. */
export interface ImportChoice {
  mode: ImportMode
  /** What an empty cell does to a record that exists. */
  empty: 'keep' | 'clear'
  mapping: ImportMapping
}

/** An error in one row of an import file; `field` is absent when it concerns the whole row. */
export interface ImportError {
  row: number
  field?: string
  message: string
}
/** The first rows of a file as understood by the server. */
export interface ImportSample {
  titles: string[]
  rows: string[][]
}
/** What becomes of a row: a new record, or changed fields of one that exists. */
export interface ImportOutcome {
  row: number
  result: 'new' | 'changed'
  record: string
  changes: { field: string; from: string; to: string }[]
}
/** The column of each title; '' leaves it out. */
export type ImportMapping = Readonly<Record<string, string>>
export interface ImportPreview {
  /** Rows found in the file. */
  total: number
  valid: number
  errors: ImportError[]
  /** For rows that are imported nevertheless. */
  warnings: ImportError[]
  /** Titles of the file without a column, and the columns that they could mean. */
  unknown: string[]
  columns: string[]
  sample?: ImportSample
  /** Where records may change: the first rows that do something, how many do what, and by which columns rows are matched. */
  outcomes?: ImportOutcome[]
  counts: ImportCounts
  key: string
  /** What the rows meant, for the import to refuse what has changed since. */
  seen?: unknown
}
export interface ImportCounts {
  created: number
  updated: number
  unchanged: number
}
interface ImportAnswer extends Partial<ImportCounts> {
  total?: number
  rows?: number | ImportOutcome[]
  valid?: number
  errors?: ImportError[]
  warnings?: ImportError[]
  unknown?: string[]
  columns?: string[]
  sample?: ImportSample
  key?: string
  seen?: unknown
  report?: string
  job_id?: string
}

const send = async (module: string, sheet: File, { mapping, mode, empty }: ImportChoice, more: Params & { seen?: string }) => {
  const form = new FormData()
  const { seen, ...params } = more
  if (seen) form.append('seen', seen)
  form.append('file', sheet)
  const changing = mode === 'create' ? {} : { mode, empty }
  return upload<ImportAnswer>(`${module}/import`, form, { ...changing, ...params, mapping: JSON.stringify(mapping) })
}

const countsOf = ({ created = 0, updated = 0, unchanged = 0 }: ImportAnswer): ImportCounts => ({ created, updated, unchanged })

/** Checks a file without writing anything. Throws `ApiError`. */
export const previewImport = async (module: string, sheet: File, choice: ImportChoice): Promise<ImportPreview> => {
  const answer = await send(module, sheet, choice, { preview: true })
  const { total, rows, valid, errors = [], warnings = [], unknown = [], columns = [], sample, key = '', seen } = answer
  const count = total ?? (typeof rows === 'number' ? rows : 0)
  return {
    total: count,
    valid: valid ?? count - new Set(errors.map(({ row }) => row)).size,
    errors,
    warnings,
    unknown,
    columns,
    counts: countsOf(answer),
    key,
    ...(sample && { sample }),
    // Modules with an import call of their own create records only, and name other rows.
    ...(choice.mode !== 'create' && Array.isArray(rows) && { outcomes: rows }),
    ...(seen !== undefined && { seen }),
  }
}

/** What the check says about each row, as a file. Throws `ApiError`. */
export const previewReport = async (module: string, sheet: File, choice: ImportChoice): Promise<FileAnswer | undefined> =>
  reportFile(module, (await send(module, sheet, choice, { preview: true, report: true })).report)

const reportFile = (module: string, text: string | undefined): FileAnswer | undefined =>
  text === undefined ? undefined : { blob: new Blob([text], { type: 'text/csv' }), name: `${module}-import.csv` }

export type ImportDone = { job_id: string } | { counts: ImportCounts; report?: FileAnswer | undefined }

/** Writes all rows of a file, or none; for a large one the response names the job that does it. Throws `ApiError`. */
export const runImport = async (module: string, sheet: File, choice: ImportChoice, seen?: unknown): Promise<ImportDone> => {
  const report = choice.mode !== 'create'
  const answer = await send(module, sheet, choice, { preview: false, report, ...(seen !== undefined && { seen: JSON.stringify(seen) }) })
  if (answer.job_id !== undefined) return { job_id: answer.job_id }
  const { valid, total, rows } = answer
  const created = answer.created ?? valid ?? total ?? (typeof rows === 'number' ? rows : 0)
  return { counts: { ...countsOf(answer), created }, report: reportFile(module, answer.report) }
}

/** The import template: one column per writable field. */
export const importTemplate = (module: string): Promise<FileAnswer> => file('get', `${module}/import-template`)

/** The records under the filters of the list, as a sheet to change and import again. */
export const exportToChange = (module: string, params: Params): Promise<FileAnswer> =>
  file('get', `${module}/exportCSV`, { params: { ...params, for: 'import', format: 'xlsx' } })
