/** The rules of fields: what is shown, locked and required now, and what is wrong with the record. */
import type { EvalEnv, Program, ScopeTypes } from '../expressions/index.ts'
import { compileExpression, isEmpty, scopeOf } from '../expressions/index.ts'
import type { Field, Lines, Module, ModuleSet, Row } from '../module.ts'

export interface FieldState {
  readonly visible: boolean
  readonly readonly: boolean
  readonly required: boolean
}
export interface RecordState {
  readonly fields: Readonly<Record<string, FieldState>>
  readonly lines: Readonly<Record<string, { readonly visible: boolean; readonly readonly: boolean }>>
  /** State of the cells of one row; asked per row, since only rows on the screen need it. */
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
  readonly checks: readonly { readonly program: Program; readonly message: string }[]
}

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
    checks: field.checks.map((check) => ({ program: compile(check.expr), message: check.message })),
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

function check(rules: readonly Rule[], row: Row, env: EvalEnv, parent: Row | undefined, prefix: string, errors: FieldErrors): void {
  for (const rule of rules) {
    const state = stateOf(rule, row, env, parent)
    if (!state.visible) continue
    const key = prefix + rule.field.name
    if (state.required && isEmpty(row[rule.field.name])) {
      errors[key] = [REQUIRED_MESSAGE]
      continue
    }
    for (const { program, message } of rule.checks) {
      if (program.evaluate(row, env, parent) === false) errors[key] = [...(errors[key] ?? []), message]
    }
  }
}

export interface Rules {
  state(record: Row): RecordState
  /** Required fields, `check` expressions and numbers of rows. What JSON Schema can say is checked by the validator. */
  validate(record: Row): FieldErrors
}

/** The rules of one module, compiled once. Hidden fields are neither required nor checked. */
export function rulesOf(module: Module, env: EvalEnv, modules?: ModuleSet): Rules {
  const options = modules ? { modules } : {}
  const scope = scopeOf(module, options)
  const header = module.fields.map((field) => ruleOf(field, scope))
  const tables = module.lines.map((lines) => {
    const rowScope = scopeOf(module, { ...options, lines: lines.name })
    return {
      lines,
      visible: lines.visible === undefined ? undefined : compileExpression(lines.visible, scope),
      readonly: typeof lines.readonly === 'string' ? compileExpression(lines.readonly, scope) : undefined,
      rules: lines.fields.map((field) => ruleOf(field, rowScope)),
    }
  })
  const shown = (table: (typeof tables)[number], record: Row) => table.visible?.evaluate(record, env) !== false
  return {
    state: (record) => ({
      fields: Object.fromEntries(header.map((rule) => [rule.field.name, stateOf(rule, record, env)])),
      lines: Object.fromEntries(
        tables.map((table) => [
          table.lines.name,
          {
            visible: shown(table, record),
            readonly: table.readonly ? table.readonly.evaluate(record, env) === true : table.lines.readonly === true,
          },
        ]),
      ),
      row: (name, row) => {
        const rules = tables.find((table) => table.lines.name === name)?.rules ?? []
        return Object.fromEntries(rules.map((rule) => [rule.field.name, stateOf(rule, row, env, record)]))
      },
    }),
    validate: (record) => {
      const errors: FieldErrors = {}
      check(header, record, env, undefined, '', errors)
      for (const table of tables) {
        if (!shown(table, record)) continue
        const rows = Array.isArray(record[table.lines.name]) ? (record[table.lines.name] as Row[]) : []
        const message = countMessage(table.lines, rows.length)
        if (message) errors[table.lines.name] = [message]
        for (const [index, row] of rows.entries()) check(table.rules, row, env, record, `${table.lines.name}.${index}.`, errors)
      }
      return errors
    },
  }
}

function countMessage(lines: Lines, count: number): string | undefined {
  if (count < lines.minItems) return lines.minItems === 1 ? 'Add at least one line.' : `Add at least ${lines.minItems} lines.`
  if (lines.maxItems > 0 && count > lines.maxItems) return `At most ${lines.maxItems} lines are possible.`
  return undefined
}
