import type { Field, Lines, Row } from '../../../engine/model/module.ts'
import {
  type Change,
  type FieldState,
  type LinesState,
  type RecordState,
  sameValue,
  toJson,
} from '../../../engine/runtime/compute/index.ts'
import { ReferenceEntries } from '../../fields/entry.ts'
import type { Ref } from '../../fields/ref.ts'
import { isRef } from '../../fields/types.ts'
import { type Calculator, plainCalculator } from './calculator.ts'
import { cellPath, FormErrors } from './errors.ts'
import { Listeners } from './listeners.ts'
import {
  EMPTY_ROW,
  indexed,
  isUntouched,
  NO_KEYS,
  NO_ROWS,
  pickWritable,
  type RefValue,
  type RowKeys,
  recordBefore,
  type WrittenValue,
  writtenValues,
} from './rows.ts'
import type { FormShape } from './shape.ts'

export interface CellChange {
  readonly key: string
  readonly field: string
  readonly value: unknown
  readonly ref?: RefValue
}

/** The rows of a child table with their keys at one moment; rows are never changed in place. */
export interface TableImage {
  readonly keys: readonly string[]
  readonly rows: readonly Row[]
}

/**
 * The values of one record while it is on screen. Rows are plain objects in arrays, replaced when they change; a
 * component that shows a field, a row or an error subscribes to just that, so that a key press draws one cell and the
 * values computed from it, in a document of any length.
 */
export class RecordStore {
  readonly shape: FormShape
  /** Called with a fetched reference whose label is not known yet. */
  resolveRef: ((field: Field, id: number) => Promise<Ref | undefined>) | undefined
  /** Called when a user writes a header field, not when values are loaded or computed. */
  onEntered: ((name: string) => void) | undefined
  /** Set by a form that validates itself: checks the record, shows the errors and returns them; `only` names the fields that count. */
  check: ((only?: ReadonlySet<string>) => Promise<Record<string, string[]>>) | undefined
  /** Texts typed instead of references. Writing a field or cell is final: it discards the typed text. */
  readonly entries = new ReferenceEntries((path) => {
    this.listeners.tell(`e:${path}`)
    this.listeners.tell('errors')
  })
  private readonly calculator: Calculator
  private record: Row = {}
  private readonly tables = new Map<string, RowKeys>()
  private readonly states = new Map<string, FieldState>()
  private stateOf: { record: Row; state: RecordState } | undefined
  private readonly listeners = new Listeners()
  private readonly errors = new FormErrors(this.entries, this.listeners)
  private nextKey = 1
  private changed = false
  /** Header values that the server proposed, with what they are; they count until the field has another value. */
  private readonly proposed = new Map<string, { readonly value: unknown; readonly why: string }>()
  /** Header fields that a user wrote since the values were loaded. */
  private readonly entered = new Set<string>()

  constructor(shape: FormShape, values: Row, calculator: Calculator = plainCalculator(shape)) {
    this.shape = shape
    this.calculator = calculator
    this.load(values)
  }

  /** Replaces everything, e.g. with the server's response; `compute` recomputes everything, `changed` marks it as unsaved. */
  load(values: Row, { compute = false, changed = false } = {}): void {
    const record: Row = { ...values }
    this.tables.clear()
    for (const lines of this.shape.lines) {
      const rows = Array.isArray(values[lines.name]) ? (values[lines.name] as Row[]) : []
      record[lines.name] = rows
      this.tables.set(lines.name, indexed(rows.map(() => this.newKey())))
    }
    this.record = compute ? this.calculator.all(record) : record
    this.errors.reset()
    this.entered.clear()
    this.proposed.clear()
    this.changed = changed
    this.listeners.tellAll()
  }

  /* ---------- reading ---------- */

  /** The record as it is; another object after every change. */
  get current(): Readonly<Row> {
    return this.record
  }
  get dirty(): boolean {
    return this.changed
  }
  value(name: string): unknown {
    return this.record[name]
  }
  resolved(field: Field): unknown {
    return field.refAs ? this.record[field.refAs] : undefined
  }
  keys(lines: string): readonly string[] {
    return this.table(lines).keys
  }
  row(lines: string, key: string): Row {
    return this.rows(lines)[this.indexOf(lines, key)] ?? EMPTY_ROW
  }
  rows(lines: string): readonly Row[] {
    return (this.record[lines] as Row[] | undefined) ?? NO_ROWS
  }
  indexOf(lines: string, key: string): number {
    return this.table(lines).positions.get(key) ?? -1
  }
  errorsAt(path: string): readonly string[] {
    return this.errors.at(path)
  }
  get errorPaths(): readonly string[] {
    return this.errors.paths
  }

