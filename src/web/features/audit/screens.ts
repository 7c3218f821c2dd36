import { type FeatureScreens, lazyScreen } from '../../routing/module-screens.ts'

export const screens: FeatureScreens = {
  audit_trail: { view: lazyScreen(() => import('./AuditView.tsx')) },
}
