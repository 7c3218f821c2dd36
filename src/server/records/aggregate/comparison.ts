/** A period of the filter beside an earlier one, both read by the one statement. */
import type { AggregateRequest, Period } from '../../../engine/model/aggregate.ts'
import type { ListQuery } from '../../platform/context.ts'
import { invalid } from '../../platform/errors.ts'
import type { FilterEnv } from '../query/filter-env.ts'
import { didYouMean } from '../query/paths.ts'
import type { Spot } from '../query/reader.ts'
import { dayOf } from './groups.ts'
import { comparedWith, periodOf } from './period.ts'

interface Comparing {
  /** The date that both periods are of. */
  readonly on: string
  readonly period: Period
  readonly previous: Period
  /** The request's filter without the date. */
  readonly filter: Record<string, unknown>
  /** The condition that a record is of one of the periods. */
  readonly where: string
  /** The condition that it is of the later one. */
  readonly current: string
  /** The day of a record as if its period were the later one. */
  readonly moved: (day: string) => string
}

/** Compiles the comparison of a request; undefined where none is asked for. 400 without a period in the filter. */
export function comparing(env: FilterEnv, spot: Spot, request: AggregateRequest, list: ListQuery): Comparing | undefined {
  if (!request.compare) return undefined
  const { module } = spot
  const on = request.compare.on ?? module.entity.date ?? ''
  const target = on ? env.reader.name(module, on, 'filter') : undefined
  const field = target?.kind === 'column' ? target.field : undefined
  const day = field && dayOf(env, { sql: env.reader.column(spot, field), field })
  if (!day)
    throw invalid({
      on: [
        on
          ? `"${on}" is no date of ${module.title} to compare periods by.${didYouMean(on, env.reader.names(module, 'filter'))}`
          : 'Say which date the periods are of.',
      ],
    })
  const { [on]: given, ...filter } = list.filter ?? {}
  const period = periodOf(given, env.today, on)
  if (!period) throw invalid({ compare: [`Say which period is compared: a filter on "${on}" with a first and a last day.`] })
  const { previous, shift } = comparedWith(period, request.compare.with)
  const date = (text: string): string => env.params.add(text, 'date')
  const within = ({ from, to }: Period): string => `${day} between ${date(from)} and ${date(to)}`
  const current = `${day} >= ${date(period.from)}`
  const interval = 'months' in shift ? `make_interval(months => ${shift.months})` : `make_interval(days => ${shift.days})`
  return {
    on,
    period,
    previous,
    filter,
    where: `(${within(previous)} or ${within(period)})`,
    current,
    moved: (sql) => `(case when ${sql} < ${date(period.from)} then (${sql} + ${interval})::date else ${sql} end)`,
  }
}
