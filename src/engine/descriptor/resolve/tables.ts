/** Header fields and child tables of a descriptor, with those of its kind, workflow and line templates. */

import type { Descriptor, Field as RawField } from '../../model/descriptor.generated.ts'
import type { Calculation, Field, Json, Kind, Lines } from '../../model/module.ts'
import type { Registries } from '../../model/registries.ts'
import { didYouMean } from '../../runtime/expressions/hint.ts'
import { fieldTypes } from '../../runtime/fields/types.ts'
import type { Report } from '../check/report.ts'
import { step } from '../schema/structure.ts'
import { withChoices } from './choices.ts'
import { compact, type FieldSpec, type Origin, overField, resolveField, systemFields } from './fields.ts'
import { fieldTitle } from './humanize.ts'
import { KINDS } from './kinds.ts'

interface Tables {
  readonly fields: Field[]
  readonly lines: Lines[]
  readonly calculations: Calculation[]
}

/** Names of fields that a company added to a shipped module begin with `x_`. */
const ownField = (name: string): Origin => (name.startsWith('x_') ? 'overlay' : 'module')

interface Placed {
  spec: FieldSpec
  origin: Origin
}
const LINES_LIMIT = 1000

/** `$lines` in an expression of a template is the child table that uses it. */
const localise = (spec: FieldSpec, lines: string): FieldSpec => JSON.parse(JSON.stringify(spec).replaceAll('$lines', lines)) as FieldSpec

/** An existing type; an unknown one is reported and read as text, so that the rest is still checked. */
function known(spec: FieldSpec, pointer: string, report: Report): FieldSpec {
  if (spec.type === undefined) {
    report.add(pointer, 'The field has no type.', `Allowed: ${Object.keys(fieldTypes).join(', ')}.`)
    return { ...spec, type: 'text' }
  }
  return spec
}

/** What the tables of a module are resolved with. */
interface TableContext {
  readonly kind: Kind
  readonly workflowFields: Readonly<Record<string, FieldSpec>>
  readonly registries: Registries
  readonly report: Report
}

/** All tables of a descriptor. Problems are reported under the pointers of the descriptor. */
export function resolveTables(raw: Descriptor, { kind, workflowFields, registries, report }: TableContext): Tables {
  const declared = raw.fields ?? {}
  const { head, tail } = KINDS[kind]
  const placed = new Map<string, Placed>()
  const calculations: Calculation[] = []
  const templateOf = (name: string) => {
    const template = declared[name]?.lines
    return template ? registries.lineTemplates[template] : undefined
  }
  const put = (name: string, spec: FieldSpec, origin: Origin): void => {
    if (declared[name] === null || placed.has(name)) return
    placed.set(name, { spec, origin })
  }
  const brought: Record<string, FieldSpec> = { ...head, ...tail, ...workflowFields }
  for (const name of Object.keys(declared)) {
    const header = templateOf(name)?.header
    for (const [field, spec] of Object.entries(header ?? {})) if (spec) brought[field] = localise(spec, name)
  }

  // A field that is only adjusted (no type of its own) keeps its place in the kind or template.
  const adjusted = (name: string): boolean => !(name in declared) || (name in brought && declared[name]?.type === undefined)
  const bring = (name: string, from: Origin): void => {
    if (adjusted(name)) put(name, overField(brought[name], declared[name] ?? undefined), from)
  }
  for (const name of Object.keys(head)) bring(name, 'kind')
  for (const [name, spec] of Object.entries(declared)) {
    if (spec === null) continue
    if (!adjusted(name)) put(name, overField(brought[name], spec), ownField(name))
    for (const field of Object.keys(templateOf(name)?.header ?? {})) bring(field, 'template')
  }
  for (const name of Object.keys({ ...tail, ...workflowFields })) bring(name, 'kind')

  const fields: Field[] = []
  const lines: Lines[] = []
  for (const [name, { spec, origin }] of placed) {
    const checked = withChoices(known(spec, `/fields${step(name)}`, report), registries)
    if (checked.type === 'lines') lines.push(resolveLines(name, checked, { origin, registries, report, calculations }))
    else fields.push(resolveField(name, checked, origin))
  }
  if (KINDS[kind].stored) fields.push(...systemFields())
  for (const entry of raw.calculations ?? []) {
    // The same call over the same rows is that of the template, with other parameters.
    const same = calculations.findIndex(({ call, lines }) => call === entry.call && lines === entry.lines)
    const given = {
      ...(calculations[same]?.params as Record<string, unknown> | undefined),
      ...(entry.with as Record<string, unknown> | undefined),
    }
    calculations.splice(same < 0 ? calculations.length : same, 1, calculation(entry.call, entry.lines, given, registries))
  }
  return {
    fields,
    lines,
    calculations: calculations.map((entry, index) => checkCalculation(entry, { index, raw, registries, report })),
  }
}

