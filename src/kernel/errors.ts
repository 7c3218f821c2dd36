/** What is wrong with numbers or rules handed in: which field, and why, in words for the person who entered it. */
export class DomainError extends Error {
  /** Dotted path of the input, e.g. `time.late_minutes`. */
  readonly field: string

  constructor(field: string, message: string) {
    super(message)
    this.name = 'DomainError'
    this.field = field
  }
}
