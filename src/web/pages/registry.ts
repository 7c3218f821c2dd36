/**
 * Modules whose screens are written by hand, by name. A module that is not here, or leaves a screen out,
 * has the generic one. Only the names load at first; the screens load when they are opened.
 */
import { type ComponentType, type LazyExoticComponent, lazy } from 'react'
import { withinTime } from '../shell/chunk.ts'

export type Screen = LazyExoticComponent<ComponentType>

/** A further page of a record at `{module}/{id}/{path}`; its record links to it. */
export interface RecordScreen {
  readonly path: string
  /** In words, as the link says it; translated like the words of a descriptor. */
  readonly title: string
  /** Permission code that the link asks for. */
  readonly code: string
  readonly screen: Screen
}

export interface ModuleScreens {
  /** In place of the list. */
  readonly index?: Screen
  /** In place of the view of a record. */
  readonly view?: Screen
  readonly pages?: readonly RecordScreen[]
}

const later = (load: () => Promise<{ default: ComponentType }>): Screen => lazy(withinTime(load))

const REGISTRY: Readonly<Record<string, ModuleScreens>> = {
  application: {
    pages: [
      { path: 'navigation', title: 'Menu and layout', code: 'edit', screen: later(() => import('./admin/navigation/NavigationPage.tsx')) },
    ],
  },
  audit_trail: { view: later(() => import('./admin/audit/AuditView.tsx')) },
  command_dashboard: { index: later(() => import('./dashboards/CommandDashboard.tsx')) },
  developer_console: { index: later(() => import('./admin/developer/Console.tsx')) },
  employee_portal_dashboard: { index: later(() => import('./dashboards/portal/PortalDashboard.tsx')) },
  employee_profile: { index: later(() => import('./people/EmployeeProfile.tsx')) },
  features: { index: later(() => import('./admin/features/Features.tsx')) },
  instance: { index: later(() => import('./admin/instance/Instance.tsx')) },
  media_file: { index: later(() => import('./media/MediaPage.tsx')) },
  payroll: { view: later(() => import('./payroll/PayrollView.tsx')) },
  payslip: { view: later(() => import('./payroll/PayslipView.tsx')) },
  settings: { index: later(() => import('./admin/settings/Settings.tsx')) },
  system_backup: { index: later(() => import('./admin/backups/Backups.tsx')) },
  talent_dashboard: { index: later(() => import('./dashboards/talent/TalentDashboard.tsx')) },
  user: { pages: [{ path: 'access', title: 'Access', code: 'edit', screen: later(() => import('./admin/access/UserAccess.tsx')) }] },
  user_role: { pages: [{ path: 'access', title: 'Access', code: 'edit', screen: later(() => import('./admin/access/RoleAccess.tsx')) }] },
}

export const screensOf = (module: string): ModuleScreens => REGISTRY[module] ?? {}
