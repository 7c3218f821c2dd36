import { type FeatureScreens, lazyScreen } from '../../routing/module-screens.ts'

export const screens: FeatureScreens = {
  system_backup: { index: lazyScreen(() => import('./Backups.tsx')) },
}
