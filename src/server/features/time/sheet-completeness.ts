/** Missing parts of a time sheet: days that do not count as they should, and filings without a decision. */

import { formatDate } from '../../../engine/runtime/format/index.ts'
import { addDays } from '../../../kernel/dates.ts'
import type { Ctx } from '../../platform/context.ts'
import { raw, sql, table } from '../../platform/db/sql.ts'
import type { ActionNote } from '../../workflow/warnings.ts'
import { filedSql } from './filings-by-day.ts'

const KINDS = { punch: 'missing punch', schedule: 'no shift', unprocessed: 'not processed' } as const
interface Gap {
  readonly id: number
  readonly employee_id: number
  readonly days: readonly { readonly day: string; readonly kind: keyof typeof KINDS }[] | null
  readonly filings: readonly string[] | null
}

/** Dates in order as they are said: `2026/11/03, 2026/11/20 to 2026/11/22`. */
function spokenDates(dates: readonly string[]): string {
  const runs: [string, string][] = []
  for (const date of dates) {
    const run = runs.at(-1)
    if (run && addDays(run[1], 1) === date) run[1] = date
    else runs.push([date, date])
  }
  return runs.map(([from, to]) => (from === to ? formatDate(from) : `${formatDate(from)} to ${formatDate(to)}`)).join(', ')
}

const count = (number: number, word: string): string => `${number} ${word}${number === 1 ? '' : 's'}`

function textOf({ days, filings }: Gap): string {
  const said: string[] = []
  if (days?.length) {
    const kinds = (Object.keys(KINDS) as (keyof typeof KINDS)[]).flatMap((kind) => {
      const on = days.filter((day) => day.kind === kind).map(({ day }) => day)
      return on.length ? [`${KINDS[kind]} ${spokenDates(on)}`] : []
    })
    said.push(`${count(days.length, 'incomplete day')}: ${kinds.join('; ')}.`)
  }
  if (filings?.length) said.push(`${count(filings.length, 'filing')} not decided: ${filings.join(', ')}.`)
  return said.join(' ')
}

/** Notes on those of the sheets that lack something, and before them how much it is in all. */
export async function sheetGaps(ctx: Ctx, ids: readonly number[]): Promise<ActionNote[]> {
  const gaps = await ctx.db.query<Gap>(
    sql`
      SELECT s.id, s.employee_id, d.days, f.filings
      FROM ${table(ctx, 'time_sheet')} s
      JOIN ${table(ctx, 'employee')} e ON e.id = s.employee_id
      CROSS JOIN LATERAL (
        SELECT json_agg(
          json_build_object(
            'day', g::date, 'kind',
            CASE WHEN r.id IS NULL THEN 'unprocessed' WHEN r.attendance = 'incomplete' THEN 'punch' ELSE 'schedule' END
          )
          ORDER BY g
        ) AS days
        FROM generate_series(
          greatest(s.date_from, e.date_hired), least(s.date_to, e.date_separated), interval '1 day'
        ) g
        LEFT JOIN ${table(ctx, 'daily_time_record')} r ON r.employee_id = s.employee_id AND r.date = g::date
        WHERE r.id IS NULL OR r.attendance IN ('incomplete', 'unscheduled', 'unscheduled_worked')
      ) d
      CROSS JOIN LATERAL (
        SELECT json_agg(DISTINCT x.transaction_no ORDER BY x.transaction_no) AS filings
        FROM (${raw(filedSql(ctx))}) x
        WHERE x.status = 'posted'
          AND x.employee_id = s.employee_id
          AND x.first_day <= s.date_to
          AND x.last_day >= s.date_from
      ) f
      WHERE s.id = ANY (${ids}::bigint[]) AND (d.days IS NOT NULL OR f.filings IS NOT NULL)
      ORDER BY e.full_name, s.date_from, s.id
    `,
  )
  const notes: ActionNote[] = gaps.map((gap) => ({ id: gap.id, text: textOf(gap) }))
  return ids.length > 1 && notes.length ? [{ text: inAll(gaps) }, ...notes] : notes
}

function inAll(gaps: readonly Gap[]): string {
  const sentence = (part: 'days' | 'filings', word: string, then: string): string[] => {
    const some = gaps.filter((gap) => gap[part]?.length)
    const total = some.reduce((sum, gap) => sum + gap[part]!.length, 0)
    const people = new Set(some.map((gap) => gap.employee_id)).size
    return total ? [`${count(total, word)} of ${count(people, 'employee')}${then}`] : []
  }
  return `${[...sentence('days', 'incomplete day', ''), ...sentence('filings', 'filing', ' not decided')].join(', and ')}.`
}
