/**
 * Second half of resolving: the relations of a module to others. Columns inside references, counters that other documents
 * increase, the order of computation, list and form, request schema, hash.
 */

import type { PickerDetail } from '../../model/field.ts'
import type { Column, Field, Lines, Module, ModuleSet, Panel } from '../../model/module.ts'
import type { Registries } from '../../model/registries.ts'
import type { Analysis } from '../../runtime/expressions/index.ts'
import { analyse } from '../../runtime/expressions/index.ts'
import { requestSchema } from '../../runtime/fields/schema.ts'
import { labelPaths } from '../../runtime/format/index.ts'
import { parseNumberFormat } from '../../runtime/numbering/index.ts'
import { MODULE_ACCESS } from '../../runtime/permissions/confidential.ts'
import { computeOrder } from './compute.ts'
import { type ExpressionUse, expressionUses, scopesOf } from './expressions.ts'
import { compact } from './fields.ts'
import { contentHash } from './hash.ts'
import {
  defaultColumns,
  defaultFilters,
  defaultSearch,
  resolveCalendar,
  resolveColumn,
  resolveForm,
  resolvePeriods,
  resolvePlanner,
  resolveSort,
  resolveTree,
  rootField,
} from './layout.ts'
import { byName, type Shape } from './normalize.ts'
import { parameterUses } from './parameters.ts'
import { resolveSources, servedBy } from './sources.ts'

type Scopes = ReturnType<typeof scopesOf>

/** The data of other modules that linking needs; scopes are built once per load. */
export class World {
  readonly shapes: ReadonlyMap<string, Shape>
  readonly modules: ModuleSet
  readonly registries: Registries
  /** Names of all files, also of unreadable ones. */
  readonly names: ReadonlySet<string>
  /** Modules that fields or rows of any module refer to. */
  readonly referenced: ReadonlySet<string>
  readonly #scopes = new Map<string, Scopes>()
  readonly #served = new Map<string, Set<string>>()
  constructor(shapes: ReadonlyMap<string, Shape>, names: ReadonlySet<string>, registries: Registries) {
    this.shapes = shapes
    this.names = names
    this.registries = registries
    this.modules = new Map([...shapes].map(([name, entry]) => [name, entry.module]))
    const fields = [...this.modules.values()].flatMap((module) => [...module.fields, ...module.lines.flatMap((lines) => lines.fields)])
    this.referenced = new Set(fields.flatMap((field) => field.to ?? []))
    for (const entry of shapes.values()) {
      if (!entry.raw.sources) continue
      const sources = resolveSources(entry.raw.sources, entry.module, this.find)
      for (const name of new Set(sources.map((source) => source.module))) {
        const set = this.#served.get(name) ?? new Set()
        for (const path of servedBy(sources, name)) set.add(path)
        this.#served.set(name, set)
      }
    }
  }
  readonly find = (name: string): Module | undefined => this.modules.get(name)
  served(name: string): ReadonlySet<string> {
    return this.#served.get(name) ?? new Set()
  }
  scopes(name: string): Scopes | undefined {
    const module = this.modules.get(name)
    if (!module) return undefined
    let match = this.#scopes.get(name)
    if (!match) this.#scopes.set(name, (match = scopesOf(module, this.modules)))
    return match
  }
}

interface AnalysedUse {
  readonly use: ExpressionUse
  readonly analysis: Analysis
}
export interface Linked {
  readonly module: Module
  readonly uses: readonly AnalysedUse[]
  readonly cycle?: readonly string[]
}

