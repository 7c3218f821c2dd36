/**
 * The names that a descriptor can refer to, each with the JSON Schema of its parameters. The lists that are data come
 * from `schemas/`; effects, guards, handlers and calculations are code and are passed in by the caller that loads
 * descriptors (server, command line), because the engine knows neither.
 */
import accountRoles from '../../../schemas/account-roles.json' with { type: 'json' }
import icons from '../../../schemas/icons.json' with { type: 'json' }
import lineTemplates from '../../../schemas/line-templates.json' with { type: 'json' }
import settings from '../../../schemas/settings.json' with { type: 'json' }
import workflowTemplates from '../../../schemas/workflow-templates.json' with { type: 'json' }
import type { LineTemplate, WorkflowTemplate } from './descriptor.generated.ts'
import type { Json, JsonSchema } from './module.ts'

/** The engine's view of a calculation: its parameters, and which fields it reads and writes. */
export interface CalculationEntry {
  readonly params: JsonSchema
  /** Names under the given parameters: `header` fields and dotted paths, `row` fields of the child table. */
  fields(params: Readonly<Record<string, unknown>>): {
    readonly reads: { readonly header: readonly string[]; readonly row: readonly string[] }
    readonly writes: { readonly header: readonly string[]; readonly row: readonly string[] }
  }
  /** The calculation itself, where the code is available; postings are then tried on sample records. */
  run?(
    header: Readonly<Record<string, unknown>>,
    rows: readonly Readonly<Record<string, unknown>>[],
    params: Readonly<Record<string, unknown>>,
  ): unknown
}

/** A company setting; `<module>.` at the start of a key means any module. */
export interface SettingEntry {
  readonly key: string
  readonly type: string
  readonly default: Json
  readonly group: string
  readonly label: string
  readonly description: string
  readonly options?: readonly string[]
  /** Limits of a number; `integer`: it is whole. */
  readonly minimum?: number
  readonly maximum?: number
  readonly integer?: boolean
  /** The form of a text or a list: a sender of mails, a web address, a day, the four limits of an aging, brackets of minutes. */
  readonly format?: 'sender' | 'url' | 'date' | 'aging' | 'brackets'
}
export interface AccountRole {
  readonly role: string
  /** Code and name of the account that has it in a new company. */
  readonly code: string
  readonly name: string
  /** The purpose as people choose it; the account's name where it is left out. */
  readonly title?: string
}

type Params = Readonly<Record<string, JsonSchema>>

export interface Registries {
  readonly effects: Params
  readonly guards: Params
  readonly handlers: Params
  /** Save hooks; they take no parameters. */
  readonly hooks: ReadonlySet<string>
  /** Code that returns approval levels; it takes no parameters. */
  readonly approvers: ReadonlySet<string>
  /** Work in batches that transitions name; it takes no parameters. */
  readonly jobs: ReadonlySet<string>
  readonly calculations: Readonly<Record<string, CalculationEntry>>
  readonly accountRoles: ReadonlyMap<string, AccountRole>
  readonly settings: ReadonlyMap<string, SettingEntry>
  readonly icons: ReadonlySet<string>
  readonly lineTemplates: Readonly<Record<string, LineTemplate>>
  readonly workflowTemplates: Readonly<Record<string, WorkflowTemplate>>
  readonly printTemplates: ReadonlySet<string>
  /** Applications, codes of field accesses and of roles, modules with pages of their own; empty where they are not known. */
  readonly applications: ReadonlySet<string>
  readonly access: ReadonlySet<string>
  readonly roles: ReadonlySet<string>
  readonly pages: ReadonlySet<string>
  /**
   * Registries that are absent (a tool without the server's code): their names are not checked.
   * Empty where everything is known.
   */
  readonly unchecked: ReadonlySet<'effects' | 'guards' | 'handlers' | 'hooks' | 'approvers' | 'jobs' | 'calculations'>
}

export interface RegistryParts {
  readonly effects?: Params
  readonly guards?: Params
  readonly handlers?: Params
  readonly hooks?: readonly string[]
  readonly approvers?: readonly string[]
  readonly jobs?: readonly string[]
  readonly calculations?: Readonly<Record<string, CalculationEntry>>
  readonly printTemplates?: readonly string[]
  /** Every setting; those of `schemas/settings.json` where it is left out. */
  readonly settings?: readonly SettingEntry[]
  readonly applications?: readonly string[]
  readonly access?: readonly string[]
  readonly roles?: readonly string[]
  readonly pages?: readonly string[]
  /** What packages add to the lists in `schemas/`. */
  readonly accountRoles?: readonly AccountRole[]
  readonly lineTemplates?: Readonly<Record<string, LineTemplate>>
  readonly workflowTemplates?: Readonly<Record<string, WorkflowTemplate>>
}

/** Registries from the code given and the data in `schemas/`. */
export function createRegistries(parts: RegistryParts = {}): Registries {
  const names = ['effects', 'guards', 'handlers', 'hooks', 'approvers', 'jobs', 'calculations'] as const
  return {
    effects: parts.effects ?? {},
    guards: parts.guards ?? {},
    handlers: parts.handlers ?? {},
    hooks: new Set(parts.hooks),
    approvers: new Set(parts.approvers),
    jobs: new Set(parts.jobs),
    calculations: parts.calculations ?? {},
    accountRoles: new Map([...accountRoles, ...(parts.accountRoles ?? [])].map((entry) => [entry.role, entry])),
    settings: new Map((parts.settings ?? (settings as readonly SettingEntry[])).map((entry) => [entry.key, entry])),
    icons: new Set(icons.names.split(' ')),
    lineTemplates: { ...(lineTemplates as unknown as Record<string, LineTemplate>), ...parts.lineTemplates },
    workflowTemplates: { ...(workflowTemplates as unknown as Record<string, WorkflowTemplate>), ...parts.workflowTemplates },
    printTemplates: new Set(parts.printTemplates ?? ['document', 'check']),
    applications: new Set(parts.applications),
    access: new Set(parts.access),
    roles: new Set(parts.roles),
    pages: new Set(parts.pages),
    unchecked: new Set(names.filter((name) => parts[name] === undefined)),
  }
}
