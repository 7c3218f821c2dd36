import { type FeatureScreens, lazyScreen } from '../../routing/module-screens.ts'

export const screens: FeatureScreens = {
  features: { index: lazyScreen(() => import('./features/Features.tsx')) },
  instance: { index: lazyScreen(() => import('./instance/Instance.tsx')) },
  settings: { index: lazyScreen(() => import('./settings/Settings.tsx')) },
}
