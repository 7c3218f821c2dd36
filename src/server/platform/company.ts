/** What the server knows of a company. */

/** A company of the instance; its tables live in the PostgreSQL schema `schema`. */
export interface Company {
  readonly id: number
  readonly code: string
  readonly name: string
  readonly schema: string
  /** IANA zone that decides business days. */
  readonly time_zone: string
  /** Version of the company's rights, settings, overlays and rates; cached ones are valid for it. */
  readonly cache_version?: number
}
