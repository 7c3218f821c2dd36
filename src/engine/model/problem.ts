/** One finding of the checker. */
export interface Problem {
  readonly file: string
  readonly pointer: string
  readonly line: number
  readonly message: string
  /** Allowed values, nearest first. */
  readonly hint?: string
  /** It may be intended: it is reported, and the module works. */
  readonly warning?: true
}
