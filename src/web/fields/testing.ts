import { makeField } from '../../engine/model/make-field.ts'
import type { Field, FieldType, Lines, Module } from '../../engine/model/module.ts'

const humanized = (name: string): string => {
  const words = name.replace(/_ids?$/, '').replaceAll('_', ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/** A resolved field as `resolve` would give it, for stories and tests. */
export const fieldOf = (name: string, type: FieldType, more: Partial<Field> = {}): Field => makeField(name, type, humanized(name), more)

export const byName = (fields: readonly Field[]): Record<string, Field> => Object.fromEntries(fields.map((field) => [field.name, field]))

export const linesOf = (name: string, fields: readonly Field[], more: Partial<Lines> = {}): Lines => ({
  name,
  title: humanized(name),
  table: name,
  fields,
  field: byName(fields),
  minItems: 0,
  maxItems: 1000,
  readonly: false,
  columns: fields.map((field) => field.name),
  ...more,
})

/** A whole module around the fields given: one section, no workflow. */
export const moduleOf = (name: string, fields: readonly Field[], more: Partial<Module> = {}): Module => ({
  name,
  title: `${humanized(name)}s`,
  singular: humanized(name),
  application: 'resource',
  group: 'General',
  order: 1,
  icon: 'box',
  alsoIn: [],
  hidden: false,
  kind: 'master',
  hash: `story-${name}`,
  fields,
  field: byName(fields),
  lines: [],
  columns: [],
  filters: [],
  search: [],
  sort: [],
  entity: { table: name, label: '{name}', name: 'name', numbers: [], unique: [], indexes: [], volume: 'normal', single: false },
  form: {
    tabs: [{ sections: [{ fields: [...fields.map((field) => field.name), ...(more.lines ?? []).map((lines) => lines.name)] }] }],
  },
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
