/**
 * First half of resolving: everything that one descriptor contains by itself. Data from other modules (columns of
 * references, counters that others increase, order of computation) is left for `link`.
 */

import type { Descriptor, Endpoint as RawEndpoint } from '../../model/descriptor.generated.ts'
import type {
  Action,
  AlsoIn,
  Calculation,
  Endpoint,
  EndpointButton,
  Field,
  Kind,
  Lines,
  Module,
  Notify,
  Panel,
  Print,
  Report as ReportSpec,
  RowFilter,
  Workflow,
} from '../../model/module.ts'
import type { Registries } from '../../model/registries.ts'
import { needsAccess } from '../../runtime/permissions/confidential.ts'
import type { Report } from '../check/report.ts'
import { step } from '../schema/structure.ts'
import { calls } from './calls.ts'
import { withFixedChoices } from './choices.ts'
import { dashboardOf } from './dashboard.ts'
import { compact, type FieldSpec, resolveField } from './fields.ts'
import { fieldTitle, nameTitle, plural, singular } from './humanize.ts'
import { KINDS, STANDARD_ACTIONS, TILE_CALLS, TRANSITION_CODES } from './kinds.ts'
import { resolveEntity } from './layout.ts'
import { resolveTables } from './tables.ts'
import { draftWorkflow, resolveWorkflow } from './workflow.ts'

/** Place in its menu group of a module without an `order`: behind those that have one. */
const AFTER_ORDERED = 100_000

/** A half-resolved descriptor. `module` is complete except for the parts that `link` adds. */
export interface Shape {
  readonly file: string
  readonly name: string
  readonly raw: Descriptor
  readonly module: Module
  readonly calculations: readonly Calculation[]
  readonly report: Report
}

export const byName = <T extends { readonly name: string }>(list: readonly T[]): Record<string, T> =>
  Object.fromEntries(list.map((entry) => [entry.name, entry]))

/** Module name and folder from a path: `modules/<application>/<name>.json`. */
export function placeOf(path: string): { name: string; application: string } {
  const parts = path.replaceAll('\\', '/').split('/')
  return { name: parts.at(-1)!.replace(/\.json$/, ''), application: parts.at(-2) ?? '' }
}

/** Fields of rows that link them to rows of another document. */
const LINK_FIELDS: Readonly<Record<string, FieldSpec>> = {
  source_module: { type: 'text', title: 'Source', maxLength: 80, widget: 'hidden' },
  source_line_id: {
    type: 'integer',
    title: 'Source line',
    storage: 'bigint',
    minimum: 1,
    maximum: Number.MAX_SAFE_INTEGER,
    widget: 'hidden',
    index: true,
  },
}

export function shape(file: string, raw: Descriptor, registries: Registries, report: Report): Shape {
  const place = placeOf(file)
  const name = place.name
  const kind: Kind = raw.kind ?? 'master'
  const draft = draftWorkflow(raw, kind, registries, report)
  const tables = resolveTables(raw, { kind, workflowFields: draft?.fields ?? {}, registries, report })
  const linked = new Set(
    Object.values(raw.sources ?? {}).flatMap((source) =>
      Object.entries(source.lines ?? {})
        .filter(([, lines]) => lines.open !== undefined && (!lines.link || lines.link === 'source_line_id'))
        .map(([table]) => table),
    ),
  )
  const written = new Set(tables.calculations.flatMap((calculation) => calculation.writes))
  const document = kind === 'document' || kind === 'filing'
  const series = [raw.entity?.number ?? (document ? 'transaction_no' : [])].flat()
  const numbered = new Set(series.map((entry) => (typeof entry === 'string' ? 'transaction_no' : (entry.field ?? 'transaction_no'))))
  const output = (field: Field, path: string): Field =>
    numbered.has(path)
      ? { ...field, readonly: true, writable: false, unique: true }
      : written.has(path)
        ? { ...field, readonly: true, writable: false }
        : field
  // Fields on a guarded tab are guarded like it.
  const guarded = new Map(
    (raw.form?.tabs ?? []).flatMap((tab) =>
      tab.access ? tab.sections.flatMap((section) => section.fields.map((field) => [field, tab.access!] as const)) : [],
    ),
  )
  const guard = <T extends { readonly name: string; readonly access?: string }>(part: T): T =>
    part.access || !guarded.has(part.name) ? part : { ...part, access: guarded.get(part.name)! }
  const fields = tables.fields.map((field) => withAccess(guard(output(field, field.name)), raw.access))
  const lines = tables.lines.map((table): Lines => {
    const access = guard(table).access ?? raw.access
    const lineFields = table.fields.map((field) => withAccess(output(field, `${table.name}.${field.name}`), access))
    if (linked.has(table.name))
      lineFields.push(
        ...Object.entries(LINK_FIELDS)
          .filter(([key]) => !table.fields.some((field) => field.name === key))
          .map(([key, spec]) => resolveField(key, spec, 'system')),
      )
    return guard({ ...table, table: `${name}__${table.name}`, fields: lineFields, field: byName(lineFields) })
  })
  const named = byName(fields)
  const title = raw.title ?? plural(nameTitle(name))
  const singularTitle = raw.singular ?? (raw.title ? singular(raw.title) : nameTitle(name))
  const workflow = draft && resolveWorkflow(draft, registries, { module: name, fields: named, report })
  const module = compact<Module>({
    name,
    title,
    singular: singularTitle,
    description: raw.description,
    application: raw.application ?? place.application,
    group: raw.group ?? '',
    order: raw.order ?? AFTER_ORDERED,
    icon: raw.icon ?? 'file',
    alsoIn: (raw.alsoIn ?? []).map((entry): AlsoIn => (typeof entry === 'string' ? { application: entry } : entry)),
    hidden: raw.hidden ?? false,
    developers: raw.developers || undefined,
    aliases: raw.aliases,
    kind,
    hash: '',
    entity: resolveEntity(name, { raw, kind, fields, byName: named, lines }),
    fields,
    field: named,
    lines,
    columns: [],
    filters: [],
    search: [],
    sort: [],
    form: { tabs: [] },
    actions: actions(raw, kind, workflow, report),
    workflow,
    sources: [],
    panels: Object.entries(raw.panels ?? {}).map(([path, panel]) => panelOf(path, panel)),
    endpoints: Object.entries({ ...KINDS[kind].endpoints, ...(raw.dashboard && TILE_CALLS), ...raw.endpoints }).flatMap(([key, value]) =>
      endpoints(name, key, value, registries),
    ),
    everyone: raw.everyone ?? [],
    saved: raw.saved ?? [],
    approves: raw.approves,
    notify:
      raw.notify?.map(
        ({ on, before, ...entry }): Notify =>
          compact({ ...entry, on: on ?? '', before: before && { date: before.date, days: before.days ?? 0 } }),
      ) ?? KINDS[kind].notify.filter((entry) => workflow?.transitions[entry.on]),
    print: print(raw.print, kind, singularTitle),
    report: raw.report && reportOf(raw.report, raw.access, registries, report),
    dashboard: raw.dashboard && dashboardOf(raw.dashboard, report),
    rows: raw.rows,
    compute: [],
    lookups: [],
    schema: {},
  })
  return { file, name, raw, module, calculations: tables.calculations, report }
}

