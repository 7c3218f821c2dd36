import { Navigate, type RouteObject } from 'react-router-dom'

/** Addresses of the specification that are shorter than the modules they lead to. */
const SHORT: Readonly<Record<string, string>> = {
  'employee_portal/dashboard': 'employee_portal_dashboard',
  'employee_portal/profile': 'employee_profile',
  'employee_portal/myTeam': 'my_team',
}
/** The address of a module whose name is written with hyphens; undefined where it is not. */
export const plainAddress = (application: string, module: string): string | undefined =>
  module.includes('-') ? `/${application}/${module.replaceAll('-', '_')}` : undefined

/** Redirections to modules, and of every application to its dashboard, or else its map. */
export const shortRoutes: RouteObject[] = Object.entries(SHORT)
  .map(([path, module]) => ({
    path,
    element: <Navigate to={`/${path.split('/')[0]}/${module}`} replace />,
  }))
  // The profile is seen and changed on the account pages; its module only holds the data.
  .concat({ path: 'home/profile', element: <Navigate to="/account" replace /> })
  .concat({ path: ':application/dashboard', element: <Navigate to=".." relative="path" replace /> })
