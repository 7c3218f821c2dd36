import type { Field, FormProposal, Lines, Module } from '../../../engine/model/module.ts'

const names = (expression: string | undefined): ReadonlySet<string> => new Set(expression?.match(/[A-Za-z_]\w*/g) ?? [])

/** Whether a figure on screen follows from the field of the rows: directly, or through other computed fields. */
function isSeen(module: Pick<Module, 'fields'>, lines: Lines, field: Field): boolean {
  const computed = [...lines.fields, ...module.fields].filter((other) => other.computed !== undefined)
  const reached = new Set([field.name])
  for (let size = 0; size < reached.size; ) {
    size = reached.size
    for (const other of computed) if ([...names(other.computed)].some((name) => reached.has(name))) reached.add(other.name)
  }
  return computed.some((other) => reached.has(other.name) && other.widget !== 'hidden')
}

/**
 * Fields of rows that the server looks up in other modules, such as the units in a box, as proposals to ask for: the figures
 * that follow from them are right while the form is filled in. Those that no figure on screen needs are left to the save.
 */
export const lookedUp = (module: Pick<Module, 'fields' | 'lines'>): readonly FormProposal[] =>
  module.lines.flatMap((lines) =>
    lines.fields.flatMap((field) => {
      const on = Object.values(field.lookup?.where ?? {}).flatMap((value) =>
        typeof value === 'string' && value.startsWith('$') ? [value.slice(1)] : [],
      )
      const isOfRow = on.length > 0 && on.every((name) => lines.field[name] !== undefined)
      return isOfRow && isSeen(module, lines, field)
        ? [{ lines: lines.name, field: field.name, on, handler: { name: 'lookup', params: null } }]
        : []
    }),
  )
