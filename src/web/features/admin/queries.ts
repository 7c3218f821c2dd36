/** Queries of the administration, under `['admin', …]`. */
import { queryOptions } from '@tanstack/react-query'
import { get } from '../../api/client.ts'
import { queryClient } from '../../api/queries.ts'
import type {
  Application,
  ApplicationRecord,
  Backup,
  Exception,
  Feature,
  KnownModule,
  MenuModule,
  RoleApplication,
  RoleModule,
  RolePlugin,
  Setting,
  UserAccess,
} from './types.ts'

export const userAccessQuery = (id: number) =>
  queryOptions({
    queryKey: ['admin', 'user-access', id],
    queryFn: ({ signal }) => get<UserAccess>('user/access', { user_id: id }, signal),
  })
export const exceptionsQuery = (id: number) =>
  queryOptions({
    queryKey: ['admin', 'exceptions', id],
    queryFn: ({ signal }) => get<Exception[]>(`user/${id}/permissions`, undefined, signal),
  })

/** Names of the roles by their codes. */
export const rolesQuery = queryOptions({
  queryKey: ['admin', 'roles'],
  queryFn: async ({ signal }) =>
    new Map((await get<{ code: string; name: string }[]>('user_role/dropdown', undefined, signal)).map(({ code, name }) => [code, name])),
})
export const userNameQuery = (id: number) =>
  queryOptions({
    queryKey: ['admin', 'user-name', id],
    queryFn: async ({ signal }) => (await get<{ name: string }>(`user/find/${id}`, undefined, signal)).name,
  })

export const roleApplicationsQuery = (id: number) =>
  queryOptions({
    queryKey: ['admin', 'role', id, 'applications'],
    queryFn: async ({ signal }) => (await get<{ apps: RoleApplication[] }>(`user_role/get_apps/${id}`, undefined, signal)).apps,
  })
export const roleModulesQuery = (id: number, application: number) =>
  queryOptions({
    queryKey: ['admin', 'role', id, 'modules', application],
    queryFn: ({ signal }) => get<RoleModule[]>('user_role/get_modules', { user_role_id: id, application_id: application }, signal),
  })
export const rolePluginsQuery = (id: number) =>
  queryOptions({
    queryKey: ['admin', 'role', id, 'plugins'],
    queryFn: ({ signal }) => get<RolePlugin[]>(`user_role/plugins/${id}`, undefined, signal),
  })
export const roleOverrideQuery = (id: number) =>
  queryOptions({
    queryKey: ['admin', 'role', id, 'override'],
    queryFn: ({ signal }) => get<{ is_override: boolean }>(`user_role/get_override/${id}`, undefined, signal),
  })
export const refreshRole = (id: number): Promise<void> => queryClient.invalidateQueries({ queryKey: ['admin', 'role', id] })

export const applicationsQuery = queryOptions({
  queryKey: ['admin', 'applications'],
  queryFn: ({ signal }) => get<Application[]>('application/lists', undefined, signal),
})
export const applicationQuery = (id: number) =>
  queryOptions({
    queryKey: ['admin', 'application', id],
    queryFn: ({ signal }) => get<ApplicationRecord>(`application/${id}`, undefined, signal),
  })
export const menuModulesQuery = (id: number) =>
  queryOptions({
    queryKey: ['admin', 'application', id, 'modules'],
    queryFn: ({ signal }) => get<MenuModule[]>(`application/${id}/modules`, undefined, signal),
  })
export const allModulesQuery = queryOptions({
  queryKey: ['admin', 'modules'],
  queryFn: ({ signal }) => get<KnownModule[]>('application/allModules', undefined, signal),
})

export const featuresQuery = queryOptions({
  queryKey: ['admin', 'features'],
  queryFn: ({ signal }) => get<Feature[]>('features', undefined, signal),
})
export const settingsQuery = queryOptions({
  queryKey: ['admin', 'settings'],
  queryFn: ({ signal }) => get<Setting[]>('settings', undefined, signal),
})

const AT_WORK_MS = 1000
export const backupsQuery = queryOptions({
  queryKey: ['admin', 'backups'],
  queryFn: ({ signal }) => get<Backup[]>('system_backup', undefined, signal),
  // While a backup is being made, its progress is polled.
  refetchInterval: ({ state }) => (state.data?.some(({ status }) => status === 'Queued' || status === 'Running') ? AT_WORK_MS : false),
})
