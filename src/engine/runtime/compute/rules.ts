/** The rules of fields: which are shown, locked and required now, and the errors of the record. */

import type { Field, Lines, Module, ModuleSet, Row } from '../../model/module.ts'
import type { EvalEnv, Program, ScopeTypes } from '../expressions/index.ts'
import { askingScope, compileExpression, isEmpty, scopeOf, type Type, typeOfField } from '../expressions/index.ts'
import { formatValue } from '../format/index.ts'
import { sameValue } from './values.ts'

export interface FieldState {
  readonly visible: boolean
  readonly readonly: boolean
  readonly required: boolean
}
export interface LinesState {
  readonly visible: boolean
  readonly readonly: boolean
  /** Rows are neither added, removed nor moved. */
  readonly fixed: boolean
}
export interface RecordState {
  readonly fields: Readonly<Record<string, FieldState>>
  readonly lines: Readonly<Record<string, LinesState>>
  /** State of the cells of one row; computed per row, since only rows on the screen need it. */
  row(lines: string, row: Row): Readonly<Record<string, FieldState>>
}
/** Messages by field name; of cells by `lines.index.field`. */
export type FieldErrors = Record<string, string[]>

export const REQUIRED_MESSAGE = 'Field is required'

interface Rule {
  readonly field: Field
  /** Set when no rule of the field depends on the record. */
  readonly constant?: FieldState
  readonly visible?: Program
  readonly readonly?: Program
  readonly requiredWhen?: Program
  readonly checks: readonly Check[]
  /** Checks that ask for confirmation. */
  readonly questions: readonly Check[]
}
interface Check {
  readonly program: Program
  readonly message: string
  /** Fields of the record (`parent.` in rows: of the document) without whose values there is nothing to compare. */
  readonly asks: readonly string[]
}

/** Types of operands that can be missing: texts, days and times. A missing number is 0, a missing boolean is false. */
const COMPARED: ReadonlySet<Type> = new Set<Type>(['text', 'date', 'datetime', 'time', 'id'])

function checkOf({ expr, message }: Field['checks'][number], field: Field, scope: ScopeTypes): Check {
  const program = compileExpression(expr, scope)
  // A check that names `null` decides by itself what an empty value means.
  if (/\bnull\b/.test(expr)) return { program, message, asks: [] }
  const typeAt = (path: string): Type | undefined =>
    path.startsWith('parent.') ? scope.parent?.fields[path.slice('parent.'.length)] : scope.record.fields[path]
  const days = program.reads.filter((path) => ['date', 'datetime', 'time'].includes(String(typeAt(path))))
  return { program, message, asks: COMPARED.has(typeOfField(field)) ? [field.name, ...days] : days }
}

const isThere = (path: string, row: Row, parent: Row | undefined): boolean =>
  !isEmpty(path.startsWith('parent.') ? parent?.[path.slice('parent.'.length)] : row[path])

function ruleOf(field: Field, scope: ScopeTypes): Rule {
  const compile = (expr: string) => compileExpression(expr, scope)
  const moving = field.visible !== undefined || typeof field.readonly === 'string' || field.requiredWhen !== undefined
  return {
    field,
    ...(moving
      ? {}
      : {
          constant: {
            visible: true,
            readonly: field.readonly === true || field.computed !== undefined,
            required: field.required,
          },
        }),
    ...(field.visible === undefined ? {} : { visible: compile(field.visible) }),
    ...(typeof field.readonly === 'string' ? { readonly: compile(field.readonly) } : {}),
    ...(field.requiredWhen === undefined ? {} : { requiredWhen: compile(field.requiredWhen) }),
    checks: field.checks.filter((check) => check.severity !== 'confirm').map((check) => checkOf(check, field, scope)),
    questions: field.checks.filter((check) => check.severity === 'confirm').map((check) => checkOf(check, field, askingScope(scope))),
  }
}

