/** Whole numbers that people read digit by digit. */
import type { FieldType, JsonSchema } from '../field.ts'

const LEAST_YEAR = 1000
const LAST_YEAR = 9999

/**
 * Is the field a year? Whole numbers that must have exactly four digits count nothing, so that lists, forms,
 * chips, papers and totals show them without a thousands separator: 2026, never 2,026.
 */
export const isYear = ({ type, schema }: { readonly type: FieldType; readonly schema?: JsonSchema | undefined }): boolean =>
  type === 'integer' && Number(schema?.minimum) >= LEAST_YEAR && Number(schema?.maximum) <= LAST_YEAR
