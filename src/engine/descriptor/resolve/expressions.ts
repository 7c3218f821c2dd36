/** Every expression of a module, with its place, the names it may use and the type it must have. */

import type { Expression, Field, Lines, Module, ModuleSet, Source } from '../../model/module.ts'
import { askingScope, GLOBALS, type ScopeTypes, scopeOf, type Type, typeOfField } from '../../runtime/expressions/index.ts'
import { step } from '../schema/structure.ts'

export interface ExpressionUse {
  readonly pointer: string
  readonly source: Expression
  readonly scope: ScopeTypes
  /** Child table whose rows are in scope. */
  readonly lines?: string
  /** Another module whose record or rows are in scope: reads are not of this module. */
  readonly foreign?: Module
  /** Type the value must fit; absent: any. */
  readonly expect?: Type
  /** Field that the value goes to. */
  readonly field?: Field
}

type Add = (
  pointer: string,
  source: Expression | undefined,
  expect?: Type,
  more?: { scope?: ScopeTypes | undefined; field?: Field },
) => void

function fieldUses(field: Field, pointer: string, add: Add, withBefore?: ScopeTypes): void {
  const fieldType = typeOfField(field)
  add(`${pointer}/computed`, field.computed, fieldType, { field })
  if (field.default && 'expr' in field.default) add(`${pointer}/default/expr`, field.default.expr, fieldType, { field })
  add(`${pointer}/visible`, field.visible, 'bool')
  if (typeof field.readonly === 'string') add(`${pointer}/readonly`, field.readonly, 'bool')
  add(`${pointer}/requiredWhen`, field.requiredWhen, 'bool')
  add(`${pointer}/lookup/missing/unless`, field.lookup?.missing?.unless, 'bool')
  for (const check of field.checks)
    add(`${pointer}/check`, check.expr, 'bool', { scope: check.severity === 'confirm' ? withBefore : undefined })
}

/** Scopes are built once per module. */
export function scopesOf(module: Module, modules: ModuleSet): { header: ScopeTypes; rows: ReadonlyMap<string, ScopeTypes> } {
  const header = scopeOf(module, { modules })
  const rows = new Map(module.lines.map((lines) => [lines.name, rowScope(header, lines)]))
  return { header, rows }
}

function rowScope(header: ScopeTypes, lines: Lines): ScopeTypes {
  const rows = header.record.fields[lines.name]
  const record = typeof rows === 'object' && rows.kind === 'lines' ? rows.row : { kind: 'object' as const, fields: {}, open: true }
  return { record, parent: header.record, globals: GLOBALS }
}

/** All expressions of a module before linking. `foreign` returns the scopes of another module. */
export function expressionUses(
  module: Module,
  sources: readonly Source[],
  scopes: ReturnType<typeof scopesOf>,
  foreign: (name: string) => { module: Module; scopes: ReturnType<typeof scopesOf> } | undefined,
): ExpressionUse[] {
  const uses: ExpressionUse[] = []
  const adder =
    (scope: ScopeTypes, more: { lines?: string; foreign?: Module } = {}): Add =>
    (pointer, source, expect, { scope: other, field } = {}) => {
      if (source !== undefined)
        uses.push({ pointer, source, scope: other ?? scope, ...more, ...(expect ? { expect } : {}), ...(field ? { field } : {}) })
    }
  const header = adder(scopes.header)
  const asking = askingScope(scopes.header)
  for (const field of module.fields) fieldUses(field, `/fields${step(field.name)}`, header, asking)
  for (const lines of module.lines) {
    const pointer = `/fields${step(lines.name)}`
    header(`${pointer}/visible`, lines.visible, 'bool')
    if (typeof lines.readonly === 'string') header(`${pointer}/readonly`, lines.readonly, 'bool')
    if (typeof lines.fixed === 'string') header(`${pointer}/fixed`, lines.fixed, 'bool')
    const row = adder(scopes.rows.get(lines.name)!, { lines: lines.name })
    for (const field of lines.fields) fieldUses(field, `${pointer}/fields${step(field.name)}`, row)
  }
  for (const [name, transition] of Object.entries(module.workflow?.transitions ?? {})) {
    const place = `/workflow/transitions${step(name)}`
    header(`${place}/when`, transition.when, 'bool')
    header(`${place}/create/when`, transition.create?.when, 'bool')
    header(`${place}/approval/amount`, transition.approval?.amount, 'number')
    for (const field of transition.input) {
      // The fields of the form are in scope beside the record, under their own names.
      const scope: ScopeTypes = {
        ...scopes.header,
        record: {
          ...scopes.header.record,
          fields: {
            ...scopes.header.record.fields,
            ...Object.fromEntries(transition.input.map((entry) => [entry.name, typeOfField(entry)])),
          },
        },
      }
      fieldUses(field, `${place}/input${step(field.name)}`, (pointer, source, expect) => header(pointer, source, expect, { scope }))
    }
  }
  const progress = module.workflow?.progress
  if (progress) {
    const scope = progress.lines ? scopes.rows.get(progress.lines) : scopes.header
    if (scope) {
      const add = adder(scope, progress.lines ? { lines: progress.lines } : {})
      add('/workflow/progress/served', progress.served, 'number')
      add('/workflow/progress/of', progress.of, 'number')
    }
  }
  for (const [index, series] of module.entity.numbers.entries()) header(`/entity/number/${index}/when`, series.when, 'bool')
  for (const [index, entry] of module.notify.entries()) header(`/notify/${index}/when`, entry.when, 'bool')
  for (const [index, form] of module.print.entries()) {
    header(`/print/${index}/when`, form.when, 'bool')
    for (const [lines, source] of Object.entries(form.rows)) {
      const scope = scopes.rows.get(lines)
      if (scope) adder(scope, { lines })(`/print/${index}/rows${step(lines)}`, source, 'bool')
    }
  }
  for (const source of sources) sourceUses(module, source, { header, adder, foreign })
  return uses
}

/** What collects the expressions of a header and of rows. */
interface UseCollectors {
  readonly header: Add
  readonly adder: (scope: ScopeTypes, more: { foreign?: Module }) => Add
  readonly foreign: (name: string) => { module: Module; scopes: ReturnType<typeof scopesOf> } | undefined
}

function sourceUses(module: Module, source: Source, { header, adder, foreign }: UseCollectors): void {
  const other = foreign(source.module)
  if (!other) return
  const pointer = `/sources${step(source.module)}`
  const record = adder(other.scopes.header, { foreign: other.module })
  for (const [target, expr] of Object.entries(source.copy)) {
    const field = module.field[target]
    record(`${pointer}/copy`, expr, field && typeOfField(field))
  }
  for (const [table, lines] of Object.entries(source.lines)) {
    const scope = lines.from ? other.scopes.rows.get(lines.from) : other.scopes.header
    if (!scope) continue
    const rows = adder(scope, { foreign: other.module })
    const place = `${pointer}/lines${step(table)}`
    rows(`${place}/open`, lines.open, 'number')
    for (const [target, expr] of Object.entries(source.per)) {
      const field = module.field[target]
      rows(`${pointer}/per`, expr, field && typeOfField(field))
    }
    header(`${place}/tolerance`, lines.tolerance, 'number')
    const linesOfModule = module.lines.find((entry) => entry.name === table)
    for (const [target, expr] of Object.entries(lines.copy)) {
      const field = linesOfModule?.field[target]
      rows(`${place}/copy`, expr, field && typeOfField(field))
    }
    for (const [target, { whole }] of Object.entries(lines.parts?.amounts ?? {}))
      rows(`${place}/parts/amounts${step(target)}/whole`, whole, 'number')
  }
}
