import { hash, verify } from '@node-rs/argon2'

/** argon2id with the parameters OWASP recommends (19 MiB, 2 passes). */
const OPTIONS = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const

/** Hash of a password, with its salt and parameters. */
export const hashPassword = (password: string): Promise<string> => hash(password, OPTIONS)

let decoy: Promise<string> | undefined

/** Does the password match? Without a hash (unknown user) it takes the same time and is false. */
export async function checkPassword(stored: string | null | undefined, password: string): Promise<boolean> {
  decoy ??= hashPassword('no account has this password')
  const matches = await verify(stored ?? (await decoy), password).catch(() => false)
  return matches && Boolean(stored)
}

/** Messages for a new password that is too weak; empty when it will do. */
export function passwordProblems(password: unknown): string[] {
  if (typeof password !== 'string' || password === '') return ['Field is required']
  if (password.length < 8) return ['Password must be at least 8 characters long']
  if (password.length > 200) return ['Password must be at most 200 characters long']
  if (!/[^a-z]/i.test(password) || !/\D/.test(password)) return ['Password must be Alphanumeric']
  if (!/\p{Lu}/u.test(password)) return ['Password must contain at least (1) uppercase letter']
  return []
}
