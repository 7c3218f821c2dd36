/** How records are listed and laid out: label, columns, filters, search, order, form. */

import type { Diagram, Planner } from '../../model/calendar.ts'
import type { Descriptor, Column as RawColumn } from '../../model/descriptor.generated.ts'
import type {
  Calendar,
  Column,
  Entity,
  Field,
  FormProposal,
  Kind,
  Layout,
  Lines,
  Module,
  Numbering,
  Periods,
  RecordHeader,
  Section,
  Tab,
  TreeView,
} from '../../model/module.ts'
import { readByDigit } from '../../runtime/fields/grouping.ts'
import { fieldTypes, isReference } from '../../runtime/fields/types.ts'
import { labelPaths } from '../../runtime/format/index.ts'
import { calls } from './calls.ts'
import { compact } from './fields.ts'
import { fieldTitle } from './humanize.ts'

type RawProposal = NonNullable<NonNullable<Descriptor['form']>['propose']>[number]

function formProposal({ field: path, on, also, handler }: RawProposal): FormProposal {
  const [first = '', inRow] = path.split('.')
  return {
    ...(inRow === undefined ? { field: first } : { lines: first, field: inRow }),
    on,
    ...(also && { also }),
    handler: calls([handler])[0]!,
  }
}

type Fields = Readonly<Record<string, Field>>

const NAMES = ['name', 'title', 'transaction_no', 'code', 'label'] as const
const listable = (field: Field): boolean => fieldTypes[field.type].listable && field.widget !== 'hidden' && !field.sensitive

function nameField(raw: Descriptor, fields: readonly Field[], byName: Fields): string {
  const name = raw.entity?.name ?? NAMES.find((name) => byName[name])
  if (name) return name
  const inLabel = labelPaths(raw.entity?.label ?? '').find((path) => byName[path])
  return inLabel ?? fields.find((field) => field.type === 'text' || field.type === 'code')?.name ?? 'id'
}

/** A descriptor with its resolved fields and lines. */
interface EntityParts {
  readonly raw: Descriptor
  readonly kind: Kind
  readonly fields: readonly Field[]
  readonly byName: Fields
  readonly lines: readonly Lines[]
}

/** The entity of a module: names, numbers, owner and storage. */
export function resolveEntity(module: string, { raw, kind, fields, byName, lines }: EntityParts): Entity {
  const entity = raw.entity ?? {}
  const name = nameField(raw, fields, byName)
  const label = entity.label ?? (byName.code && name !== 'code' ? `{code} · {${name}}` : `{${name}}`)
  const document = kind === 'document' || kind === 'filing'
  const branch = entity.branch === null ? undefined : (entity.branch ?? (document && byName.branch_id ? 'branch_id' : undefined))
  return compact<Entity>({
    table: module,
    label,
    name,
    numbers: numbers(module, entity.number, document),
    items: entity.items ?? lines[0]?.name,
    unique: entity.unique ?? [],
    indexes: entity.indexes ?? [],
    owner: entity.owner ?? (kind === 'filing' ? 'employee_id' : undefined),
    personal: entity.personal || undefined,
    ownerSees: entity.ownerSees,
    supervised: (entity.supervised ?? kind === 'filing') || undefined,
    listed: entity.listed,
    picker: entity.picker,
    offeredColumns: entity.offeredColumns,
    pickerFigures: entity.pickerFigures?.map((figure) => ({ ...figure, type: figure.type ?? 'quantity', with: figure.with ?? [] })),
    pickerChoices: entity.pickerChoices,
    leaders: entity.leaders,
    involves: entity.involves,
    led: entity.led,
    period: entity.period && [entity.period[0]!, entity.period[1] ?? entity.period[0]!],
    inForce: entity.inForce as [string, string] | undefined,
    preload: entity.preload || undefined,
    publicCode: entity.publicCode,
    systemKey: entity.systemKey,
    sharing: entity.sharing,
    origin: entity.origin,
    subject: entity.subject,
    members: entity.members,
    within: entity.within,
    membersOnly: entity.membersOnly,
    defaultRecord: entity.defaultRecord && { ...entity.defaultRecord, within: entity.defaultRecord.within ?? [] },
    secondPerson: entity.secondPerson,
    choices: entity.choices,
    branch,
    alsoBranches: entity.alsoBranches,
    volume: entity.volume ?? 'normal',
    fillfactor: entity.fillfactor,
    date: entity.date ?? (document && byName[DOCUMENT_DATE] ? DOCUMENT_DATE : undefined),
    tree: entity.tree,
    single: entity.single ?? false,
  })
}

