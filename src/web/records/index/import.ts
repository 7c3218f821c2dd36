import { type FileAnswer, file, upload } from '../../api/client.ts'

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
}
interface ImportAnswer {
  total?: number
  rows?: number
  valid?: number
  created?: number
  errors?: ImportError[]
  warnings?: ImportError[]
  unknown?: string[]
  columns?: string[]
  sample?: ImportSample
  job_id?: string
}

const send = async (module: string, sheet: File, preview: boolean, mapping: ImportMapping): Promise<ImportAnswer> => {
  const form = new FormData()
  form.append('file', sheet)
  return upload<ImportAnswer>(`${module}/import`, form, { preview, mapping: JSON.stringify(mapping) })
}

/** Checks a file without writing anything. Throws `ApiError`. */
export const previewImport = async (module: string, sheet: File, mapping: ImportMapping): Promise<ImportPreview> => {
  const { total, rows, valid, errors = [], warnings = [], unknown = [], columns = [], sample } = await send(module, sheet, true, mapping)
  const found = total ?? rows ?? 0
  return {
    total: found,
    valid: valid ?? found - new Set(errors.map(({ row }) => row)).size,
    errors,
    warnings,
    unknown,
    columns,
    ...(sample && { sample }),
  }
}

/** Writes all rows of a file, or none; for a large one the response names the job that does it. Throws `ApiError`. */
export const runImport = async (module: string, sheet: File, mapping: ImportMapping): Promise<{ created: number } | { job_id: string }> => {
  const { created, valid, total, rows, job_id } = await send(module, sheet, false, mapping)
  return job_id === undefined ? { created: created ?? valid ?? total ?? rows ?? 0 } : { job_id }
}

/** The import template: one column per writable field. */
export const importTemplate = (module: string): Promise<FileAnswer> => file('get', `${module}/import-template`)
