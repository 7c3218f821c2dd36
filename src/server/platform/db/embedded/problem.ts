/** Why the embedded database cannot be opened, in words for the person who starts the product. */
export class EmbeddedProblem extends Error {
  override readonly name = 'EmbeddedProblem'
}

/** Instructions where no embedded database is possible. */
export const USE_A_SERVER = 'Set DATABASE_URL to a PostgreSQL server of version 15 or newer.'
