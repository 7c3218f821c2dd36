import type { Row } from '../../../engine/model/module.ts'

export interface Problem {
  readonly employee_id: number | null
  readonly employee: Row | null
  readonly kind: string
  /** An error blocks processing of the payroll. */
  readonly severity: 'error' | 'warning'
  readonly message: string
}
