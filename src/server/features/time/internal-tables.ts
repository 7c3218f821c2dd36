/** Tables that the reckoning of time needs beside those of the modules. */
export const supportTables: readonly string[] = [
  // A period being processed: which employees are left, so that a job that is started again goes on where it stopped.
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
