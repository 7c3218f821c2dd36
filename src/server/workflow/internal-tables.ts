/** Tables of transitions beside those of the modules. */
export const supportTables: readonly string[] = [
  // Records whose transition runs as a job, or failed as one. `version`: the record's version at the request.
  `CREATE TABLE IF NOT EXISTS {schema}.processing (
    module text NOT NULL,
    record_id bigint NOT NULL,
    action text NOT NULL,
    version bigint NOT NULL,
    job_id text NOT NULL,
    state text NOT NULL,
    error text,
    at timestamptz NOT NULL,
    PRIMARY KEY (module, record_id)
  )`,
  // The newest run of a record's job (`job` of a transition): its name, its data, and its state.
  `CREATE TABLE IF NOT EXISTS {schema}.transition_run (
    module text NOT NULL,
    record_id bigint NOT NULL,
    action text NOT NULL,
    run text NOT NULL,
    data jsonb NOT NULL,
    input jsonb NOT NULL,
    total int NOT NULL,
    state text NOT NULL,
    job_id text,
    error text,
    started_by bigint,
    at timestamptz NOT NULL,
    PRIMARY KEY (module, record_id)
  )`,
]
