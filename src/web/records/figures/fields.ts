/** What the records of a list can be grouped by, and the figures that they have; by the names of `GET {module}/aggregate`. */
import { DATE_UNITS, type DateUnit, type MeasureKind } from '../../../engine/model/aggregate.ts'
import type { Field, Lines, Module } from '../../../engine/model/module.ts'
import { readByDigit } from '../../../engine/runtime/fields/grouping.ts'
import { label } from '../../i18n/index.ts'
import { type FilterField, filterFields } from '../index/filter-fields.ts'
import { type FiguresKey, t } from './text.ts'

interface Choice {
  readonly value: string
  readonly label: string
}
/** Choices beneath a heading, as select boxes take them. */
export interface Section {
  readonly group: string
  readonly items: Choice[]
}

const GROUPED: readonly FilterField['kind'][] = ['choice', 'boolean', 'reference', 'date']
const MEASURED: readonly Field['type'][] = ['money', 'quantity', 'number', 'integer', 'percent', 'rate']
/** Figures that add up; of others only averages and extremes say something. */
const ADDED: readonly Field['type'][] = ['money', 'quantity', 'number', 'integer']

const UNIT_KEYS: Readonly<Record<DateUnit, FiguresKey>> = {
  day: 'figures.day',
  week: 'figures.week',
  month: 'figures.month',
  quarter: 'figures.ofQuarter',
  year: 'figures.year',
}

function groupingsOf({ kind, name, title, field }: FilterField): Choice[] {
  const text = label(title)
  if (kind !== 'date') return [{ value: name, label: text }]
  if (field.type === 'month') return [{ value: name, label: text }]
  return DATE_UNITS.map((unit) => ({ value: `${name}:${unit}`, label: t(UNIT_KEYS[unit], { field: text }) }))
}

const ofLines = (lines: Lines, text: string): string => t('figures.of', { lines: label(lines.title), field: text })

/** References and choices of the lines; their other fields would make a group of almost every line. */
const lineGroupings = (lines: Lines): Choice[] =>
  lines.fields
    .filter(({ storage, widget, sensitive }) => storage !== 'none' && widget !== 'hidden' && !sensitive)
    .filter(
      ({ to, options, type }) => (to !== undefined && type !== 'references') || type === 'boolean' || (options && type !== 'multiselect'),
    )
    .map(({ name, title }) => ({ value: `${lines.name}.${name}`, label: ofLines(lines, label(title)) }))

/** Everything that records can be grouped by; dates by each of their spans. */
export function groupChoices(module: Module): Section[] {
  const { quick, others } = filterFields(module)
  const fields = [...quick, ...others]
    .filter(({ internal, kind, field }) => !internal && !field.live && GROUPED.includes(kind))
    .flatMap(groupingsOf)
  const lines = module.lines.flatMap(lineGroupings)
  return [{ group: t('figures.record'), items: fields }, ...(lines.length ? [{ group: t('figures.lines'), items: lines }] : [])]
}

const kindsOf = ({ type }: Field): readonly MeasureKind[] =>
  ADDED.includes(type) ? ['sum', 'average', 'min', 'max'] : ['average', 'min', 'max']

const isMeasured = (field: Field): boolean =>
  MEASURED.includes(field.type) &&
  field.storage !== 'none' &&
  field.widget !== 'hidden' &&
  !field.sensitive &&
  !field.live &&
  !field.to &&
  !readByDigit(field) &&
  field.name !== 'id' &&
  field.name !== 'version' &&
  !field.name.endsWith('_count')

const measuresOf = (path: string, field: Field, text: string): Choice[] =>
  kindsOf(field).map((kind) => ({ value: `${kind}:${path}`, label: t(`figures.${kind}` as FiguresKey, { field: text }) }))

/** Every figure of the module's records and of their lines. */
export function measureChoices(module: Module): Section[] {
  const fields = module.fields.filter(isMeasured).flatMap((field) => measuresOf(field.name, field, label(field.title)))
  const lines = module.lines.flatMap((line) => [
    { value: `count:${line.name}`, label: t('figures.countOf', { lines: label(line.title) }) },
    ...line.fields
      .filter(isMeasured)
      .flatMap((field) => measuresOf(`${line.name}.${field.name}`, field, ofLines(line, label(field.title)))),
  ])
  return [
    { group: t('figures.record'), items: [{ value: 'count', label: t('figures.count') }, ...fields] },
    ...(lines.length ? [{ group: t('figures.lines'), items: lines }] : []),
  ]
}

/** What people add up first: the total of a document, else the first amount that the list shows. */
export function firstMeasure(module: Module): string {
  const amount = module.columns.find(({ type, path }) => type === 'money' && module.field[path] !== undefined)
  const field = module.field.total ?? (amount && module.field[amount.path])
  return field && isMeasured(field) ? `sum:${field.name}` : 'count'
}

/** The party or subject of the records, else their status, else their first choice. */
export function firstGrouping(module: Module): string | undefined {
  const { quick, others } = filterFields(module)
  const usable = [...quick, ...others].filter(({ internal, kind }) => !internal && GROUPED.includes(kind) && kind !== 'date')
  const shown = module.columns.map(({ path, via }) => via ?? path)
  const party = usable.find(({ kind, name }) => kind === 'reference' && shown.includes(name))
  return (party ?? usable.find(({ name }) => name === 'status') ?? usable[0])?.name
}

/** The date of the records by months, where they have one. */
export function firstDate(module: Module): string | undefined {
  const { date } = module.entity
  return date && module.field[date] ? `${date}:month` : undefined
}

/** Words of an address that are names of groupings or measures. */
export const wordsOf = (text: string | undefined): string[] => (text ?? '').split(',').filter(Boolean)

/** Words of an address, or of a saved view, that say what a layout of figures shows. */
interface Choices {
  readonly show?: string
  readonly group?: string
  readonly across?: string
  readonly measure?: string
}

/** The choices of a layout of figures: where its address leaves them open, those that it begins with. */
export function choicesOf(module: Module, { show, group, across, measure }: Choices): { group: string; across: string; measure: string } {
  const first = (show === 'chart' ? firstDate(module) : undefined) ?? firstGrouping(module) ?? ''
  const isPivot = show === 'pivot'
  return {
    // A pivot can do without rows; the others show nothing without a group.
    group: isPivot ? (group ?? first) : group || first,
    across: across ?? (isPivot && group === undefined ? (firstDate(module) ?? '') : ''),
    measure: measure || firstMeasure(module),
  }
}
