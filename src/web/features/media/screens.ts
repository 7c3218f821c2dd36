import { type FeatureScreens, lazyScreen } from '../../routing/module-screens.ts'

export const screens: FeatureScreens = {
  media_file: { index: lazyScreen(() => import('./MediaPage.tsx')) },
}
