/** How each user has arranged a dashboard, with the tiles of their own; nobody else's. */
export const supportTables: readonly string[] = [
  `CREATE TABLE IF NOT EXISTS {schema}.dashboard_arrangement (
    user_id bigint NOT NULL,
    module text NOT NULL,
    definition jsonb NOT NULL,
    updated_at timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (user_id, module)
  )`,
]
