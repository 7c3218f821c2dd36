import { type FeatureScreens, lazyScreen } from '../../routing/module-screens.ts'

export const screens: FeatureScreens = {
  employee_profile: { index: lazyScreen(() => import('./EmployeeProfile.tsx')) },
}
