import type { KeyboardEvent } from 'react'
import type { Line } from './forest.ts'

/** The effect of a key. */
type Step = { readonly focus: number } | { readonly toggle: number; readonly open: boolean }

/** Up and down by line, right opens and goes in, left closes and goes out, Home, End, and letters by name. */
export function stepOf(lines: readonly Line[], index: number, key: string): Step | undefined {
  const line = lines[index]
  if (!line) return undefined
  const { node, open, parent } = line
  const to = (target: Line | undefined): Step => ({ focus: (target ?? line).node.id })
  switch (key) {
    case 'ArrowDown':
      return to(lines[index + 1])
    case 'ArrowUp':
      return to(lines[index - 1])
    case 'Home':
      return to(lines[0])
    case 'End':
      return to(lines.at(-1))
    case ' ':
      return node.children.length ? { toggle: node.id, open: !open } : to(line)
    case 'ArrowRight':
      return node.children.length && !open ? { toggle: node.id, open: true } : to(open ? lines[index + 1] : line)
    case 'ArrowLeft':
      return open ? { toggle: node.id, open: false } : { focus: parent ?? node.id }
    default: {
      if (key.length !== 1) return undefined
      const named = ({ node: { title } }: Line) => title.toLowerCase().startsWith(key.toLowerCase())
      return to([...lines.slice(index + 1), ...lines.slice(0, index)].find(named))
    }
  }
}

/** Listens on the whole tree; keys that are none of its own go on to the page. */
export const treeKeys =
  (lines: readonly Line[], index: number, act: { focus: (id: number) => void; toggle: (id: number, open: boolean) => void }) =>
  (event: KeyboardEvent): void => {
    if (event.altKey || event.ctrlKey || event.metaKey) return
    const step = stepOf(lines, index, event.key)
    if (!step) return
    event.preventDefault()
    event.stopPropagation()
    if ('focus' in step) act.focus(step.focus)
    else act.toggle(step.toggle, step.open)
  }
