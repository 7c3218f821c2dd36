import { createBrowserRouter, Navigate, type RouteObject } from 'react-router-dom'
import { accountRoutes } from './pages/account/routes.tsx'
import { RouteError } from './pages/RouteError.tsx'
import { withinTime } from './shell/chunk.ts'
import { Frame } from './shell/Frame.tsx'
import { ModuleScreen, RecordPage } from './shell/ModuleScreen.tsx'

type Loader = () => Promise<{ default: React.ComponentType }>
const lazily = (load: Loader) => ({
  lazy: async () => ({ Component: (await withinTime(load)()).default }),
  errorElement: <RouteError />,
})

const viewPage: Loader = () => import('./shell/ModuleView.tsx')
const formPage: Loader = () => import('./records/form/FormPage.tsx')

/** Addresses of the specification that are shorter than the modules they lead to. */
const SHORT: Readonly<Record<string, string>> = {
  'employee_portal/dashboard': 'employee_portal_dashboard',
  'employee_portal/profile': 'employee_profile',
  'employee_portal/myTeam': 'my_team',
}
const shortRoutes: RouteObject[] = Object.entries(SHORT).map(([path, module]) => ({
  path,
  element: <Navigate to={`/${path.split('/')[0]}/${module}`} replace />,
}))

/** One table of routes; the screens of every module are the same few, loaded when first opened; `pages/registry.ts` names those written by hand. */
export const routes: RouteObject[] = [
  {
    path: '/',
    element: <Frame />,
    HydrateFallback: () => null,
    errorElement: <RouteError />,
    children: [
      { index: true, ...lazily(() => import('./pages/Home.tsx')) },
      accountRoutes,
      { path: 'problems', ...lazily(() => import('./pages/Problems.tsx')) },
      { path: 'help', ...lazily(() => import('./pages/Help.tsx')) },
      { path: 'me/notification', ...lazily(() => import('./pages/NotificationList.tsx')) },
      { path: ':application', ...lazily(() => import('./pages/ApplicationHome.tsx')) },
      // The way in of an application: without a session it has led over the sign-in page already.
      { path: ':application/login', element: <Navigate to=".." relative="path" replace /> },
      ...shortRoutes,
      {
        path: ':application/:module',
        element: <ModuleScreen />,
        errorElement: <RouteError />,
        children: [
          { index: true, ...lazily(() => import('./shell/ModuleIndex.tsx')) },
          {
            element: <RecordPage />,
            children: [
              { path: 'new', ...lazily(formPage) },
              { path: 'edit/:id', ...lazily(formPage) },
              { path: 'view/:id', ...lazily(viewPage) },
              { path: ':id', ...lazily(viewPage) },
              { path: ':id/:page', ...lazily(() => import('./shell/ModulePage.tsx')) },
            ],
          },
        ],
      },
    ],
  },
]

export const createRouter = () => createBrowserRouter(routes)
