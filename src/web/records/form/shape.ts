import type { Field, Lines } from '../../../engine/model/module.ts'

/** The part of a module that a form needs; a dialog's input form has no lines. */
export interface FormShape {
  readonly fields: readonly Field[]
  readonly field: Readonly<Record<string, Field>>
  readonly lines: readonly Lines[]
}
