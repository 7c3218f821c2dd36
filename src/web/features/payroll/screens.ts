import { type FeatureScreens, lazyScreen } from '../../routing/module-screens.ts'

export const screens: FeatureScreens = {
  payroll: { view: lazyScreen(() => import('./PayrollView.tsx')) },
  payslip: { view: lazyScreen(() => import('./PayslipView.tsx')) },
}
