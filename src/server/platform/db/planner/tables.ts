import { keepsRecords } from '../../../../engine/model/kind.ts'
import type { Field, Lines, Module, ModuleSet } from '../../../../engine/model/module.ts'
import { fit, literal, quote } from '../name.ts'
import { lineIndexes, moduleIndexes } from './indexes.ts'
import { type CheckSpec, type ColumnSpec, type ForeignKeySpec, SYSTEM_COLUMNS, type TableSpec } from './spec.ts'

/** Whether the module has rows. */
export const hasTable = (module: Module): boolean => keepsRecords(module.kind)

/** Precision of numeric columns by meaning; the scale comes from the field. */
const PRECISION = { default: 18, percent: 9 }
const DEFAULT_SCALE: Partial<Record<Field['type'], number>> = { money: 2, quantity: 6, rate: 4, percent: 4, number: 6 }

/** PostgreSQL type of a field's column. */
export function columnType(field: Pick<Field, 'type' | 'storage' | 'scale'>): string {
  if (field.storage !== 'numeric') return field.storage
  const precision = field.type === 'percent' ? PRECISION.percent : PRECISION.default
  return `numeric(${precision},${field.scale ?? DEFAULT_SCALE[field.type] ?? 6})`
}

/** The tables of a module set: one per module with rows, one per child table. Pure. */
export function tablesOf(modules: ModuleSet, options: { trigram?: string } = {}): TableSpec[] {
  return [...modules.values()]
    .filter(hasTable)
    .flatMap((module) => [recordTable(module, modules, options.trigram), ...module.lines.map((lines) => lineTable(module, lines, modules))])
}

function recordTable(module: Module, modules: ModuleSet, trigram: string | undefined): TableSpec {
  const name = module.entity.table
  const fields = stored(module.fields).filter((field) => !(SYSTEM_COLUMNS as readonly string[]).includes(field.name))
  const columns = fields.map(column)
  for (const extra of workflowColumns(module))
    if (!columns.some((columnSpec) => columnSpec.name === extra)) columns.push({ name: extra, type: 'text' })
  return {
    name,
    ...(module.entity.fillfactor ? { fillfactor: module.entity.fillfactor } : {}),
    columns,
    foreignKeys: foreignKeys(name, fields, modules),
    checks: [...statusCheck(module), ...fields.flatMap((field) => boundChecks(name, field))],
    indexes: moduleIndexes(module, fields, trigram),
  }
}

function lineTable(module: Module, lines: Lines, modules: ModuleSet): TableSpec {
  const fields = stored(lines.fields).filter((field) => !['id', 'parent_id', 'line_no'].includes(field.name))
  return {
    name: lines.table,
    parent: module.entity.table,
    columns: fields.map(column),
    foreignKeys: [
      { name: fit(`${lines.table}__parent_fk`), column: 'parent_id', table: module.entity.table, onDelete: 'cascade' },
      ...foreignKeys(lines.table, fields, modules),
    ],
    checks: fields.flatMap((field) => boundChecks(lines.table, field)),
    indexes: lineIndexes(lines, fields),
  }
}

const stored = (fields: readonly Field[]) => fields.filter((field) => field.storage !== 'none')

/** The state and the derived progress are kept even where no field declares them. */
function workflowColumns(module: Module): string[] {
  if (!module.workflow) return []
  return module.workflow.progress ? ['status', 'progress'] : ['status']
}

function column(field: Field): ColumnSpec {
  const constant = field.default && 'value' in field.default ? field.default.value : undefined
  const scalar = typeof constant === 'boolean' || typeof constant === 'number' || typeof constant === 'string'
  const takesDefault = scalar && ['text', 'integer', 'numeric', 'boolean'].includes(field.storage)
  return {
    name: field.name,
    type: columnType(field),
    ...(takesDefault ? { default: constant } : {}),
    ...(field.renamedFrom ? { renamedFrom: field.renamedFrom } : {}),
  }
}

function foreignKeys(table: string, fields: readonly Field[], modules: ModuleSet): ForeignKeySpec[] {
  return fields.flatMap((field) => {
    const target = field.to && field.storage === 'bigint' ? modules.get(field.to) : undefined
    if (!target || !hasTable(target)) return []
    return [{ name: fit(`${table}__${field.name}__fk`), column: field.name, table: target.entity.table, onDelete: 'no action' as const }]
  })
}

function statusCheck(module: Module): CheckSpec[] {
  if (!module.workflow) return []
  const states = Object.values(module.workflow.states).map((state) => literal(state.name))
  return states.length ? [{ name: fit(`${module.entity.table}__status__check`), expr: `"status" IN (${states.join(', ')})` }] : []
}

/** Numeric bounds of the value's schema. Computed fields are left to the service, which explains itself better. */
function boundChecks(table: string, field: Field): CheckSpec[] {
  if (field.computed || !['numeric', 'integer'].includes(field.storage)) return []
  const { minimum, maximum, exclusiveMinimum, exclusiveMaximum } = field.schema as Record<string, unknown>
  const name = quote(field.name)
  const parts = [
    typeof minimum === 'number' ? `${name} >= ${minimum}` : '',
    typeof exclusiveMinimum === 'number' ? `${name} > ${exclusiveMinimum}` : '',
    typeof maximum === 'number' ? `${name} <= ${maximum}` : '',
    typeof exclusiveMaximum === 'number' ? `${name} < ${exclusiveMaximum}` : '',
  ].filter(Boolean)
  return parts.length ? [{ name: fit(`${table}__${field.name}__check`), expr: parts.join(' AND ') }] : []
}
