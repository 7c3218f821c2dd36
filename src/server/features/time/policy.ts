/** The company's decisions about time, from its settings `time.…`. */

import { type PolicyChanges, type TimePolicy, timePolicy } from '../../../domain/time/policy.ts'
import type { Json } from '../../../engine/model/module.ts'
import { DomainError } from '../../../kernel/errors.ts'
import type { Ctx, Settings } from '../../platform/context.ts'
import { refuse } from '../../platform/errors.ts'

/** The company's settings, group by group. */
function changes(settings: Settings): PolicyChanges {
  const at = (key: string): Json | undefined => settings[key]
  return {
    lateness: {
      grace_minutes: at('time.lateness.grace_minutes'),
      beyond_grace: at('time.lateness.beyond_grace'),
      step_minutes: at('time.lateness.step_minutes'),
      rounding: at('time.lateness.rounding'),
      brackets: at('time.lateness.brackets'),
    },
    undertime: { step_minutes: at('time.undertime.step_minutes'), rounding: at('time.undertime.rounding') },
    missed_part: at('time.missed_part'),
    overtime: {
      authorization: at('time.overtime.authorization'),
      before_shift: at('time.overtime.before_shift'),
      minimum_minutes: at('time.overtime.minimum_minutes'),
      step_minutes: at('time.overtime.step_minutes'),
      after: at('time.overtime.after'),
    },
    rest_day_work: at('time.rest_day_work'),
    holiday_work: at('time.holiday_work'),
    breaks: {
      deduction: at('time.breaks.deduction'),
      after_minutes: at('time.breaks.after_minutes'),
      paid_up_to_minutes: at('time.breaks.paid_up_to_minutes'),
      unscheduled_minutes: at('time.breaks.unscheduled_minutes'),
    },
    night: { from: at('time.night.from'), to: at('time.night.to') },
    holiday_attribution: at('time.holiday_attribution'),
    rest_day_attribution: at('time.rest_day_attribution'),
    regular_minutes: at('time.regular_minutes'),
    punches: {
      duplicate_minutes: at('time.punches.duplicate_minutes'),
      longest_minutes: at('time.punches.longest_minutes'),
      before_shift_minutes: at('time.punches.before_shift_minutes'),
      after_shift_minutes: at('time.punches.after_shift_minutes'),
      missing: at('time.punches.missing'),
    },
    flexi_deficit: at('time.flexi_deficit'),
  } as PolicyChanges
}

/** The policy in force. 422 `E_TIME_POLICY` when a setting makes no sense, naming it. */
export function policyOf(ctx: Ctx): TimePolicy {
  if (!Array.isArray(ctx.settings['time.lateness.brackets'] ?? []))
    throw refuse('E_TIME_POLICY', 'The setting time.lateness.brackets must be a list of brackets.')
  try {
    return timePolicy(changes(ctx.settings))
  } catch (error) {
    if (!(error instanceof DomainError)) throw error
    throw refuse('E_TIME_POLICY', `The setting ${error.field.replace('policy.', 'time.')} is not valid: ${error.message}`)
  }
}
