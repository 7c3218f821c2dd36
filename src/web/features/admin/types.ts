/** Response types of the administration's endpoints. */
import type { Reference } from '../../api/types.ts'

interface AccessModule {
  application_id: number
  module_id: number
  name: string
  title: string
  group: string | null
  /** Every code that the module knows. */
  permission_codes: string[]
  codes: string[]
  is_enabled: boolean
}
/** An account in another company, linked with one here. */
interface CompanyLink {
  id: number
  company: { id: number; code: string; name: string } | null
  username: string | null
  is_active: boolean
  granted_by: string
  confirmed_by: string
}
export interface UserAccess {
  user_id: number
  user: { id: number; name: string; username: string }
  user_role_id: number | null
  is_override: boolean
  applications: { application_id: number; name: string; title: string; is_enabled: boolean }[]
  /** Each module once, in the application where it is granted or at home. */
  modules: (Omit<AccessModule, 'application_id'> & { application_id: number | null; role_codes: string[] })[]
  branches: number[]
  valid_from: string | null
  valid_until: string | null
  remarks: string | null
  /** The accounts in other companies to which the user can switch. */
  companies: CompanyLink[]
  /** The accounts in other companies that can switch to this one. */
  company_sources: CompanyLink[]
  /** The other companies; the caller confirms with a password where they have no account of their own. */
  company_choices: { id: number; code: string; name: string; needs_confirmation: boolean }[]
}
export interface Exception {
  id: number
  module_id: number
  module?: Reference & { title?: string }
  application_id: number | null
  action: string
  effect: 'enable' | 'disable'
  source: string
}
export interface RoleApplication {
  id: number
  application_id: number
  name: string
  title: string
  icon: string | null
  is_enabled: boolean
}
export interface RoleModule extends AccessModule {
  granted: boolean
}
export interface RolePlugin {
  plugin_id: number
  code: string
  name: string
  title: string | null
  is_enabled: boolean
  is_installed: boolean
}
export interface Application {
  id: number
  name: string
  subdomain: string
  title: string
  icon: string | null
  is_active: boolean
}
/** An application with its own menu; an empty one follows the modules. */
export interface ApplicationRecord extends Application {
  layout_header: boolean | null
  layout_top_bar: boolean | null
  layout_footer: boolean | null
  layout_left_menu: boolean | null
  layout_left_menu_overlay: boolean | null
  menu_hidden: boolean | null
  navigation: NavigationEntry[]
}
export interface KnownModule {
  module_id: number
  name: string
  title: string
  group?: string | null
  application_id?: number | null
}
/** An entry of a menu with the data of its module; the menu may be the modules' default one. */
export interface MenuModule {
  module_id: number
  module: string
  title: string
  parent: string | null
  is_module: boolean
  is_report: boolean
}
export interface Feature {
  id: number
  name: string
  title: string
  description: string | null
  enabled: boolean
  installed_at: string | null
}
export type SettingValue = string | number | boolean | null | readonly unknown[] | Readonly<Record<string, unknown>>
export interface Setting {
  group: string
  key: string
  label: string
  type: 'text' | 'number' | 'boolean' | 'select' | 'json' | 'levels'
  value: SettingValue
  default_value: SettingValue
  description: string | null
  options: readonly (string | { value: string; label: string })[] | null
  /** Limits of a number. */
  minimum?: number | null
  maximum?: number | null
  is_integer?: boolean
}
export interface Backup {
  id: number
  name: string
  type: 'full' | 'database' | 'files'
  storage: string | null
  size_bytes: number | null
  checksum: string | null
  status: 'Queued' | 'Running' | 'Done' | 'Failed'
  error: string | null
  created_at?: string
  started_at: string | null
  finished_at: string | null
  requested_by_user?: Reference | null
}
export interface Restored {
  company: { code: string; name: string }
  identical: boolean
  tables: { table: string; rows: number; checksum: string; restored_checksum: string }[]
}
export interface NavigationEntry {
  readonly id: number
  /** Title of its group; null at the top. */
  readonly parent: string | null
  readonly is_module: boolean
  readonly is_report: boolean
  readonly module_id: number | null
  readonly module?: { readonly name: string; readonly title?: string; readonly label?: string } | null
  readonly title: string | null
  readonly icon: string | null
  readonly permission_codes: readonly string[] | null
  readonly sort_order: number | null
}
