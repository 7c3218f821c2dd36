import type { Field, Lines, Row } from '../../../engine/module.ts'
import { isRef, type Ref } from '../../fields/types.ts'
import type { Calculator, Change, FieldState, Patch } from './calculator.ts'
import { Listeners } from './listeners.ts'

/** The part of a module that a form needs; a dialog's input form has no lines. */
export interface FormShape {
  readonly fields: readonly Field[]
  readonly field: Readonly<Record<string, Field>>
  readonly lines: readonly Lines[]
}

type RefValue = Ref | readonly Ref[] | null | undefined
export interface CellChange { readonly key: string; readonly field: string; readonly value: unknown; readonly ref?: RefValue }

interface Table { keys: readonly string[]; rows: Row[]; at: Map<string, number> }

/** Error keys: `supplier_id` for the header, `items/r7/qty` for a cell, `items/r7` for a row. */
export const cellPath = (lines: string, key: string, field?: string): string => (field ? `${lines}/${key}/${field}` : `${lines}/${key}`)

const NO_ERRORS: readonly string[] = []

/**
 * The values of one record while it is on screen. Rows are plain objects in arrays, replaced when they
 * change; whoever shows a field, a row or an error subscribes to just that, so that a key press draws
 * one cell and what is computed from it, however long the document is.
 */
export class RecordStore {
  readonly shape: FormShape
  /** Called with a fetched reference whose label is not known yet. */
  resolveRef: ((field: Field, id: number) => Promise<Ref | undefined>) | undefined
  private readonly calculator: Calculator | undefined
  private record: Row = {}
  private readonly tables = new Map<string, Table>()
  private readonly states = new Map<string, FieldState>()
  private errors = new Map<string, readonly string[]>()
  private readonly listeners = new Listeners()
  private nextKey = 1
  private changed = false
  private readonly fetched = new Map<string, unknown>()

  constructor(shape: FormShape, values: Row, calculator?: Calculator) {
    this.shape = shape
    this.calculator = calculator
    this.load(values)
  }

  /** Replaces everything, e.g. by what the server answered. Nothing counts as changed afterwards. */
  load(values: Row): void {
    this.record = { ...values }
    this.tables.clear()
    for (const lines of this.shape.lines) {
      const rows = Array.isArray(values[lines.name]) ? (values[lines.name] as Row[]).map((row) => ({ ...row })) : []
      this.record[lines.name] = rows
      this.tables.set(lines.name, indexed({ keys: rows.map(() => this.newKey()), rows, at: new Map() }))
    }
    this.errors = new Map()
    this.fetched.clear()
    this.apply(this.calculator?.recompute(this.record, 'all'))
    this.changed = false
    this.listeners.tellAll()
  }

  /* ---------- reading ---------- */

  get dirty(): boolean { return this.changed }
  value(name: string): unknown { return this.record[name] }
  resolved(field: Field): unknown { return field.refAs ? this.record[field.refAs] : undefined }
  keys(lines: string): readonly string[] { return this.table(lines).keys }
  row(lines: string, key: string): Row { return this.table(lines).rows[this.indexOf(lines, key)] ?? EMPTY_ROW }
  rows(lines: string): readonly Row[] { return this.table(lines).rows }
  indexOf(lines: string, key: string): number { return this.table(lines).at.get(key) ?? -1 }
  errorsAt(path: string): readonly string[] { return this.errors.get(path) ?? NO_ERRORS }
  get errorPaths(): readonly string[] { return [...this.errors.keys()] }

  /** State of a header field; the same object until it differs. */
  state(field: Field): FieldState {
    const fresh = this.calculator?.fieldState(this.record, field.name) ?? staticState(field)
    return this.keep(field.name, fresh)
  }

  cellState(lines: string, key: string, field: Field): FieldState {
    return this.calculator?.cellState(this.record, this.row(lines, key), lines, field.name) ?? staticState(field)
  }

  /** Values as a request carries them: writable fields only, `null` for emptied ones, rows in their order. */
  snapshot(): Row {
    const values: Row = pickWritable(this.shape.fields, this.record)
    for (const lines of this.shape.lines) {
      if (lines.readonly === true) continue
      values[lines.name] = this.rows(lines.name).filter((row) => !isBlank(row, lines)).map((row) => {
        const kept = pickWritable(lines.fields, row)
        return row.id === undefined ? kept : { id: row.id, ...kept }
      })
    }
    return values
  }

  /** Everything with references, for a local draft. */
  copy(): Row { return structuredClone(this.record) }

  subscribe = (topic: string, listener: () => void): (() => void) => this.listeners.add(topic, listener)

