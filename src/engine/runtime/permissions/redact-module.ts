/** The module descriptor as one user can see it: parts without access are absent, not hidden. */

import type {
  Calendar,
  ComputeNode,
  Field,
  FieldLookup,
  JsonSchema,
  Lines,
  Module,
  Periods,
  Principal,
  RecordHeader,
  Section,
  Transition,
} from '../../model/module.ts'
import type { Report } from '../../model/report.ts'
import type { ScopeTypes } from '../expressions/index.ts'
import { analyse, scopeOf } from '../expressions/index.ts'
import { can } from './codes.ts'
import { MODULE_ACCESS } from './confidential.ts'
import { mayChange } from './edit-right.ts'

type Access = Pick<Principal, 'access'>

/** Whether the principal can see and change this field at all. `module` needs no code: the right on the record decides. */
export const sees = (principal: Access, part: { readonly access?: string }): boolean =>
  !part.access || part.access === MODULE_ACCESS || principal.access.includes(part.access)

/** Header fields that the principal may see. */
export const visibleFields = (principal: Access, module: Pick<Module, 'fields'>): Field[] =>
  module.fields.filter((field) => sees(principal, field))

/** Names (and resolved names) of header fields and child tables that are withheld. */
function withheld(principal: Access, module: Module): Set<string> {
  const names = new Set<string>()
  for (const field of module.fields) {
    if (sees(principal, field)) continue
    names.add(field.name)
    if (field.refAs) names.add(field.refAs)
  }
  for (const lines of module.lines) if (!sees(principal, lines)) names.add(lines.name)
  return names
}

/**
 * The module without fields, child tables, columns, filters, actions and panels that the principal has no
 * right to, and without what only the server does (guards, effects, handlers). Expressions that read a
 * withheld field are dropped with it: the server still obeys them.
 */
