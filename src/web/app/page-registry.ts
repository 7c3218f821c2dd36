/**
 * Modules whose screens are written by hand, by name. A module that is not here, or leaves a screen out,
 * has the generic one. Only the names load at first; the screens load when they are opened.
 */
import { type ComponentType, type LazyExoticComponent, lazy } from 'react'
import { withinTime } from '../ui/chunk.ts'

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
      {
        path: 'navigation',
        title: 'Menu and layout',
        code: 'edit',
        screen: later(() => import('../features/admin/navigation/NavigationPage.tsx')),
      },
    ],
  },
  audit_trail: { view: later(() => import('../features/admin/audit/AuditView.tsx')) },
  command_dashboard: { index: later(() => import('../features/dashboards/CommandDashboard.tsx')) },
  developer_console: { index: later(() => import('../features/admin/developer/Console.tsx')) },
  employee_portal_dashboard: { index: later(() => import('../features/dashboards/portal/PortalDashboard.tsx')) },
  employee_profile: { index: later(() => import('../features/people/EmployeeProfile.tsx')) },
  features: { index: later(() => import('../features/admin/features/Features.tsx')) },
  instance: { index: later(() => import('../features/admin/instance/Instance.tsx')) },
  media_file: { index: later(() => import('../features/media/MediaPage.tsx')) },
  payroll: { view: later(() => import('../features/payroll/PayrollView.tsx')) },
  payslip: { view: later(() => import('../features/payroll/PayslipView.tsx')) },
  settings: { index: later(() => import('../features/admin/settings/Settings.tsx')) },
  system_backup: { index: later(() => import('../features/admin/backups/Backups.tsx')) },
  talent_dashboard: { index: later(() => import('../features/dashboards/talent/TalentDashboard.tsx')) },
  user: {
    pages: [{ path: 'access', title: 'Access', code: 'edit', screen: later(() => import('../features/admin/access/UserAccess.tsx')) }],
  },
  user_role: {
    pages: [{ path: 'access', title: 'Access', code: 'edit', screen: later(() => import('../features/admin/access/RoleAccess.tsx')) }],
  },
}

export const screensOf = (module: string): ModuleScreens => REGISTRY[module] ?? {}
