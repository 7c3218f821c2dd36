import { t } from './text.ts'

export interface PasswordProblems {
  password?: string
  confirm?: string
}
/** Errors of a new password and its repetition; empty when both are valid. */
type PasswordRules = (password: string, confirm: string) => PasswordProblems

const SHORTEST = 8

const strengthProblem = (password: string): string | undefined => {
  if (!password) return t('password.required')
  if (password.length < SHORTEST) return t('password.short')
  if (!/[^a-z]/i.test(password) || !/\D/.test(password)) return t('password.alphanumeric')
  if (!/\p{Lu}/u.test(password)) return t('password.uppercase')
  return undefined
}

/** Of recovery and of the first change: length, letters and digits, an uppercase letter, equal. */
export const recoveryRules: PasswordRules = (password, confirm) => {
  const problem = strengthProblem(password)
  return {
    ...(problem && { password: problem }),
    ...(confirm !== password && { confirm: t('password.mismatch') }),
  }
}

/** Of the Update Password form: its own words, and length only. */
export const updateRules: PasswordRules = (password, confirm) => ({
  ...(password.length < SHORTEST && { password: t(password ? 'password.updateShort' : 'password.required') }),
  ...(!confirm ? { confirm: t('password.required') } : confirm !== password && { confirm: t('password.updateMismatch') }),
})

/** Whether all rules are met. */
export const holds = (problems: PasswordProblems): boolean => !problems.password && !problems.confirm
