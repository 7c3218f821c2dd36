import { queryOptions } from '@tanstack/react-query'
import type { Row } from '../../../engine/model/module.ts'
import { call, get, type Pagination, put } from '../../api/client.ts'
import { queryClient, sessionQuery } from '../../api/queries.ts'

export const VISIBILITIES = ['only_me', 'team', 'everyone'] as const
export type Visibility = (typeof VISIBILITIES)[number]

export interface Profile {
  id: number
  name: string
  first_name: string | null
  last_name: string | null
  gender: string | null
  birth_at: string | null
  mobile: string | null
  email: string | null
  username?: string
  avatar_url?: string | null
  privacy?: readonly { field: string; visibility: Visibility }[]
}

export const profileQuery = (id: number | undefined) =>
  queryOptions({
    queryKey: ['profile', id],
    queryFn: ({ signal }) => get<Profile>(`profile/${id}`, undefined, signal),
    enabled: id !== undefined,
  })

/** After a change of the profile, refreshes it and the header, which shows name and picture. */
export const refreshProfile = (): Promise<unknown> =>
  Promise.all([
    queryClient.invalidateQueries({ queryKey: ['profile'] }),
    queryClient.invalidateQueries({ queryKey: sessionQuery.queryKey }),
  ])

export const saveProfile = async (id: number, changes: object): Promise<void> => {
  await put(`profile/${id}`, changes)
  await refreshProfile()
}

/** Rows of a table and how many there are. */
export interface Rows {
  rows: readonly Row[]
  total: number
}
const page = async (path: string, params: Record<string, string | number>, signal: AbortSignal): Promise<Rows> => {
  const { data, pagination } = (await call<Row[] | { data: Row[]; pagination?: Pagination }>('get', path, { params, signal })) as {
    data: Row[] | { data: Row[] }
    pagination?: Pagination
  }
  const rows = Array.isArray(data) ? data : data.data
  return { rows, total: pagination?.total ?? rows.length }
}

/** The user's own devices or logins: users who can see everyone's also see only their own here. */
export const ownRowsQuery = (module: 'user_device' | 'recent_logins', user: number | undefined, number: number, limit: number) =>
  queryOptions({
    queryKey: ['account', module, user, number, limit],
    queryFn: ({ signal }) => page(`${module}/paginate`, { 'filter[user_id]': user!, page: number, limit }, signal),
    enabled: user !== undefined,
  })

const filesQuery = (path: string) =>
  queryOptions({
    queryKey: ['account', path],
    queryFn: ({ signal }) => get<Row[]>(path, undefined, signal),
  })
/** The user's files that are shared with others. */
export const sharedByMeQuery = filesQuery('media/get-files/shared')
/** Others' files that are shared with the user. */
export const sharedWithMeQuery = filesQuery('media/get-shared-public-files')

/** The licence of the instance; undefined where none is known. */
export const instanceQuery = queryOptions({
  queryKey: ['account', 'instance'],
  queryFn: async ({ signal }) => (await page('instance/paginate', {}, signal)).rows[0] ?? null,
  retry: false,
})
