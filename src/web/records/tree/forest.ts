/** Builds a tree from rows that refer to each other, and its visible lines. Pure. */

import type { Module, Row } from '../../../engine/model/module.ts'
import { formatLabel } from '../../../engine/runtime/format/index.ts'
import { spoken } from '../spoken.ts'

export interface Node {
  readonly id: number
  readonly title: string
  readonly detail: string
  readonly row: Row
  readonly children: Node[]
  /** Number of nodes below it, at any depth. */
  below: number
}
/** A node with its position: for screen readers, and for the arrow keys. */
export interface Line {
  readonly node: Node
  readonly level: number
  readonly parent: number | undefined
  /** Its position among its siblings, and their number. */
  readonly position: number
  readonly siblings: number
  readonly open: boolean
}

/** Trees with more lines than this do not open by themselves. */
const OPEN_AT_ONCE = 60

/**
 * Rows in their order, each below its parent; rows without a parent among the rows are at the top. A circle, which no
 * tree has, is cut at its first row, so that nothing is lost and no loop is endless.
 */
export function forestOf(module: Module, rows: readonly Row[]): Node[] {
  const { parent, title, detail } = module.tree!
  const nodes = new Map<number, Node>()
  for (const row of rows) {
    const words = spoken(module, row)
    const id = Number(row.id)
    const node = { id, title: formatLabel(title, words) || `#${id}`, detail: detail ? formatLabel(detail, words) : '', row }
    nodes.set(id, { ...node, children: [], below: 0 })
  }
  const above = ({ row }: Node): Node | undefined => (row[parent] == null ? undefined : nodes.get(Number(row[parent])))
  const known = new Set<Node>()
  const cut = new Set<Node>()
  for (const node of nodes.values()) {
    const way: Node[] = []
    let place: Node | undefined = node
    while (place && !known.has(place)) {
      known.add(place)
      way.push(place)
      place = cut.has(place) ? undefined : above(place)
    }
    // The path returned to itself: its first row is at the top.
    if (place && way.includes(place)) cut.add(place)
  }
  const roots: Node[] = []
  for (const node of nodes.values()) (cut.has(node) ? roots : (above(node)?.children ?? roots)).push(node)
  for (const line of linesOf(roots, () => true).reverse())
    line.node.below = line.node.children.reduce((sum, child) => sum + 1 + child.below, 0)
  return roots
}

/** The visible lines from top to bottom, without closed branches. */
export function linesOf(roots: readonly Node[], isOpen: (node: Node) => boolean): Line[] {
  const lines: Line[] = []
  const waiting: Line[] = []
  const enter = (nodes: readonly Node[], level: number, parent: number | undefined) => {
    for (let index = nodes.length; index > 0; index -= 1) {
      const node = nodes[index - 1]!
      waiting.push({ node, level, parent, position: index, siblings: nodes.length, open: node.children.length > 0 && isOpen(node) })
    }
  }
  enter(roots, 1, undefined)
  for (let line = waiting.pop(); line; line = waiting.pop()) {
    lines.push(line)
    if (line.open) enter(line.node.children, line.level + 1, line.node.id)
  }
  return lines
}

/** The nodes that are open initially: as many whole levels as users can read at once. */
export function openAtFirst(roots: readonly Node[]): ReadonlySet<number> {
  const open = new Set<number>()
  let level = [...roots]
  let shown = level.length
  while (level.length) {
    const next = level.flatMap(({ children }) => children)
    shown += next.length
    if (shown > OPEN_AT_ONCE && open.size) break
    for (const node of level) if (node.children.length) open.add(node.id)
    if (shown > OPEN_AT_ONCE) break
    level = next
  }
  return open
}

/** All nodes with nodes below them. */
export const parentsOf = (roots: readonly Node[]): ReadonlySet<number> =>
  new Set(linesOf(roots, () => true).flatMap(({ node }) => (node.children.length ? [node.id] : [])))
