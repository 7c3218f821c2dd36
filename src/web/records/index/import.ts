import { type FileAnswer, file, upload } from '../../api/client.ts'

/** What is wrong with one row of an import file; `field` is absent when it concerns the whole row. */
export interface ImportError {
  row: number
  field?: string
  message: string
}
/** The first rows of a file as they are understood. */
export interface ImportSample {
  titles: string[]
  rows: string[][]
}
/** The column that each title stands for; '' leaves it out. */
export type ImportMapping = Readonly<Record<string, string>>
export interface ImportPreview {
  /** Rows found in the file. */
  total: number
  valid: number
  errors: ImportError[]
  /** Of rows that are imported nevertheless. */
  warnings: ImportError[]
  /** Titles of the file that stand for no column, and the columns that they may stand for. */
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

/** Writes all rows of a file, or none; of a large one the answer names the job that does. Throws `ApiError`. */
export const runImport = async (module: string, sheet: File, mapping: ImportMapping): Promise<{ created: number } | { job_id: string }> => {
  const { created, valid, total, rows, job_id } = await send(module, sheet, false, mapping)
  return job_id === undefined ? { created: created ?? valid ?? total ?? rows ?? 0 } : { job_id }
}

/** The sheet to fill in: one column per field that may be written. */
export const importTemplate = (module: string): Promise<FileAnswer> => file('get', `${module}/import-template`)