  /** State of a header field; the same object until it changes. */
  state(field: Field): FieldState {
    return this.keep(field.name, this.recordState().fields[field.name] ?? HIDDEN)
  }
  linesState(lines: string): LinesState {
    return this.recordState().lines[lines] ?? { visible: true, readonly: false, fixed: false }
  }
  cellStates(lines: string, key: string): Readonly<Record<string, FieldState>> {
    return this.recordState().row(lines, this.row(lines, key))
  }
  /** Messages of `required` and `check`, by field and `lines.index.field`. */
  rules(): Record<string, string[]> {
    return this.calculator.validate(this.record)
  }

  /** Values in the form of a request: writable fields only, `null` for emptied ones, rows in their order. */
  snapshot(): Row {
    const values: Row = pickWritable(this.shape.fields, this.record)
    for (const lines of this.shape.lines) {
      if (lines.readonly === true) continue
      values[lines.name] = this.rows(lines.name)
        .filter((row) => !this.isBlank(row, lines))
        .map((row) => {
          const values = pickWritable(lines.fields, row)
          return row.id === undefined ? values : { id: row.id, ...values }
        })
    }
    return values
  }

  /** Everything with references, for a local draft. */
  copy(): Row {
    return toJson(this.record)
  }

  subscribe = (topic: string, listener: () => void): (() => void) => this.listeners.add(topic, listener)

  /* ---------- writing ---------- */

  set(name: string, value: unknown, ref?: RefValue): void {
    this.entries.settle(name)
    this.entered.add(name)
    this.write(name, value, ref)
    this.onEntered?.(name)
  }

  /** Whether a user wrote this header field since the values were loaded. */
  isEntered(name: string): boolean {
    return this.entered.has(name)
  }

  /** Fills a header field with a value that nobody entered, and keeps what it is for the field's note. */
  propose(name: string, value: unknown, why: string, ref?: Ref): void {
    this.proposed.set(name, { value, why })
    const wasDirty = this.changed
    if (!sameValue(this.record[name], value)) this.write(name, value, ref)
    else this.listeners.tell(`h:${name}`)
    this.changed = wasDirty
    this.listeners.tell('any')
  }

  /** What the value of a header field is, while it is a proposed one. */
  proposalOf(name: string): string | undefined {
    const held = this.proposed.get(name)
    return held && sameValue(held.value, this.record[name]) ? held.why : undefined
  }

  /** Sets header values with their references, and the rows of child tables, at once; nothing is fetched again. */
  bring(header: Row, tables: Readonly<Record<string, readonly Row[]>>): void {
    for (const name of Object.keys(header)) this.errors.clear(name)
    const changes: Change[] = Object.keys(header).length ? [{ set: header }] : []
    const topics = Object.keys(header).map((name) => `h:${name}`)
    for (const [lines, rows] of Object.entries(tables)) {
      const held = new Map(this.rows(lines).map((row, index) => [row, this.keys(lines)[index]!]))
      this.tables.set(lines, indexed(rows.map((row) => held.get(row) ?? this.newKey())))
      changes.push({ lines, rows: [...rows] })
      topics.push(`t:${lines}`)
      this.errors.clear(lines)
    }
    this.apply(changes, topics)
  }

  setCells(lines: string, cells: readonly CellChange[]): void {
    for (const { key, field } of cells) this.entries.settle(cellPath(lines, key, field))
    this.writeCells(lines, cells)
  }

  private write(name: string, value: unknown, ref?: RefValue): void {
    const field = this.shape.field[name]
    const set = this.written(this.shape.fields, this.record, { field, name, value, ref })
    for (const changed of Object.keys(set)) this.errors.clear(changed)
    this.apply(
      [{ set }],
      Object.keys(set).map((changed) => `h:${changed}`),
    )
    this.resolveLate(this.shape.fields, name, set, (target, ref) => {
      // The field may hold another record by now; a late label must not restore the former one.
      if (this.value(target) === ref.id) this.write(target, ref.id, ref)
    })
  }

  private writeCells(lines: string, cells: readonly CellChange[]): void {
    const shape = this.linesShape(lines)
    const changes: Change[] = []
    const topics = new Set<string>()
    const late: (() => void)[] = []
    // Several cells of one row depend on each other, so that a pasted item and its unit do not conflict.
    const rows = new Map<number, Row>()
    for (const { key, field, value, ref } of cells) {
      const index = this.indexOf(lines, key)
      if (index < 0) continue
      const row = rows.get(index) ?? this.row(lines, key)
      const set = this.written(shape.fields, row, { field: shape.field[field], name: field, value, ref })
      rows.set(index, { ...row, ...set })
      changes.push({ lines, index, set })
      topics.add(`r:${lines}:${key}`)
      for (const changed of Object.keys(set)) this.errors.clear(cellPath(lines, key, changed))
      late.push(() =>
        this.resolveLate(shape.fields, field, set, (target, ref) => {
          if (this.row(lines, key)[target] === ref.id) this.writeCells(lines, [{ key, field: target, value: ref.id, ref: ref }])
        }),
      )
    }
    this.apply(changes, topics)
    for (const resolve of late) resolve()
  }

