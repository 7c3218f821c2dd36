import { type FileAnswer, file, upload } from '../../api/client.ts'

/** What is wrong with one row of an import file; `field` is absent when it concerns the whole row. */
export interface ImportError {
  row: number
  field?: string
  message: string
}
export interface ImportPreview {
  /** Rows found in the file. */
  total: number
  valid: number
  errors: ImportError[]
  /** Of rows that are imported nevertheless. */
  warnings: ImportError[]
}
interface ImportAnswer {
  total?: number
  rows?: number
  valid?: number
  created?: number
  errors?: ImportError[]
  warnings?: ImportError[]
  job_id?: string
}

const send = async (module: string, sheet: File, preview: boolean): Promise<ImportAnswer> => {
  const form = new FormData()
  form.append('file', sheet)
  return upload<ImportAnswer>(`${module}/import`, form, { preview })
}

/** Checks a file without writing anything. Throws `ApiError`. */
export const previewImport = async (module: string, sheet: File): Promise<ImportPreview> => {
  const { total, rows, valid, errors = [], warnings = [] } = await send(module, sheet, true)
  const found = total ?? rows ?? 0
  return { total: found, valid: valid ?? found - new Set(errors.map(({ row }) => row)).size, errors, warnings }
}

/** Writes all rows of a file, or none; of a large one the answer names the job that does. Throws `ApiError`. */
export const runImport = async (module: string, sheet: File): Promise<{ created: number } | { job_id: string }> => {
  const { created, valid, total, rows, job_id } = await send(module, sheet, false)
  return job_id === undefined ? { created: created ?? valid ?? total ?? rows ?? 0 } : { job_id }
}

/** The sheet to fill in: one column per field that may be written. */
export const importTemplate = (module: string): Promise<FileAnswer> => file('get', `${module}/import-template`)
