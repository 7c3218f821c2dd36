/** Settings of the embedded server: a laptop's share of memory, one user, no replication. */
interface ServerSettings {
  readonly port: number
  /** False only for tests: nothing is written through to the disk. */
  readonly durable: boolean
  readonly maxConnections: number
}

/** The settings as arguments of the server, so that each version of the product brings its own. */
export function settingArguments({ port, durable, maxConnections }: ServerSettings): string[] {
  const settings: Record<string, string | number> = {
    listen_addresses: '127.0.0.1',
    port,
    unix_socket_directories: '',
    max_connections: maxConnections,
    shared_buffers: '128MB',
    work_mem: '8MB',
    maintenance_work_mem: '64MB',
    effective_cache_size: '512MB',
    random_page_cost: 1.1,
    // The amount of log that a start after a crash must read again.
    max_wal_size: '256MB',
    // Not "minimal": changes of a transaction are not logged then, and after a crash its sequences give numbers that are
    // already in use, since PostgreSQL only knows their position at the commit.
    wal_level: 'replica',
    max_wal_senders: 0,
    // Small tables on few cores: neither pays.
    jit: 'off',
    max_parallel_workers_per_gather: 0,
    timezone: 'UTC',
    log_timezone: 'UTC',
    log_line_prefix: '%m [%p] ',
    // A schema of several hundred tables is locked table by table when it is made or dropped.
    max_locks_per_transaction: 256,
    // Tests run most statements a few times on databases of their own: planning each anew would take a third of their time.
    ...(durable ? {} : { fsync: 'off', full_page_writes: 'off', autovacuum_naptime: '10s', plan_cache_mode: 'force_generic_plan' }),
  }
  return Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
}
