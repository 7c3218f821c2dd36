/**
 * Parameters of texts that are compiled: the one place where a statement's `$1`, `$2` … are written.
 *
 * Statements are written with the `sql` template (`sql.ts`), but for those that are put together from a Module: lists,
 * filters, scopes, reads, saves and reports. Their parts are compiled once per Module and set of rights, kept as text and
 * filled in per request (`records/query/person.ts`), and equal shapes must give equal texts, because a text is the key of
 * its prepared statement. So a value is added here when the text is written and the text says its position and type.
 */

/** Collects the values of one statement while its text is written. Values never become text. */
export class Params {
  readonly values: unknown[]

  /** With the values of the parts that are written already. */
  constructor(values: readonly unknown[] = []) {
    this.values = [...values]
  }

  /** Adds a value and returns its placeholder, cast to `type` so that the text by itself determines the types. */
  add(value: unknown, type: string): string {
    this.values.push(value)
    return `$${this.values.length}::${type}`
  }

  /**
   * Adds ids for `= any(…)`. Within a subquery the planner cannot see how many there are and keeps one plan for all calls; it
   * would plan anew for each otherwise, which takes longer than looking a few records up.
   */
  ids(values: readonly number[]): string {
    return `(select ${this.add([...values], 'bigint[]')})::bigint[]`
  }

  /** `column = value`, or TRUE where there is no value to compare with. */
  equals(column: string, value: unknown, type = 'bigint'): string {
    return value === null || value === undefined ? 'TRUE' : `${column} = ${this.add(value, type)}`
  }
}
