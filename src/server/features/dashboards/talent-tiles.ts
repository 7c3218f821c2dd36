/** What the widgets of the talent dashboard say, as tiles show it: with titles, units and the filters that find the people behind. */
import type { AggregateRow, Figure, MeasureColumn } from '../../../engine/model/aggregate.ts'
import type { Row, RowFilter } from '../../../engine/model/module.ts'
import type { FigureAnswer, RecordsAnswer, TileColumn, TileContent, TileRecord } from '../../../engine/model/tile-answer.ts'
import { addDays, addMonths, lastOfMonth } from '../../../kernel/dates.ts'
import type { Ctx, Handler } from '../../platform/context.ts'
import { allowed, Reading } from './reading.ts'
import { TALENT_WIDGETS } from './talent.ts'

const count = (key: string): MeasureColumn => ({ key, kind: 'count', type: 'integer' })
const money = (key: string): MeasureColumn => ({ key, kind: 'sum', type: 'money', scale: 2 })
const percent = (key: string): MeasureColumn => ({ key, kind: 'average', type: 'percent', scale: 1 })

interface Table {
  readonly module: string
  readonly filter?: RowFilter
  /** Title of what the rows are of. */
  readonly rowsOf: string
  /** Module that the keys are ids of; the labels name them. */
  readonly to?: string
  readonly measures: readonly MeasureColumn[]
  readonly rows: readonly AggregateRow[]
}

/** Rows as figures; their totals are the sums of what can be added. */
function figures({ module, filter = {}, rowsOf, to, measures, rows }: Table): FigureAnswer {
  const total = (index: number): Figure =>
    measures[index]!.kind === 'average' ? null : rows.reduce((sum, { values }) => sum + Number(values[index] ?? 0), 0)
  return {
    module,
    filter,
    names: measures.map(({ key }) => key),
    groups: [{ key: rowsOf, title: rowsOf, type: to ? 'reference' : 'text', ...(to ? { to } : {}) }],
    measures,
    rows,
    total_groups: rows.length,
    totals: { values: measures.map((_, index) => total(index)) },
  }
}

interface Line {
  readonly key: string | number | null
  readonly label?: string | null
  readonly values: readonly Figure[]
  readonly filter?: RowFilter
  readonly filters?: readonly (RowFilter | null)[]
  readonly module?: string
}
const line = ({ key, label = null, filter = {}, ...rest }: Line): AggregateRow => ({ keys: [key], labels: [label], filter, ...rest })

const nameIn = (reference: unknown): string | null => ((reference as Row | null)?.name as string | undefined) ?? null
const isNone = (field: string, id: unknown): RowFilter => (id === null ? { [field]: { null: true } } : { [field]: Number(id) })

/** The same day of an earlier year; the 28th of February where that year has no 29th. */
const yearsBefore = (today: string, years: number): string => addMonths(today, -12 * years)
const bornAt = (today: string, from: number, to: number): RowFilter => ({
  birth_at: { gte: addDays(yearsBefore(today, to + 1), 1), lte: yearsBefore(today, from) },
})
const inYear = (field: string, year: number, today: string): RowFilter => {
  const end = `${year}-12-31`
  return { [field]: { gte: `${year}-01-01`, lte: end < today ? end : today } }
}

const PERSON: readonly TileColumn[] = [{ path: 'full_name', title: 'Full name', type: 'text' }]
const NOTE: TileColumn = { path: 'department.name', title: 'Department', type: 'text' }

/** People with a note and a date. */
function people(rows: readonly Row[], date: string, more: readonly TileColumn[], note: (row: Row) => unknown): RecordsAnswer {
  return {
    module: 'employee',
    filter: {},
    columns: [...PERSON, ...more, { path: date, title: 'Date', type: 'date' }],
    rows: rows.map(
      (row): TileRecord => ({
        id: Number(row.employee_id),
        values: [nameIn(row.employee), ...(more.length ? [note(row)] : []), row[date]],
      }),
    ),
    total: 0,
  }
}

const attrition = (field: string | undefined, to: string) => (rows: readonly Row[], today: string) =>
  figures({
    module: 'employee',
    rowsOf: 'name',
    to,
    measures: [percent('rate'), count('separated'), count('headcount')],
    rows: rows.map(({ id, name, rate, separated, headcount }) =>
      line({
        key: id === null ? null : Number(id),
        label: (name as string) || null,
        values: [Number(rate), Number(separated), Number(headcount)],
        // There is no list of employees whose time zone comes from their team or branch.
        ...(field && separated
          ? { filter: { ...isNone(field, id), ...inYear('date_separated', Number(today.slice(0, 4)), today) } }
          : { filters: [null] }),
      }),
    ),
  })

