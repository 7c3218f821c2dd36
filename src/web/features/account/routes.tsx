import { Navigate, type RouteObject } from 'react-router-dom'
import { RouteError } from '../../ui/RouteError.tsx'
import { routeName, SECTIONS, type Section } from './sections.ts'

type Loader = () => Promise<{ default: React.ComponentType }>
const lazily = (load: Loader) => ({
  lazy: async () => ({ Component: (await load()).default }),
  errorElement: <RouteError />,
})

const PAGES: Record<Section, Loader> = {
  home: () => import('./Home.tsx'),
  personal: () => import('./Personal.tsx'),
  privacy: () => import('./Privacy.tsx'),
  security: () => import('./Security.tsx'),
  sharing: () => import('./Sharing.tsx'),
  subscription: () => import('./Subscription.tsx'),
}

/** The account area of the signed-in user; each section is a named route. */
export const accountRoutes: RouteObject = {
  path: 'account',
  ...lazily(() => import('./AccountLayout.tsx')),
  children: [
    { index: true, element: <Navigate to="home" replace /> },
    ...SECTIONS.map((section) => ({ id: routeName(section), path: section, ...lazily(PAGES[section]) })),
    { path: ':section/edit/:form', ...lazily(() => import('./EditForm.tsx')) },
    { path: ':section/view/:table', ...lazily(() => import('./ViewTable.tsx')) },
  ],
}
