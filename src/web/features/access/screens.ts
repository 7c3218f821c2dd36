import { type FeatureScreens, lazyScreen } from '../../routing/module-screens.ts'

export const screens: FeatureScreens = {
  application: {
    pages: [
      {
        path: 'navigation',
        title: 'Menu and layout',
        code: 'edit',
        screen: lazyScreen(() => import('./navigation/NavigationPage.tsx')),
      },
    ],
  },
  user: { pages: [{ path: 'access', title: 'Access', code: 'edit', screen: lazyScreen(() => import('./UserAccess.tsx')) }] },
  user_role: { pages: [{ path: 'access', title: 'Access', code: 'edit', screen: lazyScreen(() => import('./RoleAccess.tsx')) }] },
}