  /* ---------- writing ---------- */

  set(name: string, value: unknown, ref?: RefValue): void {
    const field = this.shape.field[name]
    const changes: Change[] = []
    this.write(this.record, field, name, value, ref)
    changes.push({ kind: 'header', field: name })
    if (ref && field && isRef(ref)) {
      for (const target of this.shape.fields) if (this.fetch(this.record, target, name, ref, target.name)) changes.push({ kind: 'header', field: target.name })
    }
    for (const change of changes) if (change.kind === 'header') this.clearErrors(change.field)
    this.after(changes, changes.map((change) => `h:${change.kind === 'header' ? change.field : ''}`))
  }

  setCells(lines: string, cells: readonly CellChange[]): void {
    const table = this.table(lines)
    const shape = this.linesShape(lines)
    const changes: Change[] = []
    const topics = new Set<string>()
    for (const cell of cells) {
      const index = this.indexOf(lines, cell.key)
      if (index < 0) continue
      const row: Row = { ...table.rows[index] }
      this.write(row, shape.field[cell.field], cell.field, cell.value, cell.ref)
      changes.push({ kind: 'cell', lines, index, field: cell.field })
      if (cell.ref && isRef(cell.ref)) {
        for (const target of shape.fields) {
          if (this.fetch(row, target, cell.field, cell.ref, cellPath(lines, cell.key, target.name), (ref) => this.setCells(lines, [{ key: cell.key, field: target.name, value: ref.id, ref }]))) {
            changes.push({ kind: 'cell', lines, index, field: target.name })
          }
        }
      }
      table.rows[index] = row
      for (const change of changes) if (change.kind === 'cell' && change.index === index) this.clearErrors(cellPath(lines, cell.key, change.field))
      topics.add(`r:${lines}:${cell.key}`)
    }
    this.after(changes, topics)
  }

  /** Inserts rows (with the fields' constant defaults) and answers their keys. */
  insert(lines: string, at: number, rows: readonly Row[]): readonly string[] {
    const table = this.table(lines)
    const added = rows.map((row) => ({ ...defaultsOf(this.linesShape(lines)), ...row }))
    const keys = added.map(() => this.newKey())
    this.restructure(lines, table.keys.toSpliced(at, 0, ...keys), table.rows.toSpliced(at, 0, ...added))
    return keys
  }

  remove(lines: string, keys: ReadonlySet<string>): void {
    const table = this.table(lines)
    for (const path of this.errors.keys()) if ([...keys].some((key) => path.startsWith(`${lines}/${key}`))) this.errors.delete(path)
    this.restructure(lines, table.keys.filter((key) => !keys.has(key)), table.rows.filter((_, index) => !keys.has(table.keys[index]!)))
    this.listeners.tell('errors')
  }

  move(lines: string, key: string, to: number): void {
    const table = this.table(lines)
    const from = this.indexOf(lines, key)
    if (from < 0 || to < 0 || to >= table.keys.length || to === from) return
    const row = table.rows[from]!
    this.restructure(lines, table.keys.toSpliced(from, 1).toSpliced(to, 0, key), table.rows.toSpliced(from, 1).toSpliced(to, 0, row))
  }

  /** A copy of a row below it, without its identity and without what was served of it. */
  duplicate(lines: string, key: string): string | undefined {
    const index = this.indexOf(lines, key)
    if (index < 0) return undefined
    const shape = this.linesShape(lines)
    const source = this.row(lines, key)
    const kept = pickWritable(shape.fields, source)
    for (const field of shape.fields) if (field.refAs && field.writable) kept[field.refAs] = source[field.refAs]
    return this.insert(lines, index + 1, [kept])[0]
  }

  /** Replaces all messages; `items.3.qty` names the cell by its present place. */
  setErrors(errors: Readonly<Record<string, readonly string[]>>): void {
    const before = [...this.errors.keys()]
    this.errors = new Map(Object.entries(errors).map(([path, messages]) => [this.errorPath(path), messages]))
    for (const path of new Set([...before, ...this.errors.keys()])) this.listeners.tell(`e:${path}`)
    this.listeners.tell('errors')
  }

  addError(path: string, message: string): void {
    this.errors.set(path, [message])
    this.listeners.tell(`e:${path}`)
    this.listeners.tell('errors')
  }

  /* ---------- inside ---------- */

  private write(target: Row, field: Field | undefined, name: string, value: unknown, ref: RefValue): void {
    target[name] = value
    if (field?.refAs && ref !== undefined) target[field.refAs] = ref
    else if (field?.refAs && (value === null || value === undefined)) target[field.refAs] = null
  }