/** References of a module by the name of their resolved object, separately for header and rows. */
class References {
  readonly needed = new Map<string, Set<string>>()
  readonly #header: readonly Field[]
  readonly #lines: readonly Lines[]
  constructor(module: Module) {
    this.#header = module.fields
    this.#lines = module.lines
  }
  #need(key: string, column: string | undefined): void {
    if (!column || column === 'id' || column === 'name' || column === 'label') return
    const set = this.needed.get(key) ?? new Set()
    set.add(column)
    this.needed.set(key, set)
  }
  /** Records that `path` is read in the header, or with `lines` in its rows. */
  read(path: string, lines?: string): void {
    const parts = path.split('.')
    if (lines && parts[0] === 'parent') return this.read(parts.slice(1).join('.'))
    const table = lines ?? (this.#lines.some((entry) => entry.name === parts[0]) ? parts.shift() : undefined)
    const fields = table ? (this.#lines.find((entry) => entry.name === table)?.fields ?? []) : this.#header
    const field = fields.find((entry) => entry.refAs === parts[0])
    if (field) this.#need(table ? `${table}.${field.name}` : field.name, parts[1])
  }
  /** Records that `field.fetch` copies columns. */
  fetch(field: Field, lines?: string): void {
    for (const { from, path } of field.fetch ?? []) {
      const key = from.startsWith('parent.') ? from.slice('parent.'.length) : lines ? `${lines}.${from}` : from
      this.#need(key, path.split('.')[0])
    }
  }
}

export function link(shape: Shape, world: World): Linked {
  const draft = shape.module
  const sources = resolveSources(shape.raw.sources ?? {}, draft, world.find)
  const scopes = world.scopes(shape.name)!
  const foreign = (name: string) => {
    const module = world.find(name)
    const found = world.scopes(name)
    return module && found ? { module, scopes: found } : undefined
  }
  const uses = [...expressionUses(draft, sources, scopes, foreign), ...parameterUses(draft, world.registries, scopes)]
  const analysed = uses.map((use): AnalysedUse => ({ use, analysis: analyse(use.source, use.scope) }))

  const references = new References(draft)
  for (const { use, analysis } of analysed) if (!use.foreign) for (const path of analysis.reads) references.read(path, use.lines)
  for (const calculation of shape.calculations) for (const path of calculation.reads) references.read(path)
  for (const field of draft.fields) references.fetch(field)
  for (const lines of draft.lines) for (const field of lines.fields) references.fetch(field, lines.name)
  for (const path of labelPaths(draft.entity.label)) references.read(path)
  for (const series of draft.entity.numbers) {
    const format = parseNumberFormat(series.format)
    if (!('error' in format)) for (const path of format.paths) references.read(path)
  }

  const target = (field: Field, column: string): Field | undefined => (field.to ? world.find(field.to)?.field[column] : undefined)
  const paths = shape.raw.columns ?? defaultColumns(draft.fields)
  const columns = paths
    .map((entry) => resolveColumn(entry, draft.fields, target))
    .filter((column): column is Column => column !== undefined)
  const shown = new Set(columns.map(({ path }) => path))
  // Lines and several references of one field have no single value for a cell.
  const offeredColumns = draft.fields
    .filter(({ to, refAs, type }) => to && refAs && type !== 'references')
    .flatMap(({ to, refAs }) => (world.find(to!)?.entity.offeredColumns ?? []).map((name) => `${refAs}.${name}`))
    .filter((path) => !shown.has(path))
    .flatMap((path) => resolveColumn(path, draft.fields, target) ?? [])
  const search = shape.raw.search ?? defaultSearch(draft.entity.label, columns, draft.fields)
  for (const path of [...columns.map((column) => column.path), ...search]) references.read(path)
  const calendar = resolveCalendar(shape.raw.calendar, draft.entity)
  if (calendar && !draft.report)
    for (const path of [...labelPaths(calendar.title), calendar.group ?? 'id', calendar.rows ?? 'id']) references.read(path)
  const tree = resolveTree(shape.raw.tree, draft.entity)
  if (tree) for (const path of [...labelPaths(tree.title), ...labelPaths(tree.detail ?? '')]) references.read(path)
  const reached: Record<string, Field> = {}
  const filters = (shape.raw.filters ?? defaultFilters(columns, draft.fields)).map((path) => {
    const field = rootField(path, draft.fields)
    const far = field && path.includes('.') ? target(field, path.slice(path.indexOf('.') + 1)) : undefined
    if (far) reached[path] = far
    return far ? path : (field?.name ?? path)
  })
  const sort = resolveSort(shape.raw.sort, draft.entity, draft.kind)

  const served = world.served(shape.name)
  const large = draft.entity.volume === 'large'
  const finish = (field: Field, path: string): Field => {
    const counter = served.has(path)
    const columnsRead = references.needed.get(path)
    const picker = field.to ? pickerDetails(field.to) : undefined
    const { pickerFigures, pickerChoices: usual } = (field.to && world.find(field.to)?.entity) || {}
    const pickerChoices = field.pickerChoices ?? usual
    const index =
      field.index ||
      (large && !path.includes('.') && (field.name === draft.entity.date || (filters.includes(field.name) && field.storage === 'date')))
    const suggest = field.suggest && { ...field.suggest, for: `${draft.name}.${path}` }
    if (!counter && !columnsRead && !picker && !pickerFigures && !pickerChoices && !suggest && index === field.index) return field
    return {
      ...field,
      index,
      ...(picker && { picker }),
      ...(pickerFigures && { pickerFigures }),
      ...(pickerChoices && { pickerChoices }),
      ...(suggest && { suggest }),
      refColumns: columnsRead ? [...columnsRead].sort() : field.refColumns,
      ...(counter ? { readonly: true, writable: false, default: field.default ?? { value: 0 } } : {}),
    }
  }
  /** Whether nothing on the form writes the field: neither the user nor an expression, a calculation, a copy or a lookup. */
  function isLater(field: Field, table: string): boolean {
    const { computed, fetch, lookup, writable, origin } = field
    return !writable && origin !== 'system' && !computed && !fetch && !lookup && !written.has(`${table}.${field.name}`)
  }
  const written = new Set(shape.calculations.flatMap(({ writes }) => writes))
  /** The details that pickers of a module show beneath labels. */
  function pickerDetails(name: string): PickerDetail[] | undefined {
    const module = world.find(name)
    return module?.entity.picker?.flatMap((path) => {
      const column = resolveColumn(path, module.fields, (field, column) => (field.to ? world.find(field.to)?.field[column] : undefined))
      const field = rootField(path, module.fields)
      if (!column || !field) return []
      const { title, type, scale } = column
      return [
        compact<PickerDetail>({
          path,
          title,
          type: type as PickerDetail['type'],
          scale,
          options: path.includes('.') ? undefined : field.options,
        }),
      ]
    })
  }
  const fields = draft.fields.map((field) => finish(field, field.name))
  const lines = draft.lines.map((table): Lines => {
    const lineFields = table.fields.map((field) => {
      const finished = finish(field, `${table.name}.${field.name}`)
      return isLater(finished, table.name) ? { ...finished, later: true } : finished
    })
    return { ...table, fields: lineFields, field: byName(lineFields) }
  })

  const reads = new Map(analysed.map(({ use, analysis }) => [use.pointer, analysis.reads]))
  const { nodes, cycle } = computeOrder(
    draft,
    shape.calculations,
    (table, field) => reads.get(table ? `/fields/${table}/fields/${field}/computed` : `/fields/${field}/computed`) ?? [],
  )

  const body = compact<Module>({
    ...draft,
    fields,
    field: byName(fields),
    lines,
    columns,
    offeredColumns: offeredColumns.length && !draft.report ? offeredColumns : undefined,
    filters,
    reached: Object.keys(reached).length ? reached : undefined,
    search,
    sort,
    form: resolveForm(shape.raw.form, fields, lines),
    calendar,
    periods: resolvePeriods(shape.raw.periods),
    planner: resolvePlanner(shape.raw.planner),
    drill: shape.raw.drill as Module['drill'],
    tree,
    sources,
    report: draft.report?.makes
      ? {
          ...draft.report,
          makes: draft.report.makes.map((make) => ({
            ...make,
            ask: (shape.raw.report?.makes?.[make.name]?.ask ?? []).flatMap((name) => world.find(make.module)?.field[name] ?? []),
          })),
        }
      : draft.report,
    panels: draft.panels.map((panel) => {
      const target = world.find(panel.module)
      const where = tiesOf(shape.raw, panel.path, draft.name, target) ?? panel.where
      const may = panel.readonly ? [] : (['new', 'edit', 'delete'] as const).filter((action) => target?.actions[action])
      const ties = Object.keys(where).flatMap((name) => target?.fields.find((field) => field.name === name)?.access ?? [])
      const access = [...new Set(ties)].filter((code) => code !== MODULE_ACCESS)
      return { ...panel, where, through: target?.hidden === true, ...(access.length ? { access } : {}), may }
    }),
    compute: nodes,
    lookups: [...new Set(analysed.flatMap(({ analysis }) => analysis.lookups))].sort(),
    schema: requestSchema(draft.singular, fields, lines),
  })
  const module = freeze({ ...body, hash: hashOf(body) })
  return { module, uses: analysed, ...(cycle ? { cycle } : {}) }
}

/** The condition of a panel that names none: the records whose only reference to the module is this record. */
function tiesOf(raw: Shape['raw'], path: string, module: string, target: Module | undefined): Panel['where'] | undefined {
  const panel = raw.panels?.[path]
  if (!target || (typeof panel === 'object' && panel.where)) return undefined
  const [tie, ...others] = referencesTo(module, target)
  return tie !== undefined && !others.length ? { [tie]: '$id' } : undefined
}

/**
 * Names of the fields of `target`, or of its parameters if it is a report, that refer to one record of a module. Fields
 * that a company adds (`x_…`) do not count: what a panel shows does not change with them.
 */
export const referencesTo = (module: string, target: Module): string[] =>
  (target.report?.parameters ?? target.fields)
    .filter(({ name, to, type }) => to === module && type !== 'references' && !name.startsWith('x_'))
    .map(({ name }) => name)

/** Copies for quick access (`field`) and data derived from the fields (`schema`) need not be hashed. */
const hashOf = (module: Module): string =>
  contentHash({ ...module, field: undefined, schema: undefined, lines: module.lines.map((lines) => ({ ...lines, field: undefined })) })

/** Makes a value and all that it contains unchangeable. */
export function freeze<T>(value: T): T {
  if (value !== null && typeof value === 'object' && !Object.isFrozen(value)) {
    Object.freeze(value)
    for (const entry of Object.values(value)) freeze(entry)
  }
  return value
}
