import { type FeatureScreens, lazyScreen } from '../../routing/module-screens.ts'

export const screens: FeatureScreens = {
  command_dashboard: { index: lazyScreen(() => import('./CommandDashboard.tsx')) },
  employee_portal_dashboard: { index: lazyScreen(() => import('./portal/PortalDashboard.tsx')) },
  talent_dashboard: { index: lazyScreen(() => import('./talent/TalentDashboard.tsx')) },
}
