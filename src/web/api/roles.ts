import { queryOptions } from '@tanstack/react-query'
import { get } from './client.ts'

/** The module of the roles of users. */
export const ROLES = 'user_role'

interface RoleChoice {
  readonly code: string
  readonly name: string
}

/** The roles to choose from, for users who maintain them. */
export const rolesQuery = queryOptions({
  queryKey: ['records', ROLES, 'dropdown', 'all'],
  queryFn: ({ signal }) => get<RoleChoice[]>(`${ROLES}/dropdown`, { limit: 100 }, signal),
})