function stateOf(rule: Rule, row: Row, env: EvalEnv, parent?: Row): FieldState {
  if (rule.constant) return rule.constant
  const holds = (program: Program) => program.evaluate(row, env, parent) === true
  const visible = rule.visible ? holds(rule.visible) : true
  const readonly = rule.readonly ? holds(rule.readonly) : rule.field.readonly === true || rule.field.computed !== undefined
  const required = visible && (rule.field.required || (rule.requiredWhen ? holds(rule.requiredWhen) : false))
  return { visible, readonly, required }
}

/** A header or row with its values, and where its errors are collected; `parent` is the header of a row. */
interface Checked {
  readonly row: Row
  readonly env: EvalEnv
  readonly parent: Row | undefined
  readonly errors: FieldErrors
}

function check(rules: readonly Rule[], checked: Checked, prefix: string): void {
  const { row, env, parent, errors } = checked
  for (const rule of rules) {
    const state = stateOf(rule, row, env, parent)
    if (!state.visible) continue
    const key = prefix + rule.field.name
    if (state.required && isEmpty(row[rule.field.name])) {
      errors[key] = [REQUIRED_MESSAGE]
      continue
    }
    addFailedChecks(rule, checked, key)
  }
}

/** Checks do not apply to the empty value of an optional field. */
function addFailedChecks({ checks }: Rule, { row, env, parent, errors }: Checked, key: string): void {
  for (const { program, message, asks } of checks)
    if (asks.every((path) => isThere(path, row, parent)) && program.evaluate(row, env, parent) === false)
      errors[key] = [...(errors[key] ?? []), message]
}

/** What is checked: the input together with the present record. */
interface TransitionInput {
  readonly record: Row
  readonly input: Row
  readonly env: EvalEnv
  readonly modules?: ModuleSet
}

/** The scope of a record together with the fields that a transition asks for. */
function askedScope(module: Module, fields: readonly Field[], modules?: ModuleSet): ScopeTypes {
  const scope = scopeOf(module, modules ? { modules } : {})
  const asked = Object.fromEntries(fields.map((field) => [field.name, typeOfField(field)]))
  return { ...scope, record: { ...scope.record, fields: { ...scope.record.fields, ...asked } } }
}

/**
 * Which fields of a transition's input are shown and required now: their conditions read the present record with the
 * input over it.
 */
export function inputStates(
  module: Module,
  fields: readonly Field[],
  { record, input, env, modules }: TransitionInput,
): Record<string, FieldState> {
  const scope = askedScope(module, fields, modules)
  const after = { ...record, ...input }
  return Object.fromEntries(fields.map((field) => [field.name, stateOf(ruleOf(field, scope), after, env)]))
}

/**
 * Errors of a transition's input, together with the present record: required empty values, and the checks of these fields
 * and of all fields that are compared with them. Keyed by the names of the form's fields.
 */
export function inputErrors(module: Module, fields: readonly Field[], { record, input, env, modules }: TransitionInput): FieldErrors {
  const scope = scopeOf(module, modules ? { modules } : {})
  const types = askedScope(module, fields, modules)
  const after = { ...record, ...input }
  const errors: FieldErrors = {}
  const checked: Checked = { row: after, env, parent: undefined, errors }
  for (const field of fields) {
    const rule = ruleOf(field, types)
    const { visible, required } = stateOf(rule, after, env)
    if (!visible) continue
    if (required && isEmpty(input[field.name])) errors[field.name] = [REQUIRED_MESSAGE]
    else if (!isEmpty(input[field.name])) addFailedChecks(rule, checked, field.name)
  }
  for (const field of module.fields) {
    if (!field.checks.length || fields.some(({ name }) => name === field.name)) continue
    const rule = ruleOf(field, scope)
    const about = fields.find(
      ({ name }) => module.field[name] && !isEmpty(input[name]) && rule.checks.some((check) => check.program.reads.includes(name)),
    )
    if (about && stateOf(rule, after, env).visible) addFailedChecks(rule, checked, about.name)
  }
  return errors
}

/** A question to confirm before a record is saved. */
export interface Question {
  readonly field: string
  readonly message: string
}

