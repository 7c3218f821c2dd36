/** The rows that a principal can reach: one predicate for list, read, count, export, search, report and realtime. */

import type { Field, Lines, Module, ModuleSet, Principal } from '../../model/module.ts'
import { can, canDo, codeFor, PICKING } from './codes.ts'
import { mayPick, pickedValues } from './picking.ts'
import { roleKey } from './roles.ts'

/** A condition on rows of one module. Field names are columns of its own table. */
export type Predicate =
  | { readonly kind: 'all' }
  | { readonly kind: 'none' }
  | { readonly kind: 'and'; readonly of: readonly Predicate[] }
  | { readonly kind: 'or'; readonly of: readonly Predicate[] }
  | {
      readonly kind: 'compare'
      readonly field: string
      readonly op: 'eq'
      readonly value: string
    }
  /** A field with the row's owner that contains this user, or their employee record. */
  | { readonly kind: 'owner'; readonly field: string; readonly is: 'user' | 'employee'; readonly value: number }
  | { readonly kind: 'in'; readonly field: string; readonly values: readonly (number | string)[] }
  | { readonly kind: 'null'; readonly field: string }
  /** A field with many ids that contains this one. */
  | { readonly kind: 'has'; readonly field: string; readonly value: number }
  /** The owner is led by this employee, by the `leaders` of the employees' module; drafts (`status`) are visible to the owner only. */
  | { readonly kind: 'led'; readonly field: string; readonly employee_id: number; readonly status?: string }
  /** Lines of the row name this person (EXISTS over the lines); drafts (`status`) are visible to the owner only. */
  | {
      readonly kind: 'listed'
      readonly lines: string
      readonly field: string
      readonly is: 'user' | 'employee'
      readonly value: number
      readonly status?: string
    }
  /** The containing record is open, or this user is one of its members (EXISTS along the path). */
  | { readonly kind: 'member'; readonly path: string; readonly user_id: number }
  /** A pending approval of the row on which this user can decide (EXISTS over the approval tasks). */
  | {
      readonly kind: 'awaiting'
      readonly user_id: number
      readonly employee_id: number | null
      readonly role: string
    }

const ALL: Predicate = { kind: 'all' }
const NONE: Predicate = { kind: 'none' }

const ownerField = (module: Module): Pick<Field, 'name' | 'type' | 'to'> | undefined => {
  const name = module.entity.owner
  if (!name) return undefined
  return module.field[name] ?? { name, type: 'user', to: 'user' }
}

/** The rows of this owner, of the states that owners see. */
const mineIs = ({ entity }: Module, owner: Pick<Field, 'name' | 'type' | 'to'>, value: number): Predicate => {
  const mine: Predicate = { kind: 'owner', field: owner.name, is: ofEmployee(owner) ? 'employee' : 'user', value }
  if (!entity.ownerSees) return mine
  const shown = entity.ownerSees.map((state): Predicate => ({ kind: 'compare', field: 'status', op: 'eq', value: state }))
  return { kind: 'and', of: [mine, { kind: 'or', of: shown }] }
}

/** Whether the owner of the module's rows is an employee rather than a user. */
export function isOwnerEmployee(module: Module): boolean {
  const owner = ownerField(module)
  return owner !== undefined && ofEmployee(owner)
}

/**
 * The path to the record whose members are the only ones to see this field of a record when it is closed
 * (`entity.membersOnly`), from the line where the line has its first step, else from the record; undefined where nothing
 * closes it.
 */
export function closedBy(module: Module, lines: Lines | undefined, field: Pick<Field, 'access'>): string | undefined {
  const code = field.access ?? lines?.access
  return code === undefined ? undefined : module.entity.membersOnly?.[code]
}

/** Whether an owner column contains employees rather than users. */
const ofEmployee = (field: Pick<Field, 'type' | 'to'>): boolean => field.type === 'employee' || field.to === 'employee'

/** Whether this row is the principal's own, by `entity.owner`; false where the module has no owner. */
export function owns(
  principal: Pick<Principal, 'user_id' | 'employee_id'>,
  module: Module,
  row: Readonly<Record<string, unknown>>,
): boolean {
  const owner = ownerField(module)
  if (!owner) return false
  const mine = ofEmployee(owner) ? principal.employee_id : principal.user_id
  return mine !== null && row[owner.name] !== null && row[owner.name] !== undefined && Number(row[owner.name]) === mine
}

/**
 * Rows on which the principal can do the action. Personal rows are visible to their owner only. Where the module declares
 * an owner: the principal's own rows and those awaiting the principal's approval, unless the principal holds `view_all`;
 * elsewhere the rows of the principal's branches (none assigned: all) and those of no branch. An action that is not
 * declared, or that the principal has no permission for, reaches no row. With `modules`, pickers reach the rows of a
 * module that the principal sees only through a reference.
 */
