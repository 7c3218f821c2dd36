import type { Field } from '../../engine/model/module.ts'
import type { ReferenceEntry } from './entry.ts'
import type { Ref } from './ref.ts'

/** An input's view of the record around it, to resolve `$sibling` filters. */
export interface Surroundings {
  /** Value of a sibling field, or of the header for `$parent.x`. */
  value(name: string): unknown
}

/** Uniform contract of every input, in a form, a dialog or a grid cell. */
export interface InputProps {
  readonly field: Field
  readonly id: string
  readonly value: unknown
  /** `ref` is the picked record, so that `fetch` and expressions need no request. */
  readonly onChange: (value: unknown, ref?: Ref | readonly Ref[] | null) => void
  readonly onBlur?: () => void
  /** A choice was made, which ends the edit of a cell. */
  readonly onDone?: () => void
  /** The typed text of a reference or a date until it is a value; without it the input holds the text itself. */
  readonly entry?: ReferenceEntry
  readonly required?: boolean
  readonly disabled?: boolean
  readonly readOnly?: boolean
  readonly error?: string | undefined
  /** The resolved object(s) beside a reference value. */
  readonly resolved?: unknown
  readonly around?: Surroundings
  /** In a grid cell: no visible label, no frame, keys that move between cells bubble up. */
  readonly bare?: boolean
  readonly autoFocus?: boolean
  /** Text that started the edit by typing over a cell; replaces the value. */
  readonly typed?: string | undefined
}

export const isRef = (value: unknown): value is Ref =>
  typeof value === 'object' && value !== null && typeof (value as { id?: unknown }).id === 'number'

/** The text of a reference: the target's label, else its name, else its number. */
export const refLabel = (ref: unknown): string => (isRef(ref) ? String(ref.label ?? ref.name ?? `#${ref.id}`) : '')
