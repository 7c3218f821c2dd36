/** Internal tables of payroll: the statutory tables and inputs of every run, and year-to-date sums. */

/** Idempotent statements; `{schema}` is the company's. */
export const supportTables: readonly string[] = [
  // Statutory tables and company rules as a run used them, by their contents: runs of one time share a row.
  `CREATE TABLE IF NOT EXISTS {schema}.payroll_tables (hash text PRIMARY KEY, data jsonb NOT NULL)`,
  // Payroll noted its runs itself until 2.38; now every job of a transition is noted in `transition_run`.
  `DROP TABLE IF EXISTS {schema}.payroll_run`,
  // The input of an employee's pay, and the data for its posting.
  `CREATE TABLE IF NOT EXISTS {schema}.payroll_input (
      payroll_id bigint NOT NULL, employee_id bigint NOT NULL, tables text NOT NULL REFERENCES {schema}.payroll_tables (hash),
      year_version bigint NOT NULL, input jsonb NOT NULL, sources jsonb NOT NULL, result jsonb NOT NULL,
      PRIMARY KEY (payroll_id, employee_id))`,
  `CREATE INDEX IF NOT EXISTS payroll_input__employee ON {schema}.payroll_input (employee_id)`,
  // Data for the next payroll of a year beside the sums that users see.
  `CREATE TABLE IF NOT EXISTS {schema}.payroll_carried (
      employee_id bigint NOT NULL, year int NOT NULL, version bigint NOT NULL, data jsonb NOT NULL, PRIMARY KEY (employee_id, year))`,
]
