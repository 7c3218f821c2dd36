/** Loans of employees: schedules, ledger, payments by payroll. */

import type { Feature } from '../feature.ts'
import { loanEffects, loanUntouched } from './effects.ts'
import { loanHandlers } from './handlers.ts'
import { loanHooks } from './hooks.ts'

export const loans: Feature = {
  name: 'loans',
  handlers: loanHandlers,
  effects: loanEffects,
  guards: [loanUntouched],
  hooks: loanHooks,
}
