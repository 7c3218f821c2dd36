/** A server that outlived its product: found by the file that it keeps in its data directory, and ended. */
import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** A process number that no system gives. */
const NO_PROCESS = 2_147_483_646
const POLL_MS = 20
/** How long it may take to end in order, and after that at once. */
const FAST_MS = 15_000
const IMMEDIATE_MS = 5000

/**
 * Ends the server of the data directory that no product watches any more, if there is one. The caller holds the lock, so that no other product uses that server.
 */
export async function endOrphan(data: string): Promise<void> {
  const file = join(data, 'postmaster.pid')
  let lines: string[]
  try {
    lines = readFileSync(file, 'utf8').split('\n')
  } catch {
    return
  }
  const pid = Number(lines[0])
  if (!isAlive(pid)) return
  if (!isServerOf(pid, data)) {
    // The process id now belongs to another program, which PostgreSQL could not know and would refuse to start. The rest
    // of the file stays: from it PostgreSQL sees whether processes of the old server still use the data.
    writeFileSync(file, [String(NO_PROCESS), ...lines.slice(1)].join('\n'))
    return
  }
  for (const [signal, ms] of [
    ['SIGINT', FAST_MS],
    ['SIGQUIT', IMMEDIATE_MS],
    ['SIGKILL', IMMEDIATE_MS],
  ] as const) {
    try {
      process.kill(pid, signal)
    } catch {
      return
    }
    const until = performance.now() + ms
    while (performance.now() < until) {
      await new Promise((resolve) => setTimeout(resolve, POLL_MS))
      if (!isAlive(pid)) return
    }
  }
}

function isAlive(pid: number): boolean {
  if (!Number.isInteger(pid) || pid <= 1) return false
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

/** Whether the process is a PostgreSQL server that uses this directory. */
function isServerOf(pid: number, data: string): boolean {
  try {
    if (process.platform === 'linux') return readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0').includes(data)
    if (process.platform === 'win32')
      return execFileSync('tasklist', ['/FI', `PID eq ${pid}`, '/FO', 'CSV', '/NH'], { encoding: 'utf8' }).includes('postgres.exe')
    return execFileSync('ps', ['-p', String(pid), '-o', 'command='], { encoding: 'utf8' }).includes(data)
  } catch {
    return false
  }
}
