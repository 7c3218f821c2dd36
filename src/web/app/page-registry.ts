/**
 * The features' hand-written screens, by module; those of packages come last and can replace others. Only the names load
 * at first; a screen loads when it is opened.
 */
import { screens as packages } from 'virtual:package-screens'
import type { Module } from '../../engine/model/module.ts'
import { screens as access } from '../features/access/screens.ts'
import { screens as audit } from '../features/audit/screens.ts'
import { screens as backup } from '../features/backup/screens.ts'
import { screens as company } from '../features/company/screens.ts'
import { screens as console } from '../features/console/screens.ts'
import { screens as dashboards, declaredDashboard } from '../features/dashboards/screens.ts'
import { screens as media } from '../features/media/screens.ts'
import { screens as payroll } from '../features/payroll/screens.ts'
import { screens as people } from '../features/people/screens.ts'
import type { FeatureScreens, ModuleScreens } from '../routing/module-screens.ts'

const SCREENS: FeatureScreens = {
  ...access,
  ...audit,
  ...backup,
  ...company,
  ...console,
  ...dashboards,
  ...media,
  ...payroll,
  ...people,
  ...packages,
}

/** The hand-written screens of a module, or those of its declared dashboard; none for most. */
export const screensOf = ({ name, dashboard }: Pick<Module, 'name' | 'dashboard'>): ModuleScreens =>
  SCREENS[name] ?? (dashboard ? declaredDashboard : {})
