import { queryOptions, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { Module, Row } from '../../../engine/model/module.ts'
import { get, type Params } from '../../api/client.ts'
import { listQuery } from '../../api/queries.ts'
import { MOST } from '../calendar/entries.ts'
import { type ListState, queryParams } from '../index/url-state.ts'
import { periodsOf } from './cards.ts'

/** Periods of a year that have no record yet; what happens to the records reads them anew. */
export const expectedQuery = (module: Module, year: number) =>
  queryOptions({
    queryKey: ['records', module.name, 'expected', year],
    queryFn: ({ signal }) => get<Row[]>(`${module.name}/${module.periods!.expects!}`, { year }, signal),
    enabled: module.periods?.expects !== undefined,
  })

/** The periods of the year with their cards, within the search and filters of the list. */
export function useCards(module: Module, state: ListState, year: number) {
  const ofYear = module.periods!.of === 'year' ? {} : { 'filter[year]': String(year) }
  const params: Params = { ...queryParams(state), ...ofYear, page: 1, limit: MOST }
  const list = useQuery(listQuery(module.name, params))
  const lacking = useQuery(expectedQuery(module, year))
  const rows = list.data?.rows
  const expected = lacking.data
  const shown = useMemo(
    () => periodsOf(module, rows ?? [], expected ?? [], { search: state.search, filters: state.filters }),
    [module, rows, expected, state.search, state.filters],
  )
  return {
    shown,
    count: rows?.length ?? 0,
    total: list.data?.pagination.total ?? 0,
    error: list.error ?? lacking.error,
    loading: list.isPending || list.isPlaceholderData || lacking.isLoading,
    retry: () => Promise.all([list.refetch(), lacking.refetch()]),
  }
}