export interface Rules {
  /** Questions about differences from `before`, the stored record; without one, about all of it. Header fields only. */
  questions(record: Row, before?: Row): Question[]
  state(record: Row): RecordState
  /** Required fields, `check` expressions and numbers of rows. The validator checks everything that JSON Schema can express. */
  validate(record: Row): FieldErrors
}

/** Compiles the rules of one module; the result creates rules for callers. Hidden fields are neither required nor checked. */
export function compileRules(module: Module, modules?: ModuleSet): (env: EvalEnv) => Rules {
  const options = modules ? { modules } : {}
  const scope = scopeOf(module, options)
  const header = module.fields.map((field) => ruleOf(field, scope))
  const tables = module.lines.map((lines) => {
    const rowScope = scopeOf(module, { ...options, lines: lines.name })
    return {
      lines,
      visible: lines.visible === undefined ? undefined : compileExpression(lines.visible, scope),
      readonly: typeof lines.readonly === 'string' ? compileExpression(lines.readonly, scope) : undefined,
      fixed: typeof lines.fixed === 'string' ? compileExpression(lines.fixed, scope) : undefined,
      rules: lines.fields.map((field) => ruleOf(field, rowScope)),
    }
  })
  const shown = (table: (typeof tables)[number], record: Row, env: EvalEnv) => table.visible?.evaluate(record, env) !== false
  return (env) => ({
    state: (record) => ({
      fields: Object.fromEntries(header.map((rule) => [rule.field.name, stateOf(rule, record, env)])),
      lines: Object.fromEntries(
        tables.map((table) => [
          table.lines.name,
          {
            visible: shown(table, record, env),
            readonly: table.readonly ? table.readonly.evaluate(record, env) === true : table.lines.readonly === true,
            fixed: table.fixed ? table.fixed.evaluate(record, env) === true : table.lines.fixed === true,
          },
        ]),
      ),
      row: (name, row) => {
        const rules = tables.find((table) => table.lines.name === name)?.rules ?? []
        return Object.fromEntries(rules.map((rule) => [rule.field.name, stateOf(rule, row, env, record)]))
      },
    }),
    questions: (record, before) => {
      const asking: EvalEnv = Object.assign(Object.create(env) as EvalEnv, { extra: { before: before ?? {} } })
      return header.flatMap((rule) => {
        if (!rule.questions.length || !stateOf(rule, record, env).visible) return []
        return rule.questions
          .filter(({ program, asks }) => {
            const read = program.reads.filter((path) => path in module.field)
            const isChanged = before === undefined || read.some((path) => !sameValue(record[path], before[path]))
            return isChanged && asks.every((path) => isThere(path, record, undefined)) && program.evaluate(record, asking) === false
          })
          .map(({ message }) => ({ field: rule.field.name, message: filled(module, message, record, before) }))
      })
    },
    validate: (record) => {
      const errors: FieldErrors = {}
      check(header, { row: record, env, parent: undefined, errors }, '')
      for (const table of tables) {
        if (!shown(table, record, env)) continue
        const rows = Array.isArray(record[table.lines.name]) ? (record[table.lines.name] as Row[]) : []
        const message = countMessage(table.lines, rows.length)
        if (message) errors[table.lines.name] = [message]
        for (const [index, row] of rows.entries()) check(table.rules, { row, env, parent: record, errors }, `${table.lines.name}.${index}.`)
      }
      return errors
    },
  })
}

/** The message with the values of the fields it names. */
const filled = (module: Module, message: string, record: Row, before: Row | undefined): string =>
  message.replace(/\{(before\.)?([a-z][a-z0-9_]*)\}/g, (whole, stored: string | undefined, name: string) => {
    const field = module.field[name]
    if (!field) return whole
    const value = (stored ? before : record)?.[name]
    return isEmpty(value) ? '–' : formatValue(field, value)
  })

function countMessage(lines: Lines, count: number): string | undefined {
  if (count < lines.minItems) return lines.minItems === 1 ? 'Add at least one line.' : `Add at least ${lines.minItems} lines.`
  if (lines.maxItems > 0 && count > lines.maxItems) return `At most ${lines.maxItems} lines are possible.`
  return undefined
}