export function redactModule(module: Module, principal: Principal): Module {
  const hidden = withheld(principal, module)
  const keepsPath = (path: string) => !hidden.has(path.split('.')[0]!)
  const lines = module.lines
    .filter((each) => !hidden.has(each.name))
    .map((each) => ({ ...each, fields: each.fields.filter((field) => sees(principal, field)) }))
  const rowsWithheld = lines.some((each) => each.fields.length < (module.lines.find((line) => line.name === each.name)?.fields.length ?? 0))
  const seen = visibleFields(principal, module)
  const base = {
    ...module,
    fields: seen.map((field) => (mayChange(principal, field) ? field : { ...field, readonly: true, writable: false })),
    lines,
  }
  const report = module.report && cutReport(module.report, principal)
  const cut = hidden.size > 0 || rowsWithheld || (report?.columns.length ?? 0) < (module.report?.columns.length ?? 0)
  const fields = cut ? base.fields.map((field) => readable(field, scopeOf(base))) : base.fields
  const cutLines = lines.map((each) => (cut ? readableLines(each, base) : each))
  const { calendar, periods, planner, drill, tree, ...rest } = base
  const days = calendar && keepsPath(calendar.start) ? cutCalendar(calendar, keepsPath) : undefined
  return {
    ...rest,
    ...(days && { calendar: days }),
    ...(periods && [periods.standing, periods.due, ...periods.paper].every(keepsPath) && { periods: cutPeriods(periods, keepsPath) }),
    ...(planner && [planner.person, planner.date, planner.choice].every(keepsPath) && { planner }),
    ...(drill && { drill: drill.map((each) => ({ ...each, fields: each.fields.filter(keepsPath) })) }),
    ...(tree && keepsPath(tree.parent) && { tree }),
    hash: cut ? `${module.hash}-${[...new Set([...principal.access])].sort().join('.') || 'public'}` : module.hash,
    fields,
    field: byName(fields),
    lines: cutLines.map((each) => ({
      ...each,
      field: byName(each.fields),
      columns: each.columns.filter((name) => each.fields.some((f) => f.name === name.split('.')[0] || f.refAs === name.split('.')[0])),
    })),
    columns: module.columns
      .filter((column) => keepsPath(column.path) && !(column.via && hidden.has(column.via)))
      // A moment whose day is not for the caller is shown in full.
      .map(({ day, ...column }) => (day !== undefined && keepsPath(day) ? { ...column, day } : column)),
    ...(module.offeredColumns && {
      offeredColumns: module.offeredColumns.filter(({ path, via }) => keepsPath(path) && !(via && hidden.has(via))),
    }),
    filters: module.filters.filter(keepsPath),
    ...(module.reached && {
      reached: Object.fromEntries(Object.entries(module.reached).filter(([path, field]) => keepsPath(path) && sees(principal, field))),
    }),
    search: module.search.filter(keepsPath),
    sort: module.sort.filter((each) => keepsPath(each.field)),
    form: {
      ...module.form,
      ...(module.form.propose && {
        propose: module.form.propose
          .filter(({ lines, field }) => keepsPath(lines === undefined ? field : `${lines}.${field}`))
          .map((proposal) => ({ ...proposal, handler: { name: proposal.handler.name, params: null } })),
      }),
      ...(module.form.header && { header: cutHeader(module.form.header, keepsPath) }),
      tabs: module.form.tabs
        .filter((tab) => sees(principal, tab))
        .map((tab) => ({
          ...tab,
          sections: tab.sections.map((section) => cutSection(section, keepsPath)).filter((section) => section.fields.length > 0),
        })),
    },
    actions: Object.fromEntries(Object.entries(module.actions).filter(([, action]) => can(principal, module, action.code))),
    ...(module.workflow
      ? {
          workflow: {
            ...module.workflow,
            transitions: mapValues(module.workflow.transitions, (transition) => cutTransition(transition, principal)),
          },
        }
      : {}),
    ...(report && { report }),
    panels: module.panels
      .filter(
        (panel) =>
          (panel.access ?? []).every((code) => principal.access.includes(code)) &&
          (panel.through || can(principal, { name: panel.module, actions: {} }, 'index')),
      )
      // The sheet of an import is made by the server.
      .map(({ imports: _imports, ...panel }) => panel),
    endpoints: module.endpoints
      .filter((endpoint) => can(principal, module, endpoint.code))
      .map((endpoint) => ({ ...endpoint, params: null })),
    notify: [],
    compute: cut ? module.compute.filter((node) => computable(node, base, hidden)) : module.compute,
    schema: cut ? cutSchema(module.schema, base) : module.schema,
  }
}

/** A report without the columns that the principal may not see, and without what it could not make of its rows. */
const cutReport = (report: Report, principal: Principal): Report => ({
  ...report,
  columns: report.columns.filter((column) => sees(principal, column)),
  ...(report.makes && { makes: report.makes.filter((make) => can(principal, { name: make.module, actions: {} }, 'new')) }),
})

const byName = (fields: readonly Field[]): Record<string, Field> => Object.fromEntries(fields.map((field) => [field.name, field]))
const mapValues = <T>(record: Readonly<Record<string, T>>, change: (value: T) => T): Record<string, T> =>
  Object.fromEntries(Object.entries(record).map(([name, value]) => [name, change(value)]))

const cutHeader = ({ image, fields }: RecordHeader, keeps: (path: string) => boolean): RecordHeader => ({
  ...(image !== undefined && keeps(image) && { image }),
  fields: fields.filter(keeps),
})

/** A calendar whose last day may not be seen shows the first; colour and group go the same way. */
function cutCalendar({ end, color, group, rows, yearly, ...calendar }: Calendar, keeps: (path: string) => boolean): Calendar {
  return {
    ...calendar,
    ...(end !== undefined && keeps(end) && { end }),
    ...(color !== undefined && keeps(color) && { color }),
    ...(group !== undefined && keeps(group) && { group }),
    ...(rows !== undefined && keeps(rows) && { rows }),
    ...(yearly !== undefined && keeps(yearly) && { yearly }),
  }
}

const cutPeriods = (periods: Periods, keeps: (path: string) => boolean): Periods => ({
  ...periods,
  figures: periods.figures.filter(keeps),
})

