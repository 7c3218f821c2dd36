/** Small resolved modules for unit tests of the engine's run time, without the resolver. */
import { makeField } from '../../model/make-field.ts'
import type { ComputeNode, Field, FieldType, Lines, Module, Workflow } from '../../model/module.ts'

export const field = (name: string, type: FieldType, more: Partial<Field> = {}): Field => makeField(name, type, name, more)

export function lines(name: string, fields: readonly Field[], more: Partial<Lines> = {}): Lines {
  return {
    name,
    title: name,
    table: `sample__${name}`,
    fields,
    field: Object.fromEntries(fields.map((each) => [each.name, each])),
    minItems: 0,
    maxItems: 0,
    readonly: false,
    columns: fields.map((each) => each.name),
    ...more,
  }
}

/** A module around these fields with every other part empty, for tests and stories; `more` says what differs. */
export const emptyModule = (name: string, fields: readonly Field[], more: Partial<Module> = {}): Module => ({
  name,
  title: `${name}s`,
  singular: name,
  application: 'home',
  group: 'Samples',
  order: 0,
  icon: 'file',
  alsoIn: [],
  hidden: false,
  kind: 'master',
  hash: `${name}-1`,
  entity: { table: name, label: '{name}', name: 'name', numbers: [], unique: [], indexes: [], volume: 'normal', single: false },
  fields,
  field: Object.fromEntries(fields.map((each) => [each.name, each])),
  lines: [],
  columns: [],
  filters: [],
  search: [],
  sort: [],
  form: { tabs: [] },
  actions: {},
  sources: [],
  panels: [],
  endpoints: [],
  everyone: [],
  saved: [],
  notify: [],
  print: [],
  compute: [],
  lookups: [],
  schema: {},
  ...more,
})

interface Sample {
  readonly fields: readonly Field[]
  readonly lines?: readonly Lines[]
  readonly compute?: readonly ComputeNode[]
  readonly workflow?: Workflow
  readonly more?: Partial<Module>
}

export const sample = ({ fields, lines: tables = [], compute = [], workflow, more = {} }: Sample): Module =>
  emptyModule('sample', fields, {
    title: 'Samples',
    singular: 'Sample',
    kind: 'document',
    lines: tables,
    compute,
    ...(workflow && { workflow }),
    ...more,
  })
