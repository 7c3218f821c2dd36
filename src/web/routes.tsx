import { createBrowserRouter, Navigate, type RouteObject } from 'react-router-dom'
import { accountRoutes } from './pages/account/routes.tsx'
import { RouteError } from './pages/RouteError.tsx'
import { Frame } from './shell/Frame.tsx'
import { type Loader, lazily } from './shell/lazily.tsx'
import { ModuleScreen, RecordPage } from './shell/ModuleScreen.tsx'
import { shortRoutes } from './short-routes.tsx'

const viewPage: Loader = () => import('./shell/ModuleView.tsx')
const formPage: Loader = () => import('./records/form/FormPage.tsx')

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