const cutSection = (section: Section, keeps: (path: string) => boolean): Section => ({
  ...section,
  fields: section.fields.filter(keeps),
})

/** A transition without what only the server does, and without the questions about fields that are withheld. */
function cutTransition(transition: Transition, principal: Access): Transition {
  const { advice } = transition
  const input = transition.input.filter((field) => sees(principal, field))
  return { ...transition, input, guards: [], effects: [], ...(advice && { advice: advice.map(({ name }) => ({ name, params: null })) }) }
}

/** A lookup without what only the server checks. */
const withoutMissing = ({ missing: _missing, ...lookup }: FieldLookup): FieldLookup => lookup

/** A field without the expressions that can no longer be evaluated. */
function readable(field: Field, scope: ScopeTypes): Field {
  const ok = (expr: string) => analyse(expr, scope).problems.length === 0
  const { visible, requiredWhen, computed, default: initial, ...rest } = field
  return {
    ...rest,
    readonly: computed !== undefined || (typeof field.readonly === 'string' && !ok(field.readonly) ? false : field.readonly),
    ...(rest.lookup && { lookup: withoutMissing(rest.lookup) }),
    // The server asks what has to be confirmed.
    checks: field.checks.filter((check) => check.severity !== 'confirm' && ok(check.expr)),
    ...(computed !== undefined && ok(computed) ? { computed } : {}),
    ...(visible !== undefined && ok(visible) ? { visible } : {}),
    ...(requiredWhen !== undefined && ok(requiredWhen) ? { requiredWhen } : {}),
    ...(initial && (!('expr' in initial) || ok(initial.expr)) ? { default: initial } : {}),
  }
}

function readableLines(lines: Lines, module: Pick<Module, 'fields' | 'lines' | 'workflow'>): Lines {
  const scope = scopeOf(module, { lines: lines.name })
  return { ...lines, fields: lines.fields.map((field) => readable(field, scope)) }
}

/**
 * Whether the browser can still compute this node from the fields that it may see. Otherwise the server returns the value
 * after saving.
 */
function computable(node: ComputeNode, module: Pick<Module, 'fields' | 'lines' | 'workflow'>, hidden: ReadonlySet<string>): boolean {
  if (node.kind === 'field') {
    return module.fields.some((field) => field.name === node.field) && analyse(node.expr, scopeOf(module)).problems.length === 0
  }
  if (node.kind === 'row') {
    const lines = module.lines.find((each) => each.name === node.lines)
    return (
      Boolean(lines?.fields.some((field) => field.name === node.field)) &&
      analyse(node.expr, scopeOf(module, { lines: node.lines })).problems.length === 0
    )
  }
  const lines = module.lines.find((each) => each.name === node.calculation.lines)
  const known = (path: string) => {
    const names = path.split('.')
    const name = lines && names[0] === lines.name ? names[1] : names[0]
    if (name === undefined || hidden.has(name)) return false
    const inRecord = (fields: readonly Field[]) => fields.some((field) => field.name === name || field.refAs === name)
    return inRecord(module.fields) || (lines !== undefined && inRecord(lines.fields))
  }
  return [...node.reads, ...node.writes].filter((path) => path !== lines?.name).every(known)
}

/** Request schema without the properties that are withheld. */
function cutSchema(schema: JsonSchema, module: Pick<Module, 'fields' | 'lines'>): JsonSchema {
  const names = new Set([...module.fields.map((field) => field.name), ...module.lines.map((each) => each.name), 'id', 'version', 'line_no'])
  const properties: Record<string, unknown> = {}
  for (const [name, value] of Object.entries((schema.properties ?? {}) as Record<string, JsonSchema>)) {
    if (!names.has(name)) continue
    const lines = module.lines.find((each) => each.name === name)
    properties[name] =
      lines && value.items ? { ...value, items: cutSchema(value.items as JsonSchema, { fields: lines.fields, lines: [] }) } : value
  }
  const required = Array.isArray(schema.required) ? { required: (schema.required as string[]).filter((name) => names.has(name)) } : {}
  return { ...schema, properties, ...required }
}
