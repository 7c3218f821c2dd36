/**
 * The tables that a module needs, as plain JSON: the planner compares and records it. Names are unqualified; the schema
 * is added when a step is written as SQL.
 */
export interface ColumnSpec {
  readonly name: string
  /** PostgreSQL type as text, e.g. `numeric(18,2)`. */
  readonly type: string
  /** Constant default for new rows. */
  readonly default?: string | number | boolean
  readonly renamedFrom?: string
}

export interface ForeignKeySpec {
  readonly name: string
  readonly column: string
  readonly table: string
  readonly onDelete: 'no action' | 'cascade'
}

/** A condition every row must meet; checked for rows written from now on. */
export interface CheckSpec {
  readonly name: string
  readonly expr: string
}

export interface IndexSpec {
  readonly name: string
  readonly unique: boolean
  readonly method: 'btree' | 'gin'
  /** Quoted columns with direction or operator class, as the statement has them. */
  readonly keys: readonly string[]
  readonly where?: string
  /** Two empty values count as equal. */
  readonly nullsEqual?: boolean
}

export interface TableSpec {
  readonly name: string
  /** Child tables have `parent_id` and `line_no`; records have `version` and the audit columns. */
  readonly parent?: string
  /** Percent of a page that new rows fill; 100 unless given. */
  readonly fillfactor?: number
  readonly columns: readonly ColumnSpec[]
  readonly foreignKeys: readonly ForeignKeySpec[]
  readonly checks: readonly CheckSpec[]
  readonly indexes: readonly IndexSpec[]
}

/** The record of a table: its last applied shape, and columns that were parked or are no longer declared. */
export interface RecordedTable {
  readonly spec: TableSpec
  readonly parked: readonly ColumnSpec[]
  /** Declared unique indexes that are not in force, because some values occur twice. */
  readonly refused?: readonly { readonly index: IndexSpec; readonly duplicates: readonly string[] }[]
}

/** Columns that exist in every record table and are written only by the server. */
export const SYSTEM_COLUMNS = ['id', 'version', 'created_by', 'created_at', 'updated_by', 'updated_at'] as const
