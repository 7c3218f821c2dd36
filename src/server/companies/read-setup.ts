/** The entries from which a company is set up, on the set-up page or by command. */

import { passwordProblems } from '../platform/auth/passwords.ts'
import type { FirstUser } from './setup.ts'

const text = (value: unknown): string => (typeof value === 'string' ? value.trim() : '')

/** What was entered about a new company and its first user, and what is wrong with it, by field. */
export function readSetup(body: Record<string, unknown>): {
  company: { code: string; name: string }
  user: FirstUser
  errors: Record<string, string[]>
} {
  const part = (name: string) => (typeof body[name] === 'object' && body[name] !== null ? (body[name] as Record<string, unknown>) : {})
  const [companyPart, person] = [part('company'), part('user')]
  const company = { code: text(companyPart.code).toUpperCase(), name: text(companyPart.name) }
  const user: FirstUser = {
    first_name: text(person.first_name),
    last_name: text(person.last_name),
    username: text(person.username).toLowerCase(),
    email: text(person.email).toLowerCase(),
    password: typeof person.password === 'string' ? person.password : '',
  }
  const errors: Record<string, string[]> = {}
  const check = (name: string, good: boolean, message: string) => {
    if (!good) errors[name] = [message]
  }
  check('company.code', /^[A-Z][A-Z0-9]{1,19}$/.test(company.code), 'Use 2 to 20 capital letters and digits, a letter first.')
  check('company.name', company.name !== '' && company.name.length <= 120, 'Field is required')
  for (const name of ['first_name', 'last_name'] as const)
    check(`user.${name}`, user[name] !== '' && user[name].length <= 60, 'Field is required')
  check('user.username', /^[a-z0-9._-]{2,40}$/.test(user.username), 'Use 2 to 40 small letters, digits, dots, dashes.')
  check('user.email', /^[^@\s]+@[^@\s]+\.[^@\s]+$/.test(user.email), 'Invalid email format')
  const problems = passwordProblems(user.password)
  if (problems.length) errors['user.password'] = problems
  check('user.password_confirmation', person.password_confirmation === person.password, 'Password does not match!')
  return { company, user, errors }
}
