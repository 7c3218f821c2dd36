/** An error in the given numbers or rules: the field and the reason, in words for the person who entered it. */
export class DomainError extends Error {
  /** Dotted path of the input, e.g. `time.late_minutes`. */
  readonly field: string

  constructor(field: string, message: string) {
    super(message)
    this.name = 'DomainError'
    this.field = field
  }
}
