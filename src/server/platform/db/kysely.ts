import {
  type DatabaseConnection,
  type Dialect,
  type Driver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
} from 'kysely'
import type { Row } from '../../../engine/model/module.ts'

type Execute = (sql: string, params: readonly unknown[]) => Promise<{ rows: Row[]; count: number }>

/**
 * Kysely as a query builder only: what it builds runs through `execute`, hence in the ambient
 * transaction. Its own transactions are refused, because they would take a second connection.
 */
export function createKysely(execute: Execute): Kysely<Record<string, Row>> {
  const connection: DatabaseConnection = {
    async executeQuery<R>(query: { sql: string; parameters: readonly unknown[] }) {
      const { rows, count } = await execute(query.sql, query.parameters)
      return { rows: rows as R[], numAffectedRows: BigInt(count) }
    },
    streamQuery() {
      throw new Error('Use db.stream.')
    },
  }
  const refuse = async () => {
    throw new Error('Use db.tx for transactions.')
  }
  const driver: Driver = {
    init: async () => undefined,
    acquireConnection: async () => connection,
    beginTransaction: refuse,
    commitTransaction: refuse,
    rollbackTransaction: refuse,
    releaseConnection: async () => undefined,
    destroy: async () => undefined,
  }
  const dialect: Dialect = {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => driver,
    createIntrospector: (db) => new PostgresIntrospector(db),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  }
  return new Kysely<Record<string, Row>>({ dialect })
}