function numbers(module: string, declared: NonNullable<Descriptor['entity']>['number'], document: boolean): Numbering[] {
  const initials = module
    .split('_')
    .map((word) => word[0]!.toUpperCase())
    .join('')
  const given = declared ?? (document ? `${initials}-{branch.code}-{YYYY}-{######}` : [])
  return (Array.isArray(given) ? given : [given]).map((entry) => {
    const series = typeof entry === 'string' ? { format: entry } : entry
    return {
      field: series.field ?? 'transaction_no',
      format: series.format,
      at: series.at ?? 'save',
      gapless: series.gapless ?? false,
      ...(series.when === undefined ? {} : { when: series.when }),
    }
  })
}

/** The first field of a column path: the field itself, or the reference of a dotted path. */
export function rootField(path: string, fields: readonly Field[]): Field | undefined {
  const first = path.split('.')[0]
  return fields.find((field) => field.name === first) ?? fields.find((field) => field.refAs === first)
}

/** The title of a field seen through a reference: `Supplier code`, but not `Employee employee no.`. */
const titleThrough = (reference: string, title: string): string =>
  title.toLowerCase().startsWith(`${reference.toLowerCase()} `) ? title : `${reference} ${title.toLowerCase()}`

/** A column; `target` is the column of the referenced module when the path is dotted. */
export function resolveColumn(
  entry: string | RawColumn,
  fields: readonly Field[],
  target: (field: Field, column: string) => Field | undefined,
): Column | undefined {
  const given: RawColumn = typeof entry === 'string' ? { path: entry } : entry
  const field = rootField(given.path, fields)
  if (!field) return undefined
  const through = given.path.includes('.') ? field : undefined
  const column = through ? given.path.slice(given.path.indexOf('.') + 1) : ''
  const shown = through ? target(field, column) : field
  const type = given.path === 'status' ? 'status' : (shown?.type ?? 'text')
  const info = fieldTypes[type === 'status' ? 'select' : type]
  const named = column === 'name' || column === 'label'
  const title = given.title ?? (!through || named ? field.title : titleThrough(field.title, shown?.title ?? fieldTitle(column)))
  return compact<Column>({
    path: given.path,
    title,
    type,
    align: info.align,
    width: given.width,
    scale: shown?.scale,
    byDigit: shown && readByDigit(shown) ? true : undefined,
    sortable: info.sortable && field.storage !== 'none' && (!through || field.type !== 'references'),
    via: through?.name ?? (isReference(field.type) ? field.name : undefined),
    day: given.day,
  })
}

/** Default columns: the first six that can be shown, references by name, and the status. */
export function defaultColumns(fields: readonly Field[]): string[] {
  const shown = fields.filter(
    (field) =>
      listable(field) && field.origin !== 'system' && field.name !== 'status' && field.name !== 'progress' && field.type !== 'references',
  )
  const stamped = new Set(['posted_by', 'posted_at', 'voided_by', 'voided_at', 'approved_by', 'approved_at'])
  const columns = shown
    .filter((field) => !stamped.has(field.name))
    .slice(0, 6)
    .map((field) => (field.refAs ? `${field.refAs}.name` : field.name))
  return fields.some((field) => field.name === 'status') ? [...columns, 'status'] : columns
}

const FILTERED = new Set([
  'select',
  'multiselect',
  'toggle',
  'boolean',
  'date',
  'datetime',
  'month',
  'reference',
  'references',
  'user',
  'employee',
])

/** Default quick filters: the columns with few values or a calendar. */
export function defaultFilters(columns: readonly Column[], fields: readonly Field[]): string[] {
  const names = columns.flatMap((column) => {
    const field = rootField(column.path, fields)
    return field && FILTERED.has(field.type) ? [field.name] : []
  })
  return [...new Set(names)]
}

/** Default text search: the fields of the label, and the text columns. */
export function defaultSearch(label: string, columns: readonly Column[], fields: readonly Field[]): string[] {
  const searchable = (path: string): boolean => {
    const field = rootField(path, fields)
    if (!field) return false
    return path.includes('.')
      ? isReference(field.type) && field.type !== 'references'
      : fieldTypes[field.type].searchable && !field.sensitive
  }
  const texts = columns
    .filter((column) => column.type === 'text' || column.type === 'code' || column.type === 'email')
    .map((column) => column.path)
  return [...new Set([...labelPaths(label), ...texts])].filter(searchable)
}

/** Default order: newest first for documents and logs, by name otherwise. The id decides ties. */
export function resolveSort(raw: Descriptor['sort'], entity: Entity, kind: Kind): Module['sort'] {
  const given =
    raw === undefined ? (entity.date ? [`-${entity.date}`] : kind === 'log' ? ['-id'] : [entity.name]) : Array.isArray(raw) ? raw : [raw]
  const sort = given.map((entry) => ({ field: entry.replace(/^-/, ''), descending: entry.startsWith('-') }))
  return sort.some((entry) => entry.field === 'id') ? sort : [...sort, { field: 'id', descending: sort.at(-1)?.descending ?? false }]
}

