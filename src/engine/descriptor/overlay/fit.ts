/**
 * Adapts an overlay made for another version of the product: it follows renamed fields, and parts that no longer fit are
 * left out one by one, so that one removed field does not remove the rest of the overlay.
 */
import type { Field, Lines, Module, Problem } from '../../model/module.ts'

type Part = Record<string, unknown>
const isPart = (value: unknown): value is Part => typeof value === 'object' && value !== null && !Array.isArray(value)

/** Old name → new name of the shipped fields that the layer may still call by their old names. */
function renames(fields: readonly (Field | Lines)[]): Map<string, string> {
  const names = new Set(fields.map((field) => field.name))
  const result = new Map<string, string>()
  for (const field of fields) {
    const before = 'renamedFrom' in field ? field.renamedFrom : undefined
    if (before !== undefined && !names.has(before)) {
      result.set(before, field.name)
      const as = (name: string) => name.replace(/_ids?$/, '')
      // The resolved reference is renamed along: `vendor.name` reads `supplier.name`.
      if ('refAs' in field && field.refAs && as(before) !== before) result.set(as(before), field.refAs)
    }
  }
  return result
}

/** The layer with the present names of renamed fields; the same object where none was renamed. */
export function followRenames(overlay: Part, shipped: Module): Part {
  const header = renames(shipped.fields)
  let changed = overlay
  if (header.size) changed = renameIn(overlay, header) as Part
  if (!isPart(changed.fields)) return changed
  const fields: Part = { ...changed.fields }
  for (const lines of shipped.lines) {
    const part = fields[lines.name]
    const rows = renames(lines.fields)
    if (rows.size && isPart(part)) fields[lines.name] = renameIn(part, rows)
  }
  return { ...changed, fields }
}

/** Keys, whole names, paths and names inside expressions; texts for users stay as they are. */
function renameIn(value: unknown, names: ReadonlyMap<string, string>, key = ''): unknown {
  if (typeof value === 'string') {
    if (['title', 'singular', 'description', 'help', 'message', 'group', 'icon', 'type', 'to'].includes(key)) return value
    return value.replace(/(?<![\w.'"$])[a-z_][a-z0-9_]*(?!['"\w])/g, (name) => names.get(name) ?? name)
  }
  if (Array.isArray(value)) return value.map((entry) => renameIn(entry, names, key))
  if (!isPart(value)) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, entry]) => [key === 'fields' ? (names.get(name) ?? name) : name, renameIn(entry, names, name)]),
  )
}

export interface Fitted {
  readonly overlay: Part
  /** Why each part that is missing was left out. */
  readonly problems: readonly Problem[]
}

/** Rounds of leaving out parts: a problem hidden by one part is found in the next round. */
const ROUNDS = 12

/** The most of a layer that `tried` has nothing to say about.  */
export function fitting(overlay: Part, tried: (overlay: Part) => readonly Problem[]): Fitted {
  let current = overlay
  const dropped: Problem[] = []
  for (let round = 0; round < ROUNDS; round++) {
    const problems = tried(current)
    if (problems.length === 0) return { overlay: current, problems: dropped }
    dropped.push(...problems)
    const paths = problems.map((problem) => pathIn(current, problem.pointer))
    if (paths.some((path) => path.length === 0)) break
    for (const path of laterFirst(paths)) current = (without(current, path) ?? {}) as Part
  }
  return tried({}).length === 0 ? { overlay: {}, problems: dropped } : { overlay: current, problems: dropped }
}

/** The nearest part of the layer that a pointer leads to; empty where it leads to none of it. */
function pathIn(overlay: Part, pointer: string): string[] {
  const steps = pointer
    .split('/')
    .slice(1)
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'))
  const path: string[] = []
  let node: unknown = overlay
  for (const step of steps) {
    if (Array.isArray(node) ? !(Number(step) < node.length) : !(isPart(node) && step in node)) break
    path.push(step)
    node = (node as Part)[step]
  }
  return path
}

/** Each path once, entries of a list from its end, so that the places of the others stay true. */
function laterFirst(paths: readonly string[][]): string[][] {
  const unique = new Map(paths.map((path) => [path.join('\u0000'), path]))
  const order = (a: string[], b: string[]): number => {
    for (let index = 0; index < Math.max(a.length, b.length); index++) {
      const [left, other] = [a[index] ?? '', b[index] ?? '']
      if (left !== other) return Number.isNaN(Number(left) - Number(other)) ? (left < other ? 1 : -1) : Number(other) - Number(left)
    }
    return 0
  }
  return [...unique.values()].sort(order)
}

/** The value without the part at the path; an object or list that is empty after that goes along. */
function without(value: unknown, path: readonly string[]): unknown {
  const [step, ...rest] = path
  if (step === undefined) return undefined
  const left = rest.length ? without((value as Part)[step], rest) : undefined
  if (Array.isArray(value)) {
    const list = value.flatMap((entry, index) => (String(index) !== step ? [entry] : left === undefined ? [] : [left]))
    return list.length ? list : undefined
  }
  if (!isPart(value)) return value
  const { [step]: _gone, ...others } = value
  const remaining = left === undefined ? others : { ...others, [step]: left }
  return Object.keys(remaining).length ? remaining : undefined
}
