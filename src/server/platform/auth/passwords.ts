import { randomInt } from 'node:crypto'
import { hash, verify } from '@node-rs/argon2'

/** argon2id with the parameters OWASP recommends (19 MiB, 2 passes). */
const OPTIONS = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const
const MAX = 200

/** Hash of a password, with its salt and parameters. */
export const hashPassword = (password: string): Promise<string> => hash(password, OPTIONS)

let decoy: Promise<string> | undefined

/** Whether the password matches. Without a hash (unknown user) it takes the same time and is false. */
export async function checkPassword(stored: string | null | undefined, password: string): Promise<boolean> {
  decoy ??= hashPassword('no account has this password')
  const matches = await verify(stored ?? (await decoy), password).catch(() => false)
  return matches && Boolean(stored)
}

/** Messages for a new password that is too weak; empty when it will do. */
export function passwordProblems(password: unknown): string[] {
  if (typeof password !== 'string' || password === '') return ['Field is required']
  if (password.length < 8) return ['Password must be at least 8 characters long']
  if (password.length > MAX) return [`Password must be at most ${MAX} characters long`]
  if (!/[^a-z]/i.test(password) || !/\D/.test(password)) return ['Password must be Alphanumeric']
  if (!/\p{Lu}/u.test(password)) return ['Password must contain at least (1) uppercase letter']
  return []
}

/** The weaker rule of the Update Password form, in its words. */
export function updateProblems(password: unknown): string[] {
  if (typeof password !== 'string' || password === '') return ['Field is required']
  if (password.length < 8) return ['At least use 8 characters']
  if (password.length > MAX) return [`Use at most ${MAX} characters`]
  return []
}

// Without signs that are easily taken for another (0 O 1 l I).
const UPPER = 'ABCDEFGHJKLMNPQRSTUVWXYZ'
const LOWER = 'abcdefghijkmnpqrstuvwxyz'
const DIGITS = '23456789'

/** A random password of 14 signs that meets every rule and can be read out over a telephone. */
export function generatePassword(): string {
  const pick = (from: string) => from[randomInt(from.length)]!
  const signs = [pick(UPPER), pick(LOWER), pick(DIGITS), ...Array.from({ length: 11 }, () => pick(UPPER + LOWER + DIGITS))]
  for (let index = signs.length - 1; index > 0; index--) {
    const other = randomInt(index + 1)
    ;[signs[index], signs[other]] = [signs[other]!, signs[index]!]
  }
  return signs.join('')
}
