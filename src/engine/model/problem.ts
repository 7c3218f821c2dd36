/** One finding of the checker. */
export interface Problem {
  readonly file: string
  readonly pointer: string
  readonly line: number
  readonly message: string
  /** What would be allowed, nearest first. */
  readonly hint?: string
  /** It may be meant: told, and the module works. */
  readonly warning?: true
}
