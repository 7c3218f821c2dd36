/** Figures of a list as its layouts ask for them. */
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query'
import type { Aggregate, GroupColumn, MeasureColumn } from '../../../engine/model/aggregate.ts'
import { file, get, type Params, save } from '../../api/client.ts'
import { label } from '../../i18n/index.ts'
import { toastError } from '../../ui/toast.ts'
import { type ListState, queryParams } from '../index/url-state.ts'
import { type FiguresKey, t } from './text.ts'

interface FigureRequest {
  readonly group: readonly string[]
  readonly measure: readonly string[]
  readonly sort?: string
  readonly limit?: number
  readonly others?: boolean
}

/** The parameters of the call; rows, filters, search and window are those of the list. */
function figureParams(state: Pick<ListState, 'search' | 'filters' | 'all'>, request: FigureRequest): Params {
  const { sort: _order, ...list } = queryParams({ ...state, page: 1, limit: 10, sort: '' })
  const { group, measure, sort, limit, others } = request
  return {
    ...list,
    ...(group.length && { group: group.join(',') }),
    measure: measure.join(','),
    totals: '1',
    ...(sort && { sort }),
    ...(limit && { limit: String(limit) }),
    ...(others && { others: '1' }),
  }
}

const figuresQuery = (module: string, params: Params) =>
  queryOptions({
    // Beneath the module's records: what changes them changes their figures.
    queryKey: ['records', module, 'aggregate', params],
    queryFn: ({ signal }) => get<Aggregate>(`${module}/aggregate`, params, signal),
    placeholderData: keepPreviousData,
    retry: false,
  })

export const useFigures = (module: string, state: ListState, request: FigureRequest, enabled = true) =>
  useQuery({ ...figuresQuery(module, figureParams(state, request)), enabled })

interface Download {
  readonly state: ListState
  readonly request: FigureRequest
  /** Number of groupings, the last ones, that stand over columns. */
  readonly spread: number
  /** Whether groups have their sums above the groups within them. */
  readonly subtotals?: boolean
  readonly format: 'csv' | 'xlsx'
}

/** Downloads the figures as shown. */
export function downloadFigures(module: string, { state, request, spread, subtotals, format }: Download): void {
  const params = { ...figureParams(state, request), spread: String(spread), ...(subtotals && { subtotals: '1' }), format }
  file('get', `${module}/aggregate`, { params }).then(save, toastError)
}

/** The title of a figure in the reader's language. */
export const measureTitle = ({ kind, title, key }: MeasureColumn): string =>
  title === undefined
    ? key === 'count'
      ? t('figures.count')
      : t('figures.countOf', { lines: key.split(':')[1] ?? '' })
    : t(`figures.${kind}` as FiguresKey, { field: fieldTitle(title) })

/** A path of titles (`Items · Item`) in the reader's language. */
export const fieldTitle = (title: string): string => title.split(' · ').map(label).join(' · ')
export const groupTitle = ({ title, unit }: GroupColumn): string =>
  unit && unit !== 'day' ? t(unit === 'quarter' ? 'figures.ofQuarter' : `figures.${unit}`, { field: fieldTitle(title) }) : fieldTitle(title)