export function scope(principal: Principal, module: Module, action: string, modules?: ModuleSet): Predicate {
  const picks = modules !== undefined && PICKING.has(action) && mayPick(principal, modules, module)
  if (!picks && !canDo(principal, module, action)) return NONE
  const reads = READING.has(codeFor(module, action) ?? '')
  const all = rowScope(principal, module, reads)
  const rows = picks ? withPicked(principal, module, modules, all) : all
  const reached =
    reads && rows.kind !== 'all'
      ? withShared(principal, module, withListed(principal, module, withLed(principal, module, withAlsoBranches(principal, module, rows))))
      : rows
  return withMembers(principal, module, reached)
}

/** Users who reach a module only through references can pick the rows that those references allow, no others. */
function withPicked(principal: Principal, module: Module, modules: ModuleSet, rows: Predicate): Predicate {
  const picked = pickedValues(principal, modules, module)
  if (!picked) return rows
  const wanted: Predicate[] = picked.map((values) => ({
    kind: 'and',
    of: Object.entries(values).map(([field, accepted]) => ({
      kind: 'or',
      of: accepted.map((value) => ({ kind: 'compare', field, op: 'eq', value })),
    })),
  }))
  return { kind: 'and', of: [rows, { kind: 'or', of: wanted }] }
}

/** Rows in a closed record are visible to its members; other users see only their own. */
function withMembers(principal: Principal, module: Module, rows: Predicate): Predicate {
  if (!module.entity.within) return rows
  const member: Predicate = { kind: 'member', path: module.entity.within, user_id: principal.user_id }
  const seen: Predicate = rows.kind === 'all' ? member : { kind: 'and', of: [rows, member] }
  const owner = ownerField(module)
  const mine = owner && (ofEmployee(owner) ? principal.employee_id : principal.user_id)
  return owner && mine ? { kind: 'or', of: [mineIs(module, owner, mine), seen] } : seen
}

/** Codes that only read rows. */
const READING: ReadonlySet<string> = new Set(['index', 'view'])

/** Rows of the employees whom the principal leads, where the module is visible to managers. */
function withLed({ employee_id }: Principal, module: Module, rows: Predicate): Predicate {
  const owner = module.entity.supervised ? ownerField(module) : undefined
  if (!owner || !ofEmployee(owner) || employee_id === null) return rows
  return {
    kind: 'or',
    of: [rows, { kind: 'led', field: owner.name, employee_id, ...(module.workflow ? { status: module.workflow.initial } : {}) }],
  }
}

/** Rows whose lines name the principal, where the module says that they are about the people listed there. */
function withListed(principal: Principal, module: Module, rows: Predicate): Predicate {
  if (!module.entity.listed) return rows
  const [lines = '', name = ''] = module.entity.listed.split('.')
  const field = module.lines.find((candidate) => candidate.name === lines)?.fields.find((candidate) => candidate.name === name)
  const value = field && (ofEmployee(field) ? principal.employee_id : principal.user_id)
  if (!field || !value) return rows
  const is = ofEmployee(field) ? 'employee' : 'user'
  return {
    kind: 'or',
    of: [rows, { kind: 'listed', lines, field: name, is, value, ...(module.workflow ? { status: module.workflow.initial } : {}) }],
  }
}

/** Rows that concern a branch of the principal without belonging to it can also be read. */
function withAlsoBranches({ branch_ids }: Principal, { entity }: Module, rows: Predicate): Predicate {
  const fields = entity.alsoBranches ?? []
  return fields.length ? { kind: 'or', of: [rows, ...fields.map((field) => ({ kind: 'in', field, values: branch_ids }) as const)] } : rows
}

/** Rows that the owner shared with everyone, or with this user, can also be read. */
function withShared({ user_id }: Principal, module: Module, rows: Predicate): Predicate {
  const { sharing } = module.entity
  if (!sharing) return rows
  const level = (value: string): Predicate => ({ kind: 'compare', field: sharing.level, op: 'eq', value })
  const mine: Predicate = { kind: 'has', field: sharing.with, value: user_id }
  return { kind: 'or', of: [rows, level('public'), { kind: 'and', of: [level('shared'), mine] }] }
}

/** Whether the principal reaches only the rows of people whom they lead: where the module says so, without all people in sight. */
export function leadsOnly({ grants }: Pick<Principal, 'grants'>, { entity, field }: Module): boolean {
  const people = entity.led && field[entity.led]?.to
  if (!people) return false
  return !(Object.hasOwn(grants, people) && grants[people]!.includes('view_all'))
}

/** Rows of the people whom the principal leads, and for reading their own rows. */
function ledRows({ employee_id }: Principal, field: string, reads: boolean): Predicate {
  if (employee_id === null) return NONE
  const led: Predicate = { kind: 'led', field, employee_id }
  return reads ? { kind: 'or', of: [{ kind: 'owner', field, is: 'employee', value: employee_id }, led] } : led
}

