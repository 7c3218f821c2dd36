/** The subject of a record: another record, or a person who cannot change it by themselves. */

/** Rows about other records (a log of changes): the fields that name the record, and those with its values. */
export interface Subject {
  /** Reference to the registry of modules, by whose `name` the record's module is found. */
  readonly module: string
  readonly record: string
  /** Visible to users who can see the record and, by name, its fields; no query may name them. */
  readonly values: readonly string[]
}

/** Fields that users cannot change on a record about themselves. */
export interface SecondPerson {
  /** Field with the user or employee whom the record is about; `lines.field` for each row. */
  readonly person: string
  /** All fields unless given. */
  readonly fields?: readonly string[]
  readonly setting?: string
  readonly message: string
}
