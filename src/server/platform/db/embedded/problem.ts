/** Why the embedded database cannot be opened, in words for whoever starts the product. */
export class EmbeddedProblem extends Error {
  override readonly name = 'EmbeddedProblem'
}

/** What to do where no embedded database is possible. */
export const USE_A_SERVER = 'Set DATABASE_URL to a PostgreSQL server of version 15 or newer.'
