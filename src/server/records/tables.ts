/** Tables that the generic records need beside those of the modules. */
export const supportTables: readonly string[] = [
  // Who may decide which record now; rows are made and closed by the approval service.
  `CREATE TABLE IF NOT EXISTS {schema}.approval_task (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    module text NOT NULL,
    record_id bigint NOT NULL,
    level integer NOT NULL DEFAULT 1,
    user_id bigint,
    role text,
    state text NOT NULL DEFAULT 'pending',
    created_at timestamptz NOT NULL DEFAULT now()
  )`,
  "CREATE INDEX IF NOT EXISTS approval_task_pending_idx ON {schema}.approval_task (module, record_id) WHERE state = 'pending'",
  `CREATE TABLE IF NOT EXISTS {schema}.import_run (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    module text NOT NULL,
    user_id bigint NOT NULL,
    rows jsonb NOT NULL,
    done integer NOT NULL DEFAULT 0,
    state text NOT NULL DEFAULT 'queued',
    errors jsonb,
    created_at timestamptz NOT NULL DEFAULT now()
  )`,
]
