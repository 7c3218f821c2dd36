/**
 * The rights of the roles that new companies have: `schemas/roles.json`, and what packages add. A rule names modules (by
 * name, application or `application/group`) and the permission codes granted there; `*` means every code of the module. An
 * application or group means the modules that belong to it, not those that its menu only links to (`alsoIn`): these are
 * named one by one.
 */
import product from '../../../schemas/roles.json' with { type: 'json' }
import schema from '../../../schemas/roles.schema.json' with { type: 'json' }
import { checkStructure } from '../../engine/index.ts'
import type { JsonSchema, Module, ModuleSet } from '../../engine/model/module.ts'
import { didYouMean } from '../../engine/runtime/expressions/hint.ts'
import { codesOf } from '../../engine/runtime/permissions/index.ts'
import type { RoleRule, RoleTemplate } from '../platform/product.ts'

/** A role as a file has it: names in capitals stand for shared codes and rules. */
export interface RoleEntry extends Omit<RoleTemplate, 'name' | 'applications' | 'rules'> {
  /** Of a new role; without it the role exists and is granted more. */
  readonly name?: string
  readonly applications?: readonly string[]
  readonly rules: readonly (RoleRule | string)[]
}
/** A new role, or further grants for one that exists (then without name). */
export type RoleGrants = Omit<RoleTemplate, 'name'> & { readonly name?: string }

/** The schema of a list of roles, as packages have it. */
export const ROLES_SCHEMA = { $ref: '#/$defs/roles', $defs: schema.$defs }

const findings = checkStructure(schema as JsonSchema, product, schema as JsonSchema)
if (findings.length)
  throw new Error(
    findings.map(({ pointer, message, hint = '' }) => `schemas/roles.json ${pointer}: ${message} ${hint}`.trimEnd()).join('\n'),
  )

const sharedCodes = new Map<string, readonly string[]>(Object.entries(product.codes))
const sharedRules = new Map<string, RoleRule>(Object.entries(product.rules))

/** A name in capitals that stands for something shared; throws an Error that names the nearest ones. */
function shared<T>(values: ReadonlyMap<string, T>, name: string, what: string): T {
  const value = values.get(name)
  if (value === undefined) throw new Error(`There are no ${what} named "${name}". ${didYouMean(name, values.keys()) ?? ''}`.trimEnd())
  return value
}
const codesFrom = (codes: readonly string[]): string[] =>
  codes.flatMap((code) => (/^[A-Z]/.test(code) ? codesFrom(shared(sharedCodes, code, 'permission codes')) : [code]))

/** A role of a file with its shared codes and rules in place. Throws an Error about a name that stands for nothing. */
export function roleOf({ rules, applications = [], ...role }: RoleEntry): RoleGrants {
  const plain = rules.map((rule) => (typeof rule === 'string' ? shared(sharedRules, rule, 'rules') : rule))
  return { ...role, applications, rules: plain.map(({ codes, ...rule }) => ({ ...rule, codes: codes === '*' ? codes : codesFrom(codes) })) }
}

export const ROLE_TEMPLATES: readonly RoleTemplate[] = (product.roles as readonly RoleEntry[]).map((role) => {
  const { name, ...grants } = roleOf(role)
  if (!name) throw new Error(`schemas/roles.json: the role "${role.code}" has no name.`)
  return { ...grants, name }
})

/** Demo user → role code; first names and surnames are those on screen. */
export const DEMO_USERS: readonly { username: string; role: string; first_name: string; last_name: string }[] = [
  { username: 'admin', role: 'ADMIN', first_name: 'Andrea', last_name: 'Santos' },
  { username: 'hr', role: 'HR', first_name: 'Helena', last_name: 'Ramos' },
  { username: 'payroll', role: 'PAYROLL', first_name: 'Paolo', last_name: 'Reyes' },
  { username: 'timekeeper', role: 'TIMEKEEPER', first_name: 'Tomas', last_name: 'Katigbak' },
  { username: 'approver', role: 'APPROVER', first_name: 'Aurora', last_name: 'Villanueva' },
  { username: 'employee', role: 'EMPLOYEE', first_name: 'Emilio', last_name: 'Mendoza' },
  { username: 'buyer', role: 'BUYER', first_name: 'Bianca', last_name: 'Uy' },
  { username: 'warehouse', role: 'WAREHOUSE', first_name: 'Wilfredo', last_name: 'Hizon' },
  { username: 'sales', role: 'SALES', first_name: 'Selina', last_name: 'Aquino' },
  { username: 'cashier', role: 'CASHIER', first_name: 'Carmela', last_name: 'Castro' },
  { username: 'accountant', role: 'ACCOUNTANT', first_name: 'Arturo', last_name: 'Cruz' },
  { username: 'auditor', role: 'AUDITOR', first_name: 'Adela', last_name: 'Tan' },
  { username: 'developer', role: 'DEVELOPER', first_name: 'Diego', last_name: 'Lim' },
]

/** Whether a rule's pattern names the module. */
export function matches(module: Module, pattern: string): boolean {
  if (pattern === '*') return true
  const [kind, rest] = pattern.split(':') as [string, string | undefined]
  if (!rest) return module.name === pattern
  // A module that another application only links to is not granted with that application: payroll is in the menu of
  // Financial, but the accountant has no access to it.
  if (kind === 'application') return module.application === rest
  return `${module.application}/${module.group}` === rest
}

/** Module → codes for a role, the union over its rules. */
export function grantsOf(role: RoleTemplate, modules: ModuleSet): Map<string, string[]> {
  const grants = new Map<string, string[]>()
  for (const module of modules.values()) {
    const known = codesOf(module)
    const codes = new Set<string>()
    for (const rule of role.rules) {
      if (!rule.on.some((pattern) => matches(module, pattern)) || rule.except?.includes(module.name)) continue
      for (const code of rule.codes === '*' ? known : rule.codes) if (known.includes(code)) codes.add(code)
    }
    if (codes.size > 0) grants.set(module.name, [...codes])
  }
  return grants
}
