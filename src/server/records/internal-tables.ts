/** Tables of the generic records beside those of the modules. */
export const supportTables: readonly string[] = [
  // Users and roles that can decide on a record now; the approval service creates and closes the rows.
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
  // When the approver was last reminded, and the day on which the approvers were last determined.
  'ALTER TABLE {schema}.approval_task ADD COLUMN IF NOT EXISTS reminded_at timestamptz',
  'ALTER TABLE {schema}.approval_task ADD COLUMN IF NOT EXISTS checked_on date',
  'CREATE INDEX IF NOT EXISTS approval_task_user_idx ON {schema}.approval_task (user_id)',
  "CREATE INDEX IF NOT EXISTS approval_task_pending_idx ON {schema}.approval_task (module, record_id) WHERE state = 'pending'",
  // Which record has which tag.
  `CREATE TABLE IF NOT EXISTS {schema}.record_tag (
    module text NOT NULL,
    record_id bigint NOT NULL,
    tag_id bigint NOT NULL,
    created_by bigint,
    created_at timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (module, record_id, tag_id)
  )`,
  'CREATE INDEX IF NOT EXISTS record_tag_tag_idx ON {schema}.record_tag (tag_id, module)',
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
