/** Processor time of the measured servers, where it is available: Linux, with PostgreSQL on the same machine. */
import { readFileSync } from 'node:fs'
import type { BenchDatabase } from './database.ts'

/** Ticks of `/proc/<pid>/stat` in a second: the same on every Linux that Node runs on. */
const TICKS = 100
/** Positions of user and system time after the command's name. */
const [USER, SYSTEM] = [11, 12]

/** Seconds of processor time that a process has used; undefined where it is not available. */
function secondsOf(pid: number): number | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    return (Number(fields[USER]) + Number(fields[SYSTEM])) / TICKS
  } catch {
    return undefined
  }
}

export interface CpuTime {
  readonly server: number
  readonly database: number
}

/** Processor seconds so far of a server and of all connections to the database; undefined where they are not available. */
export async function cpuTime(pid: number, database: BenchDatabase): Promise<CpuTime | undefined> {
  const server = secondsOf(pid)
  if (server === undefined) return undefined
  const backends = await database.query('select pid from pg_stat_activity where datname = current_database()')
  const seconds = backends.map((row) => secondsOf(Number(row['pid'])))
  return { server, database: seconds.reduce<number>((sum, value) => sum + (value ?? 0), 0) }
}