  /** Copies a column of a picked reference into an empty sibling, or one that still holds what was last fetched. */
  private fetch(into: Row, target: Field, from: string, ref: Ref, memo: string, late?: (ref: Ref) => void): boolean {
    if (target.fetch?.from !== from || !target.writable) return false
    const value = ref[target.fetch.path]
    const current = into[target.name]
    const free = current === null || current === undefined || current === '' || this.fetched.get(memo) === current
    if (value === undefined || value === null || !free || current === value) return false
    this.fetched.set(memo, value)
    const nested = target.refAs && target.fetch.path.endsWith('_id') ? ref[target.fetch.path.slice(0, -3)] : undefined
    this.write(into, target, target.name, value, target.refAs ? (isRef(nested) ? nested : null) : undefined)
    if (target.refAs && !isRef(nested) && typeof value === 'number') {
      const done = late ?? ((found: Ref) => this.set(target.name, found.id, found))
      void this.resolveRef?.(target, value).then((found) => found && done(found))
    }
    return true
  }

  private after(changes: readonly Change[], topics: Iterable<string>): void {
    this.changed = true
    this.apply(this.calculator?.recompute(this.record, changes))
    for (const topic of topics) this.listeners.tell(topic)
    this.listeners.tell('states')
    this.listeners.tell('any')
  }

  private apply(patch: Patch | undefined): void {
    if (!patch) return
    for (const [name, value] of Object.entries(patch.header)) {
      if (Object.is(this.record[name], value)) continue
      this.record[name] = value
      this.listeners.tell(`h:${name}`)
    }
    for (const { lines, index, values } of patch.rows) {
      const table = this.table(lines)
      const row = table.rows[index]
      const key = table.keys[index]
      if (!row || !key || Object.entries(values).every(([name, value]) => Object.is(row[name], value))) continue
      table.rows[index] = { ...row, ...values }
      this.listeners.tell(`r:${lines}:${key}`)
    }
  }

  private restructure(lines: string, keys: readonly string[], rows: Row[]): void {
    this.tables.set(lines, indexed({ keys, rows, at: new Map() }))
    this.record[lines] = rows
    this.after([{ kind: 'structure', lines }], [`t:${lines}`])
  }

  private clearErrors(path: string): void {
    if (!this.errors.delete(path)) return
    this.listeners.tell(`e:${path}`)
    this.listeners.tell('errors')
  }

  private errorPath(path: string): string {
    const [lines = '', index = '', ...field] = path.replaceAll('[', '.').replaceAll(']', '').split(/[./]/)
    const key = this.tables.get(lines)?.keys[Number(index)]
    return key && /^\d+$/.test(index) ? cellPath(lines, key, field.join('.')) : path
  }

  private keep(name: string, fresh: FieldState): FieldState {
    const held = this.states.get(name)
    if (held && held.visible === fresh.visible && held.readonly === fresh.readonly && held.required === fresh.required) return held
    this.states.set(name, fresh)
    return fresh
  }

  private newKey(): string { return `r${this.nextKey++}` }
  private table(lines: string): Table { return this.tables.get(lines) ?? EMPTY_TABLE }
  private linesShape(name: string): Lines {
    const lines = this.shape.lines.find((candidate) => candidate.name === name)
    if (!lines) throw new Error(`There is no child table ${name}.`)
    return lines
  }
}

const EMPTY_ROW: Row = Object.freeze({})
const EMPTY_TABLE: Table = { keys: [], rows: [], at: new Map() }

function indexed(table: Table): Table {
  for (const [index, key] of table.keys.entries()) table.at.set(key, index)
  return table
}

const staticState = (field: Field): FieldState => ({
  visible: true,
  readonly: field.readonly === true || !field.writable,
  required: field.required,
})

const pickWritable = (fields: readonly Field[], from: Row): Row =>
  Object.fromEntries(fields.filter((field) => field.writable && field.storage !== 'none' && from[field.name] !== undefined).map((field) => [field.name, from[field.name]]))

const defaultsOf = (lines: Lines): Row =>
  Object.fromEntries(lines.fields.flatMap((field) => (field.default && 'value' in field.default ? [[field.name, field.default.value]] : [])))

/** A row in which nothing was entered beyond its defaults is not sent. */
export function isBlank(row: Row, lines: Lines): boolean {
  if (row.id !== undefined) return false
  const defaults = defaultsOf(lines)
  return lines.fields.every((field) => {
    const value = row[field.name]
    return !field.writable || value === null || value === undefined || value === '' || value === defaults[field.name]
  })
}