/** Child records of the descriptor; their relation to the record may follow from their module (`link-modules.ts`). */
function panelOf(path: string, given: NonNullable<Descriptor['panels']>[string]): Panel {
  const name = path.replaceAll('-', '_')
  const panel = typeof given === 'string' ? { module: given } : given
  return compact<Panel>({
    path,
    title: panel.title ?? fieldTitle(name),
    group: panel.group,
    module: panel.module ?? name,
    where: (panel.where ?? {}) as Panel['where'],
    default: panel.default,
    readonly: panel.readonly || undefined,
    upcoming: panel.upcoming as Panel['upcoming'],
    imports: panel.import?.map(({ title, set = {}, fields }) => ({ title, set: set as Record<string, unknown>, fields })),
    through: false,
    may: [],
  })
}

/** An endpoint at its path and under its aliases. The screen offers it once. */
function endpoints(module: string, key: string, value: NonNullable<Descriptor['endpoints']>[string], registries: Registries): Endpoint[] {
  const [method, path] = key.split(' ') as [Endpoint['method'], string]
  const given = typeof value === 'string' ? { handler: value } : value
  const endpoint: Endpoint = {
    method,
    path: ownPath(module, path),
    handler: given.handler,
    params: (given.params ?? {}) as Endpoint['params'],
    code: given.code ?? (method === 'GET' ? 'view' : 'edit'),
  }
  return [
    { ...endpoint, ...(given.button ? { button: buttonOf(given.button, registries) } : {}) },
    ...(given.aliases ?? []).map((alias): Endpoint => ({ ...endpoint, path: ownPath(module, alias) })),
  ]
}

/** A path from the root of the API that is the module's own address is converted to one below it. */
const ownPath = (module: string, path: string): string =>
  path === `/${module}` ? '' : path.startsWith(`/${module}/`) ? path.slice(module.length + 2) : path

function buttonOf(
  { title, input, tone, download, where, advice }: NonNullable<RawEndpoint['button']>,
  registries: Registries,
): EndpointButton {
  const fields = Object.entries(input ?? {}).map(([name, spec]) =>
    resolveField(name, withFixedChoices(spec as FieldSpec, registries), 'module'),
  )
  return {
    title,
    input: fields,
    tone: tone ?? 'default',
    download: download ?? false,
    ...(where && { where: where as RowFilter }),
    ...(advice && { advice: calls(advice) }),
  }
}

function print(raw: Descriptor['print'], kind: Kind, title: string): Print[] {
  if (raw === false || (raw === undefined && kind !== 'document' && kind !== 'filing')) return []
  const forms = raw === undefined ? [{}] : typeof raw === 'string' ? [{ template: raw }] : Array.isArray(raw) ? raw : [raw]
  return forms.map((form, index) =>
    compact<Print>({
      name: form.name ?? (index === 0 ? 'standard' : `form_${index + 1}`),
      title: form.title ?? title,
      template: form.template ?? 'document',
      paper: form.paper ?? '',
      copies: form.copies ?? 1,
      when: form.when,
      distribution: form.distribution ?? false,
      omit: form.omit ?? [],
      also: form.also ?? [],
      blank: form.blank ?? [],
      rows: form.rows ?? {},
      receipt: form.receipt,
      notice: form.notice,
      tax: form.tax,
    }),
  )
}

