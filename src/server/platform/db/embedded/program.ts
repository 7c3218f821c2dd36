/** Runs PostgreSQL's programs, under another account where we are the superuser of the system. */
import { type ChildProcess, type StdioOptions, spawn } from 'node:child_process'
import type { Account } from './account.ts'
import { EmbeddedProblem, USE_A_SERVER } from './problem.ts'

/** Starts a program; it ignores the keyboard's signals, which are only for the product. */
export function startProgram(
  file: string,
  args: readonly string[],
  { account, cwd, stdio }: { readonly account: Account | undefined; readonly cwd: string; readonly stdio: StdioOptions },
): ChildProcess {
  const { PATH, SystemRoot, TEMP, TMP, TMPDIR } = process.env
  const passed = Object.entries({ PATH, SystemRoot, TEMP, TMP, TMPDIR }).filter(([, value]) => value !== undefined)
  return spawn(file, args, {
    cwd,
    stdio,
    // Nothing of the product's environment: another server's PGHOST, PGOPTIONS or locale must not reach this one.
    env: { ...Object.fromEntries(passed), LC_ALL: 'C', TZ: 'UTC' } as NodeJS.ProcessEnv,
    windowsHide: true,
    detached: process.platform !== 'win32',
    ...(account ? { uid: account.uid, gid: account.gid } : {}),
  })
}

/** Runs a program to its end; throws `EmbeddedProblem` with its output when it fails. */
export function runProgram(file: string, args: readonly string[], account: Account | undefined, cwd: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = startProgram(file, args, { account, cwd, stdio: ['ignore', 'pipe', 'pipe'] })
    let text = ''
    for (const stream of [child.stdout!, child.stderr!]) stream.on('data', (chunk: Buffer) => void (text += chunk.toString()))
    child.on('error', (error) => reject(new EmbeddedProblem(cannotRun(file, error))))
    child.on('close', (code) =>
      code === 0 ? resolve(text) : reject(new EmbeddedProblem(`${file} failed (${code ?? 'ended'}): ${text.trim().slice(-2000)}`)),
    )
  })
}

export const cannotRun = (file: string, error: Error) => `${file} cannot be run (${error.message}). ${USE_A_SERVER}`
