/** Guards on dates: open periods, no future, no far past. */
import { addDays } from '../../../kernel/dates.ts'
import type { Guard } from '../../platform/context.ts'
import { refuse } from '../../platform/errors.ts'
import { textOf } from '../../records/row.ts'
import { groupOf, PERIOD_GROUPS, type PeriodGroup, requireOpenPeriod } from './periods.ts'

type PeriodParams = { group?: PeriodGroup; date?: string; when?: string } | null

export const periodOpen: Guard<PeriodParams> = {
  name: 'period.open',
  params: {
    description: 'Refuses a date in a locked fiscal period (423).',
    type: ['object', 'null'],
    additionalProperties: false,
    properties: {
      group: { enum: [...PERIOD_GROUPS], description: 'Module group of the period; by the application when absent.' },
      date: {
        type: 'string',
        format: 'input-field',
        of: ['date'],
        description: 'Input or field with the date; the posting date when absent.',
      },
      when: { type: 'string', format: 'expression', gives: 'bool', description: 'Expression: asked only where it holds.' },
    },
  },
  async check(fx, params) {
    if (params?.when && fx.evaluate(params.when) !== true) return
    const field = params?.date
    const date = field ? String(fx.input[field] ?? textOf(fx.record, field)) || fx.date : fx.date
    await requireOpenPeriod(fx.ctx, date, params?.group ?? groupOf(fx.module.application))
  },
}

export const dateAllowed: Guard<{ open_months?: boolean; opening?: string } | null> = {
  name: 'date.allowed',
  params: {
    description: 'Refuses dates further ahead or back than the company allows.',
    type: ['object', 'null'],
    additionalProperties: false,
    properties: {
      open_months: {
        type: 'boolean',
        description: 'Any day of an open month is allowed, however far back: for entries that move no stock.',
      },
      opening: {
        type: 'string',
        format: 'expression',
        gives: 'bool',
        description: 'Expression: the same while it holds, for balances brought forward, which are older than the books.',
      },
    },
  },
  async check(fx, params) {
    const today = fx.ctx.clock.today(fx.ctx.company.time_zone)
    const ahead = Number(fx.ctx.settings.future_days ?? 0)
    const back = Number(fx.ctx.settings.backdate_days ?? 7)
    if (fx.date > addDays(today, ahead)) {
      throw refuse(
        'E_DATE_FUTURE',
        ahead > 0
          ? `Documents may be dated at most ${ahead} days ahead. Change the date.`
          : 'Future-dated posting is not allowed. Change the date.',
      )
    }
    if (params?.open_months || (params?.opening && fx.evaluate(params.opening) === true)) return
    if (fx.date < addDays(today, -back)) {
      throw refuse(
        'E_BACKDATE',
        back > 0
          ? `Documents may be dated at most ${back} days back. Change the date, or ask for a longer limit: Back-dating in Settings.`
          : 'Back-dated posting is not allowed. Change the date, or ask for it to be allowed: Back-dating in Settings.',
      )
    }
  },
}

type AgeParams = { from: string; to: string; setting: string }

/** Limits the days between a date and an earlier one: for instance, a check is stale after a while. */
export const dateAge: Guard<AgeParams> = {
  name: 'date.age',
  params: {
    description: 'Refuses when more days than a setting allows lie between two dates.',
    type: 'object',
    additionalProperties: false,
    required: ['from', 'to', 'setting'],
    properties: {
      from: { type: 'string', format: 'field', of: ['date'], description: 'Field with the earlier date.' },
      to: { type: 'string', format: 'input-field', of: ['date'], description: 'Input or field with the later date.' },
      setting: { type: 'string', format: 'setting', description: 'Setting with the number of days.' },
    },
  },
  async check(fx, { from, to, setting }) {
    const [start, end] = [textOf(fx.record, from), String(fx.input[to] ?? textOf(fx.record, to))]
    const days = Number(fx.ctx.settings[setting] ?? 0)
    if (!start || !end || days <= 0 || end <= addDays(start, days)) return
    const field = fx.module.field[from]?.title.toLowerCase() ?? from
    throw refuse('E_STALE_DATE', `The ${field} is more than ${days} days back. Void the document and make a new one.`)
  },
}
