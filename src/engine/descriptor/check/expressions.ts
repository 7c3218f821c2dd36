/** Expressions: syntax, names, types, settings and tables they look up, cycles. */

import type { Lines, Module } from '../../model/module.ts'
import { type Comparison, didYouMean, fits, typeName } from '../../runtime/expressions/index.ts'
import { fieldOf, referenceField } from '../../runtime/permissions/fields.ts'
import type { ExpressionUse } from '../resolve/expressions.ts'
import type { Subject } from './subject.ts'

/** Options of a field, by its name; of a document's own state as well. */
function choicesOf(module: Pick<Module, 'field' | 'workflow'>, lines: Lines | undefined, name: string): readonly string[] | undefined {
  const field = fieldOf(lines ?? module, name)
  if (!lines && module.workflow && name === 'status') return Object.keys(module.workflow.states)
  if (!field || (field.type !== 'select' && field.type !== 'toggle')) return undefined
  return field.options?.map(({ value }) => String(value))
}

export function checkExpressions({ linked, module, world, registries, report }: Subject): void {
  for (const { use, analysis } of linked.uses) {
    for (const problem of analysis.problems) report.add(use.pointer, `In "${use.source}": ${problem.message}`, problem.hint)
    if (analysis.problems.length === 0 && use.expect && !fits(analysis.type, use.expect)) {
      report.add(use.pointer, `"${use.source}" gives ${typeName(analysis.type)}; ${typeName(use.expect)} is needed here.`)
    }
    for (const comparison of analysis.comparisons) checkComparison(use, comparison)
    const options = use.field?.options?.map(({ value }) => String(value))
    for (const value of options ? analysis.results.filter((result) => result !== '' && !options.includes(result)) : [])
      report.add(
        use.pointer,
        `In "${use.source}": "${value}" is no option of "${use.field!.name}".`,
        didYouMean(value, options!) ?? `It may be: ${options!.join(', ')}.`,
      )
    for (const path of analysis.reads) if (path.startsWith('settings.')) checkSetting(path.slice('settings.'.length), use.pointer)
    for (const table of analysis.lookups) checkLookup(table, use.pointer)
  }
  if (linked.cycle) {
    const field = linked.cycle[0]!.split('.')
    report.add(
      field.length === 2 ? `/fields/${field[0]}/fields/${field[1]}/computed` : `/fields/${field[0]}/computed`,
      `Computed in a circle: ${linked.cycle.join(' → ')}.`,
    )
  }
  for (const [name, transition] of Object.entries(module.workflow?.transitions ?? {})) {
    const setting = transition.approval?.setting
    if (setting) checkSetting(setting, `/workflow/transitions/${name}/approval/setting`)
  }

  /** A choice that a field does not have is never equal to it. */
  function checkComparison(use: ExpressionUse, { path, values }: Comparison): void {
    const choices = choicesAt(use.foreign ?? module, use.lines, path)
    for (const value of choices ? values.filter((name) => name !== '' && !choices.includes(name)) : [])
      report.add(
        use.pointer,
        `In "${use.source}": "${path}" is never "${value}".`,
        didYouMean(value, choices!) ?? `It may be: ${choices!.join(', ')}.`,
      )
  }

  /** The values of a name: options of a choice field, states, names of progress. Undefined when it may be any text. */
  function choicesAt(owner: Module, table: string | undefined, path: string): readonly string[] | undefined {
    const steps = path.split('.')
    const rows = owner.lines.find(({ name }) => name === (steps.length > 1 && steps[0] !== 'parent' ? steps[0] : undefined))
    const lines = rows ?? (steps[0] === 'parent' ? undefined : owner.lines.find(({ name }) => name === table))
    const rest = rows || (steps[0] === 'parent' && table !== undefined) ? steps.slice(1) : steps
    if (rest.length === 2) {
      const to = referenceField(lines ?? owner, rest[0]!)?.to
      const target = to ? world.find(to) : undefined
      return target && choicesOf(target, undefined, rest[1]!)
    }
    return rest.length === 1 ? choicesOf(owner, lines, rest[0]!) : undefined
  }

  function checkSetting(key: string, pointer: string): void {
    if (registries.settings.has(key)) return
    const [owner, ...rest] = key.split('.')
    if (rest.length && world.names.has(owner!) && registries.settings.has(`<module>.${rest.join('.')}`)) return
    report.add(pointer, `There is no setting "${key}".`, didYouMean(key, registries.settings.keys()))
  }

  function checkLookup(table: string, pointer: string): void {
    const [name, rows, column] = table.split('.')
    if (!name || !world.names.has(name))
      return report.add(pointer, `lookup: there is no module "${name}".`, didYouMean(name ?? '', world.names))
    const target = world.find(name)
    if (!target) return
    const lines = target.lines.find((entry) => entry.name === rows)
    if (!lines)
      return report.add(
        pointer,
        `lookup: "${name}" has no child table "${rows}".`,
        didYouMean(
          rows ?? '',
          target.lines.map((entry) => entry.name),
        ),
      )
    if (!lines.field[column ?? ''])
      return report.add(pointer, `lookup: "${name}.${rows}" has no field "${column}".`, didYouMean(column ?? '', Object.keys(lines.field)))
    if (!lines.field.effective_from) report.add(pointer, `lookup: "${name}.${rows}" needs a date field "effective_from".`)
  }
}
