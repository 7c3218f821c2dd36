import type { Field } from '../../../engine/model/module.ts'
import type { FieldState } from '../../../engine/runtime/compute/index.ts'

/** Whether a value can be entered in a cell: not where the row hides the field, which shows an empty cell. */
export const isEditable = (field: Field, state: FieldState | undefined): boolean =>
  field.writable && state?.readonly !== true && state?.visible !== false