/** The field with its module's access for fields of confidential kind. */
const withAccess = (field: Field, access: string | undefined): Field =>
  access === undefined || field.access || !needsAccess(field) ? field : { ...field, access }

function reportOf(raw: NonNullable<Descriptor['report']>, access: string | undefined, registries: Registries, report: Report): ReportSpec {
  const list = (specs: Descriptor['fields'], pointer: string): Field[] =>
    Object.entries(specs ?? {}).flatMap(([name, spec]) => {
      if (!spec) return []
      if (!spec.type) report.add(`/report/${pointer}${step(name)}`, 'The field has no type.')
      return [resolveField(name, withFixedChoices({ ...spec, type: spec.type ?? 'text' }, registries), 'module')]
    })
  return compact<ReportSpec>({
    parameters: list(raw.parameters, 'parameters'),
    columns: list(raw.columns, 'columns').map((column) => withAccess(column, access)),
    handler: raw.handler,
    params: (raw.params ?? {}) as ReportSpec['params'],
    query: raw.query as ReportSpec['query'],
    totals: raw.totals ?? [],
    subtotals: raw.subtotals,
    formulas: raw.formulas,
    spread: raw.spread,
    outline: raw.outline,
    note: raw.note,
    book: raw.book,
    drill: raw.drill as ReportSpec['drill'],
    key: raw.key,
    makes:
      raw.makes &&
      Object.entries(raw.makes).map(([name, { title = fieldTitle(name), header = {}, ...make }]) => ({
        name,
        title,
        module: make.module,
        header,
        // The fields themselves are read from the other module when modules are linked.
        ask: [],
        lines: make.lines,
        line: make.line,
      })),
    opens: raw.opens,
    records: raw.records && {
      module: raw.records.module,
      id: raw.records.id,
      version: raw.records.version,
      actions: Object.entries(raw.records.actions ?? {}).map(([name, action]) => ({
        name,
        title: action.title ?? fieldTitle(name),
        reason: action.reason ?? false,
        danger: action.danger ?? false,
      })),
    },
  })
}

/** Actions with the code that allows each. A list names the wanted standard ones; implied ones are added. */
function actions(raw: Descriptor, kind: Kind, workflow: Workflow | undefined, report: Report): Record<string, Action> {
  const given = raw.actions
  const declared = given && !Array.isArray(given) ? given : {}
  const names = new Set(Array.isArray(given) ? given : given ? [...KINDS[kind].actions, ...Object.keys(given)] : KINDS[kind].actions)
  if (names.has('view')) names.add('index')
  if (names.has('index') && Array.isArray(given)) names.add('export')
  if (names.has('new') && Array.isArray(given))
    for (const extra of ['import', 'duplicate']) if (KINDS[kind].actions.includes(extra)) names.add(extra)
  if (names.has('view') && (kind === 'document' || kind === 'filing')) names.add('print')
  if (raw.entity?.owner) names.add('view_all')
  if (Array.isArray(given) && workflow && names.has('new')) names.add('delete')
  const result: Record<string, Action> = {}
  for (const [name, standard] of Object.entries(STANDARD_ACTIONS)) {
    if (!names.has(name)) continue
    // Drafts are deleted under `edit` where the module has no code `delete` of its own.
    const lacksDelete = Array.isArray(given) ? !given.includes('delete') : kind === 'document'
    const code = name === 'delete' && lacksDelete ? 'edit' : standard.code
    result[name] = { name, ...standard, code, ...declared[name] }
  }
  for (const transition of Object.values(workflow?.transitions ?? {})) {
    result[transition.name] = compact({
      name: transition.name,
      title: transition.title,
      code: transition.code,
      icon: transition.icon,
      kind: 'transition' as const,
      ...declared[transition.name],
    })
  }
  const codes = new Set(Object.values(result).map((action) => action.code))
  // Codes of declared endpoints can be granted, but have no button on a screen.
  const called = new Set(
    Object.values(raw.endpoints ?? {}).flatMap((endpoint) => (typeof endpoint === 'string' ? [] : (endpoint.code ?? []))),
  )
  for (const name of names) {
    if (result[name] || codes.has(name)) continue
    const spec = declared[name]
    if (spec)
      result[name] = compact({
        name,
        title: spec.title ?? fieldTitle(name),
        code: spec.code ?? name,
        icon: spec.icon,
        kind: 'record' as const,
      })
    else if (called.has(name)) result[name] = { name, title: fieldTitle(name), code: name, kind: 'collection' }
    else if (TRANSITION_CODES.includes(name))
      report.add('/actions', `The action "${name}" has no transition in the workflow.`, 'Leave it out, or add the transition.')
    else result[name] = { name, title: fieldTitle(name), code: name, kind: 'record' }
  }
  return result
}
