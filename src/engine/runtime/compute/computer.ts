/**
 * Recomputation of a record. A change runs only the steps that read, directly or through other computed
 * fields, what has changed: the fields of one row, calculations over the set of rows, totals, header
 * fields. Records and rows are replaced, never mutated, so totals keep what unchanged rows contributed.
 */

import type { Module, ModuleSet, Row } from '../../model/module.ts'
import type { EvalEnv } from '../expressions/index.ts'
import type { Calculations, FieldStep, RowStep, SetStep, Step } from './plan.ts'
import { planOf } from './plan.ts'
import { sameValue, toField } from './values.ts'

/**
 * A change by a user or a program. A picked reference is set together with its resolved object (`{supplier_id: 5,
 * supplier: {…}}`). `rows` is the whole new list after adding, removing or moving: rows that are the same objects as
 * before are taken as unchanged.
 */
export type Change =
  | { readonly set: Row }
  | { readonly lines: string; readonly index: number; readonly set: Row }
  | { readonly lines: string; readonly rows: readonly Row[] }

/** New values: of the header, or of one row. */
export interface Patch {
  readonly lines?: string
  readonly index?: number
  readonly set: Row
}

export interface Recomputed {
  readonly record: Row
  /** Computed values that changed, at most one patch for the header and one per row. */
  readonly patches: readonly Patch[]
}

/** A record during recomputation, with its changes so far. */
class Work {
  readonly record: Row
  readonly env: EvalEnv
  readonly header = new Set<string>()
  /** `lines.field` → indexes of rows where it changed. */
  readonly rows = new Map<string, Set<number>>()
  /** Rows that are new: everything in them is to be computed. */
  readonly fresh = new Map<string, Set<number>>()
  readonly everything: boolean
  readonly headerPatch: Row = {}
  readonly rowPatches = new Map<string, Map<number, Row>>()
  readonly #own = new Set<string>()

  constructor(record: Row, env: EvalEnv, everything: boolean) {
    this.record = { ...record }
    this.env = env
    this.everything = everything
  }

  rowsOf(lines: string): Row[] {
    const rows = this.record[lines]
    return Array.isArray(rows) ? (rows as Row[]) : []
  }

  /** Replaces values of one row; the list is copied once per recomputation. */
  setRow(lines: string, index: number, set: Row): void {
    if (!this.#own.has(lines)) {
      this.record[lines] = [...this.rowsOf(lines)]
      this.#own.add(lines)
    }
    const rows = this.record[lines] as Row[]
    rows[index] = { ...rows[index], ...set }
    for (const name of Object.keys(set)) this.touchRow(lines, name, index)
  }

  touchRow(lines: string, field: string, index: number): void {
    const key = `${lines}.${field}`
    const indexes = this.rows.get(key)
    if (indexes) indexes.add(index)
    else this.rows.set(key, new Set([index]))
  }

  patchRow(lines: string, index: number, set: Row): void {
    this.setRow(lines, index, set)
    const patches = this.rowPatches.get(lines) ?? new Map<number, Row>()
    this.rowPatches.set(lines, patches.set(index, { ...patches.get(index), ...set }))
  }

  patchHeader(name: string, value: unknown): void {
    this.record[name] = value
    this.headerPatch[name] = value
    this.header.add(name)
  }

  reads(step: { readonly header: readonly string[]; readonly rows: readonly string[] }): boolean {
    return this.everything || step.header.some((name) => this.header.has(name)) || step.rows.some((key) => this.rows.has(key))
  }

  patches(): Patch[] {
    const patches: Patch[] = Object.keys(this.headerPatch).length ? [{ set: this.headerPatch }] : []
    for (const [lines, rows] of this.rowPatches) for (const [index, set] of rows) patches.push({ lines, index, set })
    return patches
  }
}

function runField(work: Work, step: FieldStep): void {
  if (!work.reads(step)) return
  const value = toField(step.field, step.program.evaluate(work.record, work.env, undefined, !work.everything))
  if (!sameValue(value, work.record[step.field.name])) work.patchHeader(step.field.name, value)
}

/** Rows that a row step has to visit: all when it reads a changed header field, else those that changed. */
function affected(work: Work, step: RowStep): Iterable<number> {
  const rows = work.rowsOf(step.lines)
  if (work.reads(step)) return rows.keys()
  const indexes = new Set(work.fresh.get(step.lines))
  for (const name of step.rowReads) for (const index of work.rows.get(`${step.lines}.${name}`) ?? []) indexes.add(index)
  return indexes
}

function runRows(work: Work, step: RowStep): void {
  const { name } = step.field
  for (const index of affected(work, step)) {
    const row = work.rowsOf(step.lines)[index]
    if (!row) continue
    const value = toField(step.field, step.program.evaluate(row, work.env, work.record, !work.everything))
    if (!sameValue(value, row[name])) work.patchRow(step.lines, index, { [name]: value })
  }
}

function runSet(work: Work, step: SetStep): void {
  if (!work.reads(step)) return
  const rows = step.lines ? work.rowsOf(step.lines) : []
  const outcome = step.run(work.record, rows, step.params)
  for (const [name, value] of Object.entries(outcome.header ?? {})) {
    const field = step.headerFields[name]
    if (!field) continue
    const stored = toField(field, value)
    if (!sameValue(stored, work.record[name])) work.patchHeader(name, stored)
  }
  for (const [index, values] of (outcome.rows ?? []).entries()) {
    const row = rows[index]
    if (!row) continue
    const set: Row = {}
    for (const name of Object.keys(values)) {
      const field = step.rowFields[name]
      // Values that are kept already need no rounding: most rows of a set stay as they were.
      if (!field || sameValue(values[name], row[name])) continue
      const stored = toField(field, values[name])
      if (!sameValue(stored, row[name])) set[name] = stored
    }
    if (Object.keys(set).length) work.patchRow(step.lines!, index, set)
  }
}

function run(work: Work, steps: readonly Step[]): Recomputed {
  for (const step of steps) {
    if (step.kind === 'field') runField(work, step)
    else if (step.kind === 'row') runRows(work, step)
    else runSet(work, step)
  }
  return { record: work.record, patches: work.patches() }
}

function apply(work: Work, change: Change): void {
  if (!('lines' in change)) {
    for (const [name, value] of Object.entries(change.set)) {
      work.record[name] = value
      work.header.add(name)
    }
    return
  }
  if ('set' in change) {
    if (work.rowsOf(change.lines)[change.index]) work.setRow(change.lines, change.index, change.set)
    return
  }
  const before = new Set(work.rowsOf(change.lines))
  work.record[change.lines] = [...change.rows]
  work.header.add(change.lines)
  work.fresh.set(change.lines, new Set(change.rows.flatMap((row, index) => (before.has(row) ? [] : [index]))))
}

export interface Computer {
  /** Recomputes everything, as the server does before saving. */
  all(record: Row): Row
  /** The changes applied to a computed record, and the computed consequences. */
  change(record: Row, change: Change | readonly Change[]): Recomputed
}

/**
 * Compiles the computation of one module's records; the answer makes computers for callers. `modules` gives types to
 * columns of references where all modules are known.
 */
export function compileComputer(module: Module, calculations: Calculations, modules?: ModuleSet): (env: EvalEnv) => Computer {
  const steps = planOf(module, calculations, modules)
  return (env) => ({
    all: (record) => run(new Work(record, env, true), steps).record,
    change: (record, change) => {
      const work = new Work(record, env, false)
      for (const each of Array.isArray(change) ? (change as readonly Change[]) : [change as Change]) apply(work, each)
      return run(work, steps)
    },
  })
}
