/** Which statements are prepared: PostgreSQL takes longer to plan most of them than to run them. */

/** Texts remembered by a process. The longest unused is forgotten first, and prepared under another name when it comes back. */
const MAX_TEXTS = 4000
/** Statements that one connection prepares before another one takes its place: each of them takes memory of the server. */
const MAX_PER_CONNECTION = 1000
/** Elements from which a list counts as long. */
const LONG = 20

export interface StatementNames {
  /** The name under which a text is prepared, the same for equal texts; undefined the first time: what is asked once is not prepared. */
  nameOf(text: string): string | undefined
  /** Gives all texts other names: the plans of the old ones are stale. */
  renew(): void
}

export function createStatementNames(): StatementNames {
  /** By text, the longest unused first; undefined where it was used once. */
  const names = new Map<string, string | undefined>()
  let made = 0
  return {
    nameOf(text) {
      const name = names.has(text) ? (names.get(text) ?? `s${++made}`) : undefined
      names.delete(text)
      if (names.size >= MAX_TEXTS) names.delete(names.keys().next().value!)
      names.set(text, name)
      return name
    },
    renew: () => names.clear(),
  }
}

/**
 * Whether a plan made without the values may serve: PostgreSQL would take a list for one of ten elements, and join what a
 * long one finds by reading through it for each row.
 */
export const fitsAnyPlan = (values: readonly unknown[]): boolean => !values.some((value) => Array.isArray(value) && value.length > LONG)

/** Names that a connection has prepared. */
const preparedBy = new WeakMap<object, Set<string>>()

/** Notes that a connection prepares a statement, if it has not yet. */
export function notePrepared(connection: object, name: string | undefined): void {
  if (name === undefined) return
  const names = preparedBy.get(connection)
  if (names) names.add(name)
  else preparedBy.set(connection, new Set([name]))
}

/** Whether a connection holds as many statements as one may: it is closed once it is free. */
export const isFull = (connection: object): boolean => (preparedBy.get(connection)?.size ?? 0) >= MAX_PER_CONNECTION