  /** Inserts rows (with the fields' defaults) and returns their keys. */
  insert(lines: string, position: number, rows: readonly Row[]): readonly string[] {
    const defaults = this.calculator.rowDefaults(this.linesShape(lines), recordBefore(this.record, lines, position))
    const keys = rows.map(() => this.newKey())
    this.restructure(
      lines,
      this.keys(lines).toSpliced(position, 0, ...keys),
      this.rows(lines).toSpliced(position, 0, ...rows.map((row) => ({ ...defaults, ...row }))),
    )
    return keys
  }

  remove(lines: string, keys: ReadonlySet<string>): void {
    this.errors.clearRows(lines, keys)
    const held = this.keys(lines)
    this.restructure(
      lines,
      held.filter((key) => !keys.has(key)),
      this.rows(lines).filter((_, index) => !keys.has(held[index]!)),
    )
  }

  move(lines: string, key: string, to: number): void {
    const keys = this.keys(lines)
    const from = this.indexOf(lines, key)
    if (from < 0 || to < 0 || to >= keys.length || to === from) return
    const rows = this.rows(lines)
    this.restructure(lines, keys.toSpliced(from, 1).toSpliced(to, 0, key), rows.toSpliced(from, 1).toSpliced(to, 0, rows[from]!))
  }

  /** A copy of a row below it, without its id and without its served quantities. */
  duplicate(lines: string, key: string): string | undefined {
    const index = this.indexOf(lines, key)
    if (index < 0) return undefined
    const shape = this.linesShape(lines)
    const source = this.row(lines, key)
    const values = pickWritable(shape.fields, source)
    for (const field of shape.fields) if (field.refAs && field.writable) values[field.refAs] = source[field.refAs]
    return this.insert(lines, index + 1, [values])[0]
  }

  /** Replaces all messages; `items.3.qty` names the cell by its present position. */
  setErrors(errors: Readonly<Record<string, readonly string[]>>): void {
    this.errors.replace(Object.entries(errors).map(([path, messages]) => [this.errorPath(path), messages]))
  }

  /** The rows of a child table as they are, for a later `restore`. */
  image(lines: string): TableImage {
    return { keys: this.keys(lines), rows: this.rows(lines) }
  }

  /** Restores the rows of a child table, and recomputes the values that depend on them. */
  restore(lines: string, { keys, rows }: TableImage): void {
    const held = this.keys(lines)
    this.errors.clearRows(lines, held)
    this.restructure(lines, keys, rows)
    for (const key of new Set([...held, ...keys])) this.listeners.tell(`r:${lines}:${key}`)
  }

  /* ---------- inside ---------- */

  private written(fields: readonly Field[], row: Row, value: WrittenValue): Row {
    const isHeader = fields === this.shape.fields
    return writtenValues(fields, row, value, {
      isEntered: (target) => !isHeader || this.entered.has(target),
      isProposed: (target) => isHeader && this.proposalOf(target) !== undefined,
    })
  }

  /** A fetched reference may be only a number: its label is loaded. */
  private resolveLate(fields: readonly Field[], picked: string, set: Row, done: (target: string, found: Ref) => void): void {
    for (const field of fields) {
      const id = set[field.name]
      if (field.name === picked || !field.refAs || typeof id !== 'number' || isRef(set[field.refAs])) continue
      void this.resolveRef?.(field, id).then((ref) => ref && done(field.name, ref))
    }
  }

  private apply(changes: readonly Change[], topics: Iterable<string>): void {
    if (changes.length === 0) return
    this.changed = true
    const { record, patches } = this.calculator.change(this.record, changes)
    this.record = record
    const changed = new Set(topics)
    for (const { lines, index, set } of patches) {
      if (lines === undefined) for (const name of Object.keys(set)) changed.add(`h:${name}`)
      else changed.add(`r:${lines}:${this.keys(lines)[index ?? -1]}`)
    }
    for (const topic of changed) this.listeners.tell(topic)
    this.listeners.tell('states')
    this.listeners.tell('any')
  }

  private restructure(lines: string, keys: readonly string[], rows: readonly Row[]): void {
    this.tables.set(lines, indexed(keys))
    this.apply([{ lines, rows }], [`t:${lines}`])
  }

  /** Whether nothing was entered in the row. */
  isBlank(row: Row, lines: Lines): boolean {
    return isUntouched(row, lines.fields, () => this.calculator.rowDefaults(lines, recordBefore(this.record, lines.name, row)))
  }

  private recordState(): RecordState {
    if (this.stateOf?.record !== this.record) this.stateOf = { record: this.record, state: this.calculator.state(this.record) }
    return this.stateOf.state
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

  private newKey(): string {
    return `r${this.nextKey++}`
  }
  private table(lines: string): RowKeys {
    return this.tables.get(lines) ?? NO_KEYS
  }
  private linesShape(name: string): Lines {
    const lines = this.shape.lines.find((candidate) => candidate.name === name)
    if (!lines) throw new Error(`There is no child table ${name}.`)
    return lines
  }
}

const HIDDEN: FieldState = { visible: false, readonly: true, required: false }
