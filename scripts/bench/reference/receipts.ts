/** Posting of a goods receipt by hand. */
import type { Values } from './answers.ts'
import { Refused, type User } from './base.ts'

export async function postReceipt(_user: User, _id: number): Promise<Values> {
  throw new Refused(404, 'Not yet.')
}
