import { type FeatureScreens, lazyScreen, type ModuleScreens } from '../../routing/module-screens.ts'

export const screens: FeatureScreens = {
  employee_portal_dashboard: { index: lazyScreen(() => import('./portal/PortalDashboard.tsx')) },
}

/** The screen of dashboards that their descriptors declare. */
export const declaredDashboard: ModuleScreens = { index: lazyScreen(() => import('./tiles/TileDashboard.tsx')) }
