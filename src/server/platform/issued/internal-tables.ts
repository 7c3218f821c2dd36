/** What numbered documents were issued with, beside their records. */
export const supportTables: readonly string[] = [
  `CREATE TABLE IF NOT EXISTS {schema}.issued_facts (
    module text NOT NULL,
    record_id bigint NOT NULL,
    facts jsonb NOT NULL,
    issued_at timestamptz NOT NULL,
    PRIMARY KEY (module, record_id)
  )`,
]
