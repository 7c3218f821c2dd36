/** Tables of the background jobs beside those of pg-boss. */

/** Which process works on which job, for all companies. Times are the database's, so that clocks of processes do not matter. */
export const platformTables: readonly string[] = [
  `CREATE TABLE IF NOT EXISTS {schema}.job_instance (
    id uuid PRIMARY KEY,
    seen_at timestamptz NOT NULL DEFAULT now()
  )`,
  // `tries`: how often the job was begun since it last made progress; `mark`: how far it was then.
  `CREATE TABLE IF NOT EXISTS {schema}.job_hold (
    job_id uuid PRIMARY KEY,
    instance uuid NOT NULL,
    held_at timestamptz NOT NULL DEFAULT now(),
    tries integer NOT NULL DEFAULT 0,
    mark bigint NOT NULL DEFAULT -1
  )`,
]

export const supportTables: readonly string[] = [
  // The request of the job, so that a job whose queue entry is gone can still be ended.
  'ALTER TABLE {schema}.job_progress ADD COLUMN IF NOT EXISTS data jsonb',
]
