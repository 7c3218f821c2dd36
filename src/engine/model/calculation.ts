import type { Expression, Json } from './field.ts'

/** A set-wise calculation from the calculation registry, e.g. VAT once per document spread over the lines. */
export interface Calculation {
  readonly call: string
  readonly lines?: string
  readonly params: Json
  readonly reads: readonly string[]
  readonly writes: readonly string[]
}

/**
 * One node of the compute order. `field` recomputes a header field, `row` a field of one changed row,
 * `set` a calculation over a whole child table. Order is topological; cycles are load errors.
 */
export type ComputeNode =
  | { readonly kind: 'field'; readonly field: string; readonly expr: Expression; readonly reads: readonly string[] }
  | { readonly kind: 'row'; readonly lines: string; readonly field: string; readonly expr: Expression; readonly reads: readonly string[] }
  | { readonly kind: 'set'; readonly calculation: Calculation; readonly reads: readonly string[]; readonly writes: readonly string[] }