/** How the rows of each widget become a tile. */
const TILES = {
  total_newly_hired: (value: number, today: string) =>
    figures({
      module: 'employee',
      filter: { date_hired: { gte: addDays(today, -30), lte: today } },
      rowsOf: 'all',
      measures: [count('count')],
      rows: [line({ key: null, values: [value] })],
    }),
  bday_corner: (rows: Row[]) => people(rows, 'date', [NOTE], (row) => nameIn(row.department)),
  anniv_corner: (rows: Row[]) => people(rows, 'date', [{ path: 'years', title: 'Years', type: 'integer' }], (row) => row.years),
  todayEscalation: (rows: Row[]): RecordsAnswer => ({
    module: 'escalation_and_concern',
    filter: {},
    columns: [
      { path: 'subject', title: 'Subject', type: 'text' },
      { path: 'employee', title: 'Employee', type: 'text' },
    ],
    rows: rows.map((row) => ({ id: Number(row.id), values: [row.title, nameIn(row.employee)] })),
    total: 0,
  }),
  attrition_by_timezone: attrition(undefined, 'time_zone'),
  attrition_by_departments: attrition('department_id', 'department'),
  attrition_by_teams: attrition('team_id', 'team'),
  population_pyramid: (rows: Row[], today: string) =>
    figures({
      module: 'employee',
      filter: { status: 'active' },
      rowsOf: 'age',
      measures: [count('male'), count('female')],
      rows: [...rows].reverse().map(({ age_from, age_to, male, female }) => {
        const age = bornAt(today, Number(age_from), Number(age_to))
        return line({
          key: `${age_from}–${age_to}`,
          values: [Number(male), Number(female)],
          filters: [
            { ...age, gender: 'Male' },
            { ...age, gender: 'Female' },
          ],
        })
      }),
    }),
  pending_filing_request: (rows: Row[]) =>
    figures({
      module: '',
      rowsOf: 'filing',
      measures: [count('count')],
      rows: rows.map(({ module, title, count: number }) =>
        line({ key: String(module), label: String(title), values: [Number(number)], module: String(module), filter: { status: 'posted' } }),
      ),
    }),
  payroll_expenses: (rows: Row[]) =>
    figures({
      module: 'payroll',
      filter: { status: 'posted' },
      rowsOf: 'month',
      measures: [money('gross'), money('employer')],
      rows: rows.map(({ month, gross, employer }) => {
        const first = `${month}-01`
        return line({
          key: String(month).replace('-', '/'),
          values: [Number(gross), Number(employer)],
          filter: { payout_date: { gte: first, lte: lastOfMonth(first) } },
        })
      }),
    }),
  leave_filing: (rows: Row[], today: string) => {
    const year = { date_from: { gte: `${today.slice(0, 4)}-01-01`, lte: `${today.slice(0, 4)}-12-31` } }
    return figures({
      module: 'leave_filing',
      filter: year,
      rowsOf: 'leave_type_id',
      to: 'leave_type',
      measures: [
        { key: 'approved', kind: 'sum', type: 'quantity', scale: 2 },
        { key: 'pending', kind: 'sum', type: 'quantity', scale: 2 },
      ],
      rows: rows.map(({ leave_type_id, leave_type, approved_days, pending_days }) =>
        line({
          key: leave_type_id as number | null,
          label: nameIn(leave_type),
          values: [Number(approved_days), Number(pending_days)],
          filters: [
            { ...isNone('leave_type_id', leave_type_id), status: { in: 'approved,processed' } },
            { ...isNone('leave_type_id', leave_type_id), status: 'posted' },
          ],
        }),
      ),
    })
  },
  break_status: (rows: Row[], today: string) =>
    figures({
      module: 'break_status',
      rowsOf: 'status',
      measures: [count('people')],
      rows: rows.map(({ status, count: number }) =>
        line({
          key: String(status),
          values: [Number(number)],
          filters: [status === 'on_break' ? { status: 'on_break', date: { gte: today, lte: today } } : null],
        }),
      ),
    }),
  year_employees: (rows: Row[], today: string) =>
    figures({
      module: 'employee',
      rowsOf: 'year',
      measures: [count('headcount'), count('hired'), count('separated')],
      rows: rows.map(({ year, headcount, hired, separated }) =>
        line({
          key: String(year),
          values: [Number(headcount), Number(hired), Number(separated)],
          filters: [null, inYear('date_hired', Number(year), today), inYear('date_separated', Number(year), today)],
        }),
      ),
    }),
  get_employment_details_completion: (rows: Row[]) =>
    figures({
      module: 'employee',
      filter: { status: 'active' },
      rowsOf: 'section',
      measures: [percent('percent'), count('complete'), count('total')],
      rows: rows.map(({ section, percent: share, complete, total, fields }) => {
        const names = fields as string[]
        return line({
          key: String(section),
          values: [Number(share), Number(complete), Number(total)],
          // The employee list cannot filter by values of other records.
          ...(names.length ? { filter: Object.fromEntries(names.map((name) => [name, { null: false }])) } : { filters: [null] }),
        })
      }),
    }),
} satisfies Partial<Record<keyof typeof TALENT_WIDGETS, unknown>>

type TileName = keyof typeof TILES

/** What a widget of the talent dashboard says, for a tile; null for those who may not see what it is counted from. */
export const talentTile: Handler = {
  name: 'talent.tile',
  params: { type: 'object', required: ['name'], additionalProperties: false, properties: { name: { enum: Object.keys(TILES) } } },
  run: async (ctx: Ctx, _module, _request, params): Promise<TileContent | null> => {
    const { name } = params as { name: TileName }
    const widget = TALENT_WIDGETS[name]
    if (!allowed(ctx, widget.needs)) return null
    const rows = await widget.read(new Reading(ctx))
    const make = TILES[name] as (rows: unknown, today: string) => FigureAnswer | RecordsAnswer
    const content = make(rows, ctx.clock.today(ctx.company.time_zone))
    return 'columns' in content ? { records: content } : content
  },
}
