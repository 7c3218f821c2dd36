/**
 * Queries of screens, by query key. All data about records of a module is under `['records', module]`, so that one
 * invalidation after a write refreshes lists, records and pickers.
 */
import { keepPreviousData, QueryClient, queryOptions } from '@tanstack/react-query'
import type { Module, Row, SpreadColumn } from '../../engine/model/module.ts'
import { setZone } from '../state/zone.ts'
import { call, get, type Pagination, type Params, VALIDATE } from './client.ts'
import { ApiError } from './errors.ts'
import type { Feature, LookupRow, Navigation, RecordRow, SavedView, Session, Tag } from './types.ts'

const MINUTE = 60_000

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 15_000,
      // A refusal is final; only calls to an unreachable or failing server are repeated.
      retry: (count, error) => count < 2 && !(error instanceof ApiError && error.status >= 400 && error.status < 500),
      refetchOnWindowFocus: true,
    },
  },
})

export const sessionQuery = queryOptions({
  queryKey: ['session'],
  // This response has its parts beside `success`, not under `data`.
  queryFn: async ({ signal }) => {
    const session = (await call<never>('get', VALIDATE, { signal })) as unknown as Session
    // Before anything of the company is drawn.
    setZone(session.company?.time_zone)
    return session
  },
  // Maintenance is a result, not a failure to retry.
  retry: (count, error) =>
    count < 2 && !(error instanceof ApiError && ((error.status >= 400 && error.status < 500) || error.status === 503)),
  staleTime: 5 * MINUTE,
})

/** The features that the company has switched on. */
export const featuresQuery = queryOptions({
  queryKey: ['features'],
  queryFn: ({ signal }) => get<Feature[]>('features/enabled', undefined, signal),
  staleTime: 5 * MINUTE,
})

export const navigationQuery = queryOptions({
  queryKey: ['navigation'],
  queryFn: ({ signal }) => get<Navigation>('meta/navigation', undefined, signal),
  staleTime: 5 * MINUTE,
})

/** The resolved module, without the parts that this user cannot see. */
export const moduleQuery = (name: string) =>
  queryOptions({
    queryKey: ['module', name],
    queryFn: ({ signal }) => get<Module>(`meta/modules/${name}`, undefined, signal),
    staleTime: 5 * MINUTE,
  })

/** Effective-dated tables that a module's expressions look up (`Module.lookups`). */
export const lookupsQuery = (tables: readonly string[]) =>
  queryOptions({
    queryKey: ['lookups', ...tables],
    queryFn: ({ signal }) => get<Record<string, LookupRow[]>>('meta/lookups', { tables: tables.join(',') }, signal),
    enabled: tables.length > 0,
    staleTime: 5 * MINUTE,
  })

export interface ListPage {
  rows: Row[]
  pagination: Pagination
  totals?: Row
  /** Sums of each kind of rows, where amounts of several kinds have no common sum. */
  kinds?: readonly Row[]
  /** Columns in the place of a report's `spread`. */
  columns?: readonly SpreadColumn[]
  /** Columns of a report that say nothing for its parameters. */
  hidden?: readonly string[]
  /** What a report whose figures lead on was asked. */
  parameters?: Row
}

/** A report's page is the result of a handler: all of it is under `data`. */
interface ReportPage extends Partial<Omit<ListPage, 'rows'>> {
  data: Row[]
}
const isReportPage = (data: Row[] | ReportPage): data is ReportPage => !Array.isArray(data)

export const listQuery = (module: string, params: Params) =>
  queryOptions({
    queryKey: ['records', module, 'list', params],
    queryFn: async ({ signal }): Promise<ListPage> => {
      const answer = await call<Row[] | ReportPage>('get', `${module}/paginate`, { params, signal })
      const page: ReportPage = isReportPage(answer.data) ? answer.data : { ...answer, data: answer.data }
      const { data: rows, pagination: paging, totals, kinds, columns, hidden, parameters } = page
      const pagination = paging ?? { page: 1, per_page: rows.length, total: rows.length }
      return {
        rows,
        pagination,
        ...(totals && { totals }),
        ...(kinds && { kinds }),
        ...(columns && { columns }),
        ...(hidden && { hidden }),
        ...(parameters && { parameters }),
      }
    },
    placeholderData: keepPreviousData,
  })

/** A record for reading (`find`) or for editing (`edit`), with its `actions`. */
export const recordQuery = (module: string, id: number, mode: 'find' | 'edit' = 'find') =>
  queryOptions({
    queryKey: ['records', module, mode, id],
    queryFn: ({ signal }) => get<RecordRow>(`${module}/${mode}/${id}`, undefined, signal),
  })

/** Choices of a picker. */
export const dropdownQuery = (module: string, params: Params) =>
  queryOptions({
    queryKey: ['records', module, 'dropdown', params],
    queryFn: ({ signal }) => get<Row[]>(`${module}/dropdown`, params, signal),
    staleTime: MINUTE,
  })

/** Tags that can be put on records of the module, and whether the user can create more of them. */
export const tagsQuery = (module: string) =>
  queryOptions({
    queryKey: ['tags', module],
    queryFn: async ({ signal }) => {
      const answer = await call<Tag[]>('get', `${module}/tags`, { signal })
      return { tags: answer.data, mayCreate: (answer as { may_create?: boolean }).may_create === true }
    },
    staleTime: MINUTE,
  })

export const viewsQuery = (module: string) =>
  queryOptions({
    queryKey: ['views', module],
    queryFn: ({ signal }) => get<SavedView[]>(`${module}/views`, undefined, signal),
    staleTime: MINUTE,
  })

/** After a write: lists, records and pickers of the module are read again. */
export const refreshRecords = (module: string): Promise<void> => queryClient.invalidateQueries({ queryKey: ['records', module] })

/**
 * After a record was deleted: what else is shown of the module is read again. What its page still shows until it is left is
 * only marked as outdated, since reading that would be refused.
 */
export async function refreshAfterDelete(module: string, id: number): Promise<void> {
  const isGone = ({ queryKey }: { readonly queryKey: readonly unknown[] }) => queryKey[3] === id
  await Promise.all([
    queryClient.invalidateQueries({ queryKey: ['records', module], predicate: (query) => !isGone(query) }),
    queryClient.invalidateQueries({ queryKey: ['records', module], predicate: isGone, refetchType: 'none' }),
  ])
}
