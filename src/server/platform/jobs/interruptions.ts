/** Interruptions of a job that are not its fault. */
import { isConnectionLost } from '../db/index.ts'
import { AppError } from '../errors.ts'

/** Too many connections, and transactions that lost a race. */
const CODES = /^(53300|40001|40P01)$/
const MESSAGES = /timeout exceeded when trying to connect|after calling end on the pool/

/** Thrown by the progress of a job when the server stops: the job continues at the next start. */
export class ServerStops extends Error {
  constructor() {
    super('The server stops; the job goes on at the next start.')
  }
}

/** Whether the job can be started again: its error says nothing about its own work. */
export function isInterruption(error: unknown): boolean {
  if (error instanceof ServerStops) return true
  if (isConnectionLost(error)) return true
  if (error instanceof AppError) return error.kind === 'busy' && error.rule !== 'E_DISK'
  const { code, message } = (error ?? {}) as { code?: unknown; message?: unknown }
  return CODES.test(String(code ?? '')) || MESSAGES.test(String(message ?? ''))
}
