import { createHash } from 'node:crypto'

/** A company code: characters that are valid in a schema name. */
export const COMPANY_CODE = /^[A-Z][A-Z0-9_]{1,19}$/

/** PostgreSQL schema of a company: `DEMO` → `co_demo`. Throws on a code that is not a plain word. */
export function schemaName(code: string): string {
  if (!COMPANY_CODE.test(code)) throw new Error(`Not a company code: ${code}`)
  return `co_${code.toLowerCase()}`
}

/** A quoted SQL identifier. */
export const quote = (name: string): string => `"${name.replaceAll('"', '""')}"`

/** `"schema"."table"`. */
export const qualify = (schema: string, tableName: string): string => `${quote(schema)}.${quote(tableName)}`

/** A name that fits PostgreSQL's 63 bytes: long ones end in a hash of the whole. */
export function fit(name: string): string {
  if (name.length <= 63) return name
  return `${name.slice(0, 54)}_${createHash('sha256').update(name).digest('hex').slice(0, 8)}`
}

/** A constant as SQL text, for DDL that takes no parameters. */
export function literal(value: string | number | boolean): string {
  return typeof value === 'string' ? `'${value.replaceAll("'", "''")}'` : String(value)
}