/** Records on the days of a month; entries have the record's usual label unless set otherwise. */
export const resolveCalendar = (raw: Descriptor['calendar'], entity: Entity): Calendar | undefined =>
  raw &&
  compact<Calendar>({
    start: raw.start,
    end: raw.end,
    title: raw.title ?? entity.label,
    color: raw.color,
    tones: raw.tones ?? {},
    group: raw.group,
    rows: raw.rows,
    range: raw.range && [raw.range[0]!, raw.range[1]!],
    yearly: raw.yearly,
    first: raw.first ?? false,
  })

/** Records as cards beneath their periods. */
export const resolvePeriods = (raw: Descriptor['periods']): Periods | undefined =>
  raw &&
  compact<Periods>({
    of: raw.of,
    paper: raw.paper ?? [],
    standing: raw.standing,
    due: raw.due,
    figures: raw.figures ?? [],
    steps: (raw.steps ?? {}) as Record<string, string>,
    expects: raw.expects,
    begin: raw.begin,
    first: raw.first ?? false,
  })

/** Records of a week, one for each person and day. */
export const resolvePlanner = (raw: Descriptor['planner']): Planner | undefined =>
  raw && compact<Planner>({ ...raw, follows: raw.follows ?? [], first: raw.first ?? false })

/** Records below the one they refer to; a module without such a reference has no tree. */
export const resolveTree = (raw: Descriptor['tree'], entity: Entity): TreeView | undefined =>
  raw && entity.tree !== undefined
    ? compact<TreeView>({
        parent: entity.tree,
        title: raw.title ?? entity.label,
        detail: raw.detail,
        first: raw.first ?? false,
        diagram: raw.diagram && compact<Diagram>({ ...raw.diagram, first: raw.diagram.first ?? false }),
      })
    : undefined

/** The business date of documents, which their kind brings. */
const DOCUMENT_DATE = 'transaction_date'

/**
 * Layout of view, edit and new. Writable fields without a place are shown in a last section; the date that every document has
 * is shown in the first one, beside what it is the date of.
 */
export function resolveForm(raw: Descriptor['form'], fields: readonly Field[], lines: readonly Lines[]): Layout {
  const section = (entry: { title?: string; fields: string[]; columns?: 1 | 2 | 3 }): Section =>
    compact({ title: entry.title, fields: entry.fields, columns: entry.columns })
  const shown = (field: Field): boolean => field.origin !== 'system' && field.widget !== 'hidden'
  const tabs: Tab[] = raw?.tabs
    ? raw.tabs.map(
        (tab): Tab =>
          compact({ title: tab.title, section: tab.section, access: tab.access, group: tab.group, sections: tab.sections.map(section) }),
      )
    : raw?.sections
      ? [{ sections: raw.sections.map(section) }]
      : [
          {
            sections: [
              {
                fields: [
                  ...fields
                    .filter(
                      (field) =>
                        shown(field) && (field.writable || field.computed || field.origin === 'module' || field.origin === 'template'),
                    )
                    .map((field) => field.name),
                  ...lines.filter((table) => !table.apart).map((table) => table.name),
                ],
              },
            ],
          },
        ]
  const placed = new Set(tabs.flatMap((tab) => tab.sections.flatMap((entry) => entry.fields)))
  const rest = [
    ...fields.filter((field) => shown(field) && field.writable).map((field) => field.name),
    ...lines.filter((table) => table.readonly !== true).map((table) => table.name),
  ].filter((name) => !placed.has(name))
  if (rest.includes(DOCUMENT_DATE)) {
    const [head = { fields: [] }, ...sections] = tabs[0]!.sections
    const tables = new Set(lines.map(({ name }) => name))
    const table = head.fields.findIndex((name) => tables.has(name))
    const filled = head.fields.toSpliced(table < 0 ? head.fields.length : table, 0, DOCUMENT_DATE)
    tabs[0] = { ...tabs[0]!, sections: [{ ...head, fields: filled }, ...sections] }
  }
  const others = rest.filter((name) => name !== DOCUMENT_DATE)
  if (others.length) {
    const last = tabs.at(-1)!
    tabs[tabs.length - 1] = { ...last, sections: [...last.sections, { title: 'Other', fields: others }] }
  }
  return compact<Layout>({
    advice: raw?.advice && calls(raw.advice),
    propose: raw?.propose?.map(formProposal),
    header: raw?.header && compact<RecordHeader>(raw.header),
    tabs,
  })
}
