/** The services that the demo needs from the server around it. */
import type { Company, Ctx } from '../platform/context.ts'

export interface DemoHost {
  /** Creates the company with its tables and fixture rows; returns it. */
  createCompany(input: { code: string; name: string }): Promise<Company>
  /** Acts as the server itself (set-up of roles, users, masters). */
  system(company: Company, reason: string): Promise<Ctx>
  /** Acts as a user, with their permissions, as their own request would. */
  as(company: Company, username: string): Promise<Ctx>
  /** Runs work with a business clock of its own, so that several histories are made while other users use the product. */
  separately<T>(work: () => Promise<T>): Promise<T>
  /** Moves the business clock of the work; the demo's history is made on its own days. */
  setClock(instant: Date | null): void
  now(): Date
  /** Makes the rows of features that bring some (`Feature.demo`). */
  ownRows(company: Company): Promise<void>
  /** 0 to 1, with the present step; `open`: users can sign in. */
  progress(done: number, note: string, open?: boolean): void
}

export interface DemoCompany {
  readonly code: string
  readonly name: string
  readonly legal_name: string
  readonly tin: string
  readonly rdo_code: string
  /** Numbers of the employer with the agencies. */
  readonly employer_nos: { readonly sss: string; readonly philhealth: string; readonly pagibig: string }
  readonly address_line: string
  readonly city: string
  readonly branches: readonly { code: string; name: string; city: string; head?: boolean }[]
  readonly suppliers: number
  readonly customers: number
  readonly items: number
  readonly purchases: number
  readonly employees: number
  /** Orders of customers. */
  readonly sales: number
  readonly seed: number
  readonly top_withholding_agent: boolean
}

/** Finds a row's id by the value of one field, among rows already fetched. */
export type Ids = ReadonlyMap<string, number>
