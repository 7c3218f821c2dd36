import { createBrowserRouter, Navigate, type RouteObject } from 'react-router-dom'
import { accountRoutes } from '../features/account/routes.tsx'
import { ErrorPage, ModuleNotFound } from '../ui/ErrorPage.tsx'
import { type Loader, lazily } from '../ui/lazily.tsx'
import { RouteError } from '../ui/RouteError.tsx'
import { Frame } from './Frame.tsx'
import { ModuleScreen, RecordPage } from './ModuleScreen.tsx'
import { shortRoutes } from './short-routes.tsx'

const viewPage: Loader = () => import('./ModuleView.tsx')
const formPage: Loader = () => import('../records/form/FormPage.tsx')

/** One table of routes; the screens of every module are the same few, loaded when first opened; `pages/registry.ts` names those written by hand. */
export const routes: RouteObject[] = [
  {
    path: '/',
    element: <Frame />,
    HydrateFallback: () => null,
    errorElement: <RouteError />,
    children: [
      { index: true, ...lazily(() => import('../features/home/Home.tsx')) },
      accountRoutes,
      { path: 'problems', ...lazily(() => import('../features/problems/Problems.tsx')) },
      { path: 'help', ...lazily(() => import('../features/help/Help.tsx')) },
      { path: 'me/notification', ...lazily(() => import('../features/notifications/NotificationList.tsx')) },
      { path: ':application', ...lazily(() => import('../features/home/ApplicationHome.tsx')) },
      // The way in of an application: without a session it has led over the sign-in page already.
      { path: ':application/login', element: <Navigate to=".." relative="path" replace /> },
      ...shortRoutes,
      {
        path: ':application/:module',
        element: <ModuleScreen />,
        errorElement: <RouteError />,
        children: [
          { index: true, ...lazily(() => import('./ModuleIndex.tsx')) },
          {
            element: <RecordPage />,
            children: [
              { path: 'new', ...lazily(formPage) },
              { path: 'edit/:id', ...lazily(formPage) },
              { path: 'view/:id', ...lazily(viewPage) },
              { path: ':id', ...lazily(viewPage) },
              { path: ':id/:page', ...lazily(() => import('./ModulePage.tsx')) },
            ],
          },
        ],
      },
      // Inside of the frame: the menus lead on from an address that nothing has.
      { path: '*', element: <ErrorPage error={new ModuleNotFound()} /> },
    ],
  },
]

export const createRouter = () => createBrowserRouter(routes)
