/** The company's decisions about time, from its settings `time.…`. */

import { type PolicyChanges, type TimePolicy, timePolicy } from '../../../domain/time/policy.ts'
import type { Json } from '../../../engine/model/module.ts'
import { DomainError } from '../../../kernel/errors.ts'
import type { Ctx, Settings } from '../../platform/context.ts'
import { refuse } from '../../platform/errors.ts'

/** The company's settings, group by group. */
function changes(settings: Settings): PolicyChanges {
  const settingOf = (key: string): Json | undefined => settings[key]
  return {
    lateness: {
      grace_minutes: settingOf('time.lateness.grace_minutes'),
      beyond_grace: settingOf('time.lateness.beyond_grace'),
      step_minutes: settingOf('time.lateness.step_minutes'),
      rounding: settingOf('time.lateness.rounding'),
      brackets: settingOf('time.lateness.brackets'),
    },
    undertime: { step_minutes: settingOf('time.undertime.step_minutes'), rounding: settingOf('time.undertime.rounding') },
    missed_part: settingOf('time.missed_part'),
    overtime: {
      authorization: settingOf('time.overtime.authorization'),
      before_shift: settingOf('time.overtime.before_shift'),
      minimum_minutes: settingOf('time.overtime.minimum_minutes'),
      step_minutes: settingOf('time.overtime.step_minutes'),
      after: settingOf('time.overtime.after'),
    },
    rest_day_work: settingOf('time.rest_day_work'),
    holiday_work: settingOf('time.holiday_work'),
    breaks: {
      deduction: settingOf('time.breaks.deduction'),
      after_minutes: settingOf('time.breaks.after_minutes'),
      paid_up_to_minutes: settingOf('time.breaks.paid_up_to_minutes'),
      unscheduled_minutes: settingOf('time.breaks.unscheduled_minutes'),
    },
    night: { from: settingOf('time.night.from'), to: settingOf('time.night.to') },
    holiday_attribution: settingOf('time.holiday_attribution'),
    rest_day_attribution: settingOf('time.rest_day_attribution'),
    regular_minutes: settingOf('time.regular_minutes'),
    punches: {
      duplicate_minutes: settingOf('time.punches.duplicate_minutes'),
      longest_minutes: settingOf('time.punches.longest_minutes'),
      before_shift_minutes: settingOf('time.punches.before_shift_minutes'),
      after_shift_minutes: settingOf('time.punches.after_shift_minutes'),
      missing: settingOf('time.punches.missing'),
    },
    flexi_deficit: settingOf('time.flexi_deficit'),
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
