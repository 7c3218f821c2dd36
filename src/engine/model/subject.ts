/** Whom and what a record tells of: another record, or a person who may not change it alone. */

/** What rows that tell of other records (a log of changes) name them by, and which of their values are theirs. */
export interface Subject {
  /** Reference to the registry of modules, by whose `name` the record's module is found. */
  readonly module: string
  readonly record: string
  /** Visible to users who can see the record and, by name, its fields; no query may name them. */
  readonly values: readonly string[]
}

/** Fields that users cannot change on a record about themselves. */
export interface SecondPerson {
  /** Field with the user or employee whom the record is about; `lines.field` of each row. */
  readonly person: string
  /** Everything unless given. */
  readonly fields?: readonly string[]
  readonly setting?: string
  readonly message: string
}
