/** The declarations of the loaded packages: applications, settings, roles. Services find them as `services.product`. */
import type { LineTemplate, WorkflowTemplate } from '../../engine/model/descriptor.generated.ts'
import type { AccountRole, SettingEntry } from '../../engine/model/registries.ts'
import type { Rule } from './rules.ts'

/** An entry of the application switcher. */
export interface Application {
  readonly name: string
  readonly title: string
  readonly description: string
  readonly icon: string
  readonly color: string
  /** The order of its menu groups; others follow by name. */
  readonly groups: readonly string[]
  readonly order: number
  readonly release: string
  /** How its menu is laid out in new companies. */
  readonly menu: 'left' | 'overlay' | 'hidden'
}

/** The rights of a role: modules by pattern, with permission codes. */
export interface RoleRule {
  /** `*`, a module, `application:procurement` or `group:procurement/Master Files`. */
  readonly on: readonly string[]
  /** Modules of `on` that the rule leaves out. */
  readonly except?: readonly string[]
  readonly codes: readonly string[] | '*'
}
export interface RoleTemplate {
  readonly code: string
  readonly name: string
  /** Applications that the role enters, in this order; `*` for all. */
  readonly applications: readonly string[]
  readonly rules: readonly RoleRule[]
  readonly access?: readonly string[]
}

/** A package as companies remember it. */
interface PackageFacts {
  readonly name: string
  readonly version: string
  /** It is shipped with the product. */
  readonly shipped: boolean
  readonly folder: string
  /** Folders of its descriptors. */
  readonly modules: readonly string[]
  /** Names of its applications and codes of its roles. */
  readonly applications: readonly string[]
  readonly roles: readonly string[]
}

/** What packages add to the templates and account roles that descriptors name. */
interface PackageVocabulary {
  readonly accountRoles: readonly AccountRole[]
  readonly lineTemplates: Readonly<Record<string, LineTemplate>>
  readonly workflowTemplates: Readonly<Record<string, WorkflowTemplate>>
}

export interface ProductFacts {
  readonly packages: readonly PackageFacts[]
  /** In the order of the switcher. */
  readonly applications: readonly Application[]
  readonly settings: readonly SettingEntry[]
  readonly roles: readonly RoleTemplate[]
  /** Rules that features of packages refuse by. */
  readonly rules: Readonly<Record<string, Rule>>
  readonly vocabulary: PackageVocabulary
}
