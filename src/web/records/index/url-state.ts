/**
 * The state of a list, stored in the address so that Back works and a link can be sent. The names are those of the API:
 * `?page=2&limit=25&sort=-total&search=paper&filter[status][in]=posted,draft&view=3`.
 */
type Operator = 'eq' | 'ne' | 'gt' | 'gte' | 'lt' | 'lte' | 'in' | 'like' | 'null'
/** Conditions on one field; all hold. */
export type Conditions = Partial<Record<Operator, string>>
export type Filters = Readonly<Record<string, Conditions>>

/** Ways to look at the records of a list. */
export const LAYOUTS = [
  'list',
  'grouped',
  'pivot',
  'chart',
  'board',
  'periods',
  'calendar',
  'heatmap',
  'planner',
  'tree',
  'diagram',
] as const
export type Layout = (typeof LAYOUTS)[number]
export const CHART_KINDS = ['bar', 'stacked', 'line', 'area', 'pie'] as const
export type ChartKind = (typeof CHART_KINDS)[number]

export interface ListState {
  readonly page: number
  readonly limit: number
  /** `-transaction_date,id`; empty is the module's own order. */
  readonly sort: string
  readonly search: string
  readonly filters: Filters
  /** The saved view that was applied last. */
  readonly view?: number
  /** The layout of the records, where it differs from the module's default. */
  readonly show?: Layout
  /** What a layout of figures shows, in the names of `GET {module}/aggregate`; groupings of rows and of columns. */
  readonly group?: string
  readonly across?: string
  readonly measure?: string
  readonly chart?: ChartKind
  /** Month of the calendar, `YYYY-MM`, or year of the cards by period; absent or empty: the present one. */
  readonly month?: string
  /** A day of the week that a board of days shows; absent or empty: this one. */
  readonly week?: string
  /** Lists of large modules open on the last year; this lifts the window. */
  readonly all: boolean
}

export const PAGE_SIZES = [10, 25, 50, 100] as const
const DEFAULT_PAGE_SIZE = 10
export const INITIAL: ListState = {
  page: 1,
  limit: DEFAULT_PAGE_SIZE,
  sort: '',
  search: '',
  filters: {},
  all: false,
}

const FILTER = /^filter\[([^\]]+)\](?:\[([a-z]+)\])?$/
const OPERATORS: readonly string[] = ['eq', 'ne', 'gt', 'gte', 'lt', 'lte', 'in', 'like', 'null']

const wholeOf = (text: string | null, fallback: number): number => {
  const value = Number(text)
  return Number.isInteger(value) && value > 0 ? value : fallback
}

const wordOf = <T extends string>(known: readonly T[], text: string | null): T | undefined => known.find((word) => word === text)
/** Parts of the state that are plain words in the address. */
const WORDS = ['group', 'across', 'measure'] as const

/** Parses an address; parts that are not understood get their default. */
export const parseState = (search: URLSearchParams): ListState => {
  const filters: Record<string, Conditions> = {}
  for (const [name, value] of search) {
    const [, field, operator = 'eq'] = FILTER.exec(name) ?? []
    if (field && value && OPERATORS.includes(operator)) filters[field] = { ...filters[field], [operator]: value }
  }
  const limit = wholeOf(search.get('limit'), DEFAULT_PAGE_SIZE)
  const view = wholeOf(search.get('view'), 0)
  const show = wordOf(LAYOUTS, search.get('show'))
  const chart = wordOf(CHART_KINDS, search.get('chart'))
  const month = search.get('month')
  const week = search.get('week')
  const words = Object.fromEntries(WORDS.flatMap((name) => (search.get(name) ? [[name, search.get(name)!]] : [])))
  return {
    page: wholeOf(search.get('page'), 1),
    limit: (PAGE_SIZES as readonly number[]).includes(limit) ? limit : DEFAULT_PAGE_SIZE,
    sort: search.get('sort') ?? '',
    search: search.get('search') ?? '',
    filters,
    all: search.get('window') === 'all',
    ...(view > 0 && { view }),
    ...(show && { show }),
    ...words,
    ...(chart && { chart }),
    ...(month && { month }),
    ...(week && { week }),
  }
}

/** `filter[field][op]` parameters; `eq` needs no operator. */
export const filterParams = (filters: Filters): Record<string, string> => {
  const params: Record<string, string> = {}
  for (const [field, conditions] of Object.entries(filters)) {
    for (const [operator, value] of Object.entries(conditions)) {
      if (value) params[operator === 'eq' ? `filter[${field}]` : `filter[${field}][${operator}]`] = value
    }
  }
  return params
}

/** Query parameters of the call, without paging: shared by the list, export and bulk actions. */
export const queryParams = (state: ListState): Record<string, string> => ({
  ...(state.sort && { sort: state.sort }),
  ...(state.search && { search: state.search }),
  ...(state.all && { window: 'all' }),
  ...filterParams(state.filters),
})

/** The address of a state; defaults are left out, so that a plain list has a plain address. */
export const writeState = (state: ListState): URLSearchParams => {
  const search = new URLSearchParams()
  if (state.page > 1) search.set('page', String(state.page))
  if (state.limit !== DEFAULT_PAGE_SIZE) search.set('limit', String(state.limit))
  for (const [name, value] of Object.entries(queryParams(state))) search.set(name, value)
  if (state.view) search.set('view', String(state.view))
  for (const name of ['show', ...WORDS, 'chart'] as const) if (state[name]) search.set(name, state[name])
  if (state.month) search.set('month', state.month)
  if (state.week) search.set('week', state.week)
  return search
}

/** A filter set to `conditions`, or removed when they are empty. Paging starts over. */
export const withFilter = (state: ListState, field: string, conditions: Conditions): ListState => {
  const { [field]: _replaced, ...others } = state.filters
  const filled = Object.fromEntries(Object.entries(conditions).filter(([, value]) => value))
  return { ...state, page: 1, filters: Object.keys(filled).length > 0 ? { ...others, [field]: filled } : others }
}
