/** The order in which a module computes itself: topological over what every node reads and writes. */
import type { Calculation, ComputeNode, Module } from '../../model/module.ts'

interface Draft {
  readonly node: ComputeNode
  readonly needs: readonly string[]
  readonly gives: readonly string[]
  readonly label: string
}

/** `readsOf(pointer of computed)` returns the reads that the analysis of an expression found. */
export function computeOrder(
  module: Module,
  calculations: readonly Calculation[],
  readsOf: (lines: string | undefined, field: string) => readonly string[],
): { nodes: ComputeNode[]; cycle?: readonly string[] } {
  const drafts: Draft[] = []
  const header = fieldOf(module.fields)
  const rows = new Map(module.lines.map((lines) => [lines.name, fieldOf(lines.fields)]))
  /** The field behind a path: `supplier.name` needs `supplier_id`, `items.item.name` needs `items.item_id`. */
  const key = (path: string, lines?: string): string[] => {
    const parts = path.split('.')
    if (lines && parts[0] !== 'parent') {
      const field = rows.get(lines)?.get(parts[0]!)
      return field ? [`${lines}.${field}`] : []
    }
    const [first, second] = lines ? parts.slice(1) : parts
    if (first === undefined) return []
    const table = rows.get(first)
    if (table) {
      const field = second === undefined ? undefined : table.get(second)
      return field ? [`${first}.${field}`] : []
    }
    const field = header.get(first)
    return field ? [field] : []
  }
  for (const lines of module.lines) {
    for (const field of lines.fields) {
      if (field.computed === undefined) continue
      const reads = readsOf(lines.name, field.name)
      drafts.push({
        node: { kind: 'row', lines: lines.name, field: field.name, expr: field.computed, reads },
        needs: reads.flatMap((path) => key(path, lines.name)),
        gives: [`${lines.name}.${field.name}`],
        label: `${lines.name}.${field.name}`,
      })
    }
  }
  for (const field of module.fields) {
    if (field.computed === undefined) continue
    const reads = readsOf(undefined, field.name)
    drafts.push({
      node: { kind: 'field', field: field.name, expr: field.computed, reads },
      needs: reads.flatMap((path) => key(path)),
      gives: [field.name],
      label: field.name,
    })
  }
  for (const calculation of calculations) {
    drafts.push({
      node: { kind: 'set', calculation, reads: calculation.reads, writes: calculation.writes },
      needs: calculation.reads.flatMap((path) => key(path)),
      gives: calculation.writes,
      label: calculation.call,
    })
  }
  return order(drafts)
}

/** Name or `refAs` → field name. */
const fieldOf = (fields: Module['fields']): Map<string, string> => {
  const map = new Map<string, string>()
  for (const field of fields) {
    map.set(field.name, field.name)
    if (field.refAs && !map.has(field.refAs)) map.set(field.refAs, field.name)
  }
  return map
}

function order(drafts: readonly Draft[]): { nodes: ComputeNode[]; cycle?: readonly string[] } {
  const giver = new Map<string, Draft>()
  for (const draft of drafts) for (const path of draft.gives) giver.set(path, draft)
  const nodes: ComputeNode[] = []
  const state = new Map<Draft, 'open' | 'done'>()
  const trail: Draft[] = []
  let cycle: readonly string[] | undefined
  const visit = (draft: Draft): void => {
    if (state.get(draft) === 'done') return
    if (state.get(draft) === 'open') {
      cycle ??= [...trail.slice(trail.indexOf(draft)), draft].map((entry) => entry.label)
      return
    }
    state.set(draft, 'open')
    trail.push(draft)
    for (const path of draft.needs) {
      const before = giver.get(path)
      if (before) visit(before)
    }
    trail.pop()
    state.set(draft, 'done')
    nodes.push(draft.node)
  }
  for (const draft of drafts) visit(draft)
  return cycle ? { nodes, cycle } : { nodes }
}
