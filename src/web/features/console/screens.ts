import { type FeatureScreens, lazyScreen } from '../../routing/module-screens.ts'

export const screens: FeatureScreens = {
  developer_console: { index: lazyScreen(() => import('./Console.tsx')) },
}