function rowScope(principal: Principal, module: Module, reads: boolean): Predicate {
  if (leadsOnly(principal, module)) return ledRows(principal, module.entity.led!, reads)
  const owner = ownerField(module)
  if (owner) {
    const { user_id, employee_id } = principal
    const mine = ofEmployee(owner) ? employee_id : user_id
    if (module.entity.personal) return mine === null ? NONE : mineIs(module, owner, mine)
    if (can(principal, module, 'view_all')) return ALL
    const awaiting: Predicate = { kind: 'awaiting', user_id, employee_id, role: roleKey(principal) }
    if (mine === null) return awaiting
    return { kind: 'or', of: [mineIs(module, owner, mine), awaiting] }
  }
  const branch = module.entity.branch
  if (!branch || principal.branch_ids.length === 0) return ALL
  return {
    kind: 'or',
    of: [
      { kind: 'in', field: branch, values: principal.branch_ids },
      { kind: 'null', field: branch },
    ],
  }
}

type Of<K extends Predicate['kind']> = Extract<Predicate, { readonly kind: K }>

/** Facts about a row that its columns do not hold. The caller supplies them; without them the answer is no. */
export interface RowFacts {
  awaiting?(predicate: Of<'awaiting'>): boolean
  led?(predicate: Of<'led'>): boolean
  member?(predicate: Of<'member'>): boolean
}

/** The same predicate on one given row. */
export function holds(predicate: Predicate, row: Readonly<Record<string, unknown>>, facts: RowFacts = {}): boolean {
  switch (predicate.kind) {
    case 'all':
      return true
    case 'none':
      return false
    case 'and':
      return predicate.of.every((each) => holds(each, row, facts))
    case 'or':
      return predicate.of.some((each) => holds(each, row, facts))
    case 'owner':
    case 'compare':
      return row[predicate.field] === predicate.value
    case 'in':
      return predicate.values.includes(row[predicate.field] as number)
    case 'has':
      return (row[predicate.field] as readonly unknown[] | null | undefined)?.includes(predicate.value) ?? false
    case 'null':
      return row[predicate.field] === null || row[predicate.field] === undefined
    case 'led':
      return row.status !== (predicate.status ?? null) && (facts.led?.(predicate) ?? false)
    case 'listed':
      return (
        row.status !== (predicate.status ?? null) &&
        ((row[predicate.lines] as readonly Readonly<Record<string, unknown>>[] | undefined) ?? []).some(
          (line) => Number(line[predicate.field]) === predicate.value,
        )
      )
    case 'member':
      return facts.member?.(predicate) ?? false
    case 'awaiting':
      return facts.awaiting?.(predicate) ?? false
  }
}

/** Columns of a row that decide, together with `RowFacts`, who can reach it. */
export function scopeFields(module: Module): string[] {
  const { owner, led, branch, alsoBranches = [], sharing, supervised, ownerSees } = module.entity
  const hasStates = module.workflow && (supervised || ownerSees)
  const names = [owner, led, branch, ...alsoBranches, sharing?.level, sharing?.with, hasStates ? 'status' : undefined]
  return names.filter((name) => name !== undefined)
}

/** Explains in words which rows the principal sees and why; for the permission screen and support. */
export function explain(principal: Principal, module: Module, action: string, modules?: ModuleSet): string {
  const grants = principal.grants[module.name] ?? []
  const picks = modules !== undefined && PICKING.has(action) && mayPick(principal, modules, module)
  if (!picks && !canDo(principal, module, action)) {
    return grants.length
      ? `The role "${principal.role}" does not grant "${action}" on ${module.title}.`
      : `The role "${principal.role}" grants nothing on ${module.title}.`
  }
  return `${rowsInWords(principal, module)}${closedInWords(module)}`
}

/** The restrictions of confidential groups, which apply in addition to all grants. */
function closedInWords({ entity }: Module): string {
  const codes = Object.keys(entity.membersOnly ?? {})
  const rows = entity.within ? ' Rows within a confidential group: only its users, and the owner.' : ''
  return codes.length
    ? `${rows} Fields with the access ${codes.join(', ')} within a confidential group: only its users, and the owner.`
    : rows
}

function rowsInWords(principal: Principal, module: Module): string {
  if (leadsOnly(principal, module))
    return `Rows of people whom the user leads, and the user's own to read; "view_all" on the people would lift it.`
  const predicate = rowScope(principal, module, true)
  if (module.entity.personal) return `Own rows only: ${module.title} are personal, no code opens them to others.`
  if (predicate.kind === 'all') {
    if (module.entity.owner) return `All rows: the role "${principal.role}" grants "view_all".`
    return module.entity.branch ? 'All rows: the user is not restricted to branches.' : `All rows: ${module.title} belong to no branch.`
  }
  if (module.entity.owner)
    return `Own rows (${module.entity.owner}${module.entity.ownerSees ? `, ${module.entity.ownerSees.join(' or ')} only` : ''}) and rows awaiting this user's approval${module.entity.supervised ? ' or that of their reports' : ''}${module.entity.listed ? ', and rows that list them' : ''}; "view_all" would lift it.`
  const also = module.entity.alsoBranches ? `, to read also by ${module.entity.alsoBranches.join(', ')}` : ''
  return `Rows of the user's branches (${principal.branch_ids.join(', ')}) and of no branch${also}.`
}