function calculation(call: string, lines: string | undefined, params: unknown, registries: Registries): Calculation {
  const given = (params ?? {}) as Record<string, unknown>
  const known = registries.calculations[call]
  const named = known?.fields(given)
  const rows = (names: readonly string[]) => (lines ? names.map((name) => `${lines}.${name}`) : [])
  return compact({
    call,
    lines,
    params: given as Json,
    reads: named ? [...named.reads.header, ...rows(named.reads.row)] : [],
    writes: named ? [...named.writes.header, ...rows(named.writes.row)] : [],
  })
}

interface CalculationPlace {
  readonly index: number
  readonly raw: Descriptor
  readonly registries: Registries
  readonly report: Report
}

function checkCalculation(entry: Calculation, { index, raw, registries, report }: CalculationPlace): Calculation {
  if (!registries.unchecked.has('calculations') && !registries.calculations[entry.call]) {
    const position = (raw.calculations ?? []).findIndex((other) => other.call === entry.call)
    report.add(
      position < 0 ? `/fields/${entry.lines ?? ''}/lines` : `/calculations/${position}/call`,
      `There is no calculation "${entry.call}" (${index + 1}).`,
      didYouMean(entry.call, Object.keys(registries.calculations)),
    )
  }
  return entry
}

/** What the lines of a module are resolved with. */
interface LinesContext {
  readonly origin: Origin
  readonly registries: Registries
  readonly report: Report
  readonly calculations: Calculation[]
}

function resolveLines(name: string, spec: FieldSpec, { origin, registries, report, calculations }: LinesContext): Lines {
  const pointer = `/fields${step(name)}`
  const template = spec.lines ? registries.lineTemplates[spec.lines] : undefined
  if (spec.lines && !template) {
    report.add(
      `${pointer}/lines`,
      `There is no line template "${spec.lines}"; allowed: ${Object.keys(registries.lineTemplates).join(', ')}.`,
      didYouMean(spec.lines, Object.keys(registries.lineTemplates)),
    )
  }
  const fieldSpecs = (spec.fields ?? {}) as Record<string, RawField | null>
  const fields: Field[] = []
  const add = (field: string, merged: FieldSpec, from: Origin): void => {
    const place = `${pointer}/fields${step(field)}`
    const checked = withChoices(known(merged, place, report), registries)
    if (checked.type === 'lines') report.add(place, 'Rows cannot hold rows of their own.')
    else fields.push(resolveField(field, checked, from))
  }
  for (const [field, base] of Object.entries(template?.fields ?? {})) {
    if (base && fieldSpecs[field] !== null) add(field, overField(base, fieldSpecs[field]), fieldSpecs[field] ? 'module' : 'template')
  }
  for (const [field, value] of Object.entries(fieldSpecs)) {
    if (value && !template?.fields[field]) add(field, value, field.startsWith('x_') ? 'overlay' : origin)
  }
  for (const entry of template?.calculations ?? []) calculations.push(calculation(entry.call, name, entry.with, registries))
  // A list of words such as serial numbers reads well in a cell, unlike other structured values.
  const isColumn = (field: Field) => field.widget !== 'hidden' && (fieldTypes[field.type].listable || field.widget === 'list')
  const visible = fields.filter(isColumn).map((field) => field.name)
  const extra = fields.filter((field) => field.origin === origin && isColumn(field)).map((field) => field.name)
  const columns = spec.columns ?? (template?.columns ? [...new Set([...template.columns, ...extra])] : visible)
  return compact<Lines>({
    name,
    title: spec.title ?? fieldTitle(name),
    table: '',
    fields,
    field: {},
    template: spec.lines,
    minItems: spec.minItems ?? 0,
    maxItems: spec.maxItems ?? LINES_LIMIT,
    readonly: spec.readonly ?? false,
    fixed: spec.fixed ?? template?.fixed,
    visible: spec.visible,
    access: spec.access,
    indexes: spec.indexes,
    apart: spec.apart || undefined,
    columns,
  })
}
