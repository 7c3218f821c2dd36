/** A company's record of the packages from outside the product. */
export const supportTables: readonly string[] = [
  // Names of its modules with their titles, tables, applications and codes of roles, as of the last start with the package.
  `CREATE TABLE IF NOT EXISTS {schema}.installed_package (
    name text PRIMARY KEY,
    version text NOT NULL,
    modules jsonb NOT NULL DEFAULT '{}',
    tables text[] NOT NULL DEFAULT '{}',
    applications text[] NOT NULL DEFAULT '{}',
    roles text[] NOT NULL DEFAULT '{}',
    installed_at timestamptz NOT NULL DEFAULT now()
  )`,
]
