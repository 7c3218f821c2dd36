import { createBrowserRouter, type RouteObject } from 'react-router-dom'
import { RouteError } from './pages/RouteError.tsx'
import { Frame } from './shell/Frame.tsx'
import { ModuleScreen, RecordPage } from './shell/ModuleScreen.tsx'

type Loader = () => Promise<{ default: React.ComponentType }>
const lazily = (load: Loader) => ({
  lazy: async () => ({ Component: (await load()).default }),
  errorElement: <RouteError />,
})

const viewPage: Loader = () => import('./records/view/ViewPage.tsx')
const formPage: Loader = () => import('./records/form/FormPage.tsx')

/** One table of routes; the screens of every module are the same four, loaded when first opened. */
export const routes: RouteObject[] = [
  {
    path: '/',
    element: <Frame />,
    HydrateFallback: () => null,
    errorElement: <RouteError />,
    children: [
      { index: true, ...lazily(() => import('./pages/Home.tsx')) },
      { path: 'problems', ...lazily(() => import('./pages/Problems.tsx')) },
      { path: ':application', ...lazily(() => import('./pages/ApplicationHome.tsx')) },
      {
        path: ':application/:module',
        element: <ModuleScreen />,
        errorElement: <RouteError />,
        children: [
          { index: true, ...lazily(() => import('./records/index/IndexPage.tsx')) },
          {
            element: <RecordPage />,
            children: [
              { path: 'new', ...lazily(formPage) },
              { path: 'edit/:id', ...lazily(formPage) },
              { path: 'view/:id', ...lazily(viewPage) },
              { path: ':id', ...lazily(viewPage) },
            ],
          },
        ],
      },
    ],
  },
]

export const createRouter = () => createBrowserRouter(routes)
