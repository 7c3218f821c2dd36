/** The error of a request whose connection to the database is lost. */
import { AppError } from '../errors.ts'

const UNDONE = 'The database cannot be reached at the moment, so nothing was saved. Please try again in a moment.'
const UNKNOWN =
  'The connection to the database was lost while this was being saved. Please check whether it was saved before you try again.'

/** Codes of the driver's network errors. */
const NETWORK = new Set(['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'EHOSTUNREACH', 'ENETUNREACH', 'ENOTFOUND', 'EAI_AGAIN'])
/** The driver's messages where it gives no code. */
const SAID =
  /^(Connection terminated|Client has encountered a connection error|Client was closed and is not queryable|timeout exceeded when trying to connect|timeout expired)/

/** Whether the connection was lost or could not be made, for any statement. */
export function isConnectionLost(error: unknown): boolean {
  const { code = '', message = '' } = (error ?? {}) as { code?: string; message?: string }
  // Class 08: connections; 57P01 to 57P05: the server ends, crashed, starts, or ended the session; 53300: too many; 25P03, 25P04: idle or too long in a transaction.
  return NETWORK.has(code) || /^(08...|57P0[1-5]|53300|25P0[34])$/.test(code) || SAID.test(message)
}

/**
 * The error as the caller gets it: a lost connection becomes a 503 that says what is known of the outcome, with the cause
 * for the log; any other error stays as it is. `isUnknown`: the response to a commit did not arrive.
 */
export function asLoss(error: unknown, isUnknown: boolean): unknown {
  if (error instanceof AppError || !isConnectionLost(error)) return error
  const loss = new AppError('busy', isUnknown ? UNKNOWN : UNDONE)
  loss.cause = error
  return loss
}
