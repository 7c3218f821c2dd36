/** Tables of time processing beside those of the modules. */
export const supportTables: readonly string[] = [
  // A period being processed: the remaining employees, so that a restarted job continues where it stopped.
  `CREATE TABLE IF NOT EXISTS {schema}.time_run (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    date_from date NOT NULL,
    date_to date NOT NULL,
    employee_ids bigint[] NOT NULL,
    done integer NOT NULL DEFAULT 0,
    days integer NOT NULL DEFAULT 0,
    locked integer NOT NULL DEFAULT 0,
    problems jsonb NOT NULL DEFAULT '[]',
    state text NOT NULL DEFAULT 'queued',
    created_by bigint,
    created_at timestamptz NOT NULL DEFAULT now()
  )`,
]
