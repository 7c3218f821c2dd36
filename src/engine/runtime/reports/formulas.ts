/** Formulas of a report: columns computed of a row's other columns and of the report's parameters. */
import type { Report } from '../../model/module.ts'
import { analyse, objectType, type ScopeTypes, typeOfField } from '../expressions/index.ts'

const scopes = new WeakMap<Report, ScopeTypes>()

/** The names that a formula can use: the columns and the parameters; a column goes before a parameter of its name. */
export function formulaScope(report: Report): ScopeTypes {
  const known = scopes.get(report)
  if (known) return known
  const fields = Object.fromEntries([...report.parameters, ...report.columns].map((field) => [field.name, typeOfField(field)]))
  const scope: ScopeTypes = { record: objectType(fields), globals: {} }
  scopes.set(report, scope)
  return scope
}

/** The columns that a formula is computed of, those that other formulas read among them. */
export function columnsOfFormula(report: Report, name: string, found = new Set<string>()): ReadonlySet<string> {
  const source = report.formulas?.[name]
  if (source === undefined) return found
  for (const read of analyse(source, formulaScope(report)).reads) {
    if (found.has(read) || !report.columns.some((column) => column.name === read)) continue
    found.add(read)
    if (report.formulas?.[read] !== undefined) columnsOfFormula(report, read, found)
  }
  return found
}
