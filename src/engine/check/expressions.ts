/** Expressions: syntax, names, types, settings and tables they look up, cycles. */
import { didYouMean, fits, typeName } from '../expressions/index.ts'
import type { Subject } from './index.ts'

export function checkExpressions({ linked, module, world, registries, report }: Subject): void {
  for (const { use, analysis } of linked.uses) {
    for (const problem of analysis.problems) report.add(use.pointer, `In "${use.source}": ${problem.message}`, problem.hint)
    if (analysis.problems.length === 0 && use.expect && !fits(analysis.type, use.expect)) {
      report.add(use.pointer, `"${use.source}" gives ${typeName(analysis.type)}; ${typeName(use.expect)} is needed here.`)
    }
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
