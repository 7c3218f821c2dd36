/** Choices of a pivot that go from its rows to its columns and back, by dragging or by keys. */
import { type RefObject, useEffect, useRef, useState } from 'react'

interface Sides {
  readonly rows: readonly string[]
  readonly columns: readonly string[]
}
type Side = keyof Sides

/** The sides after a choice went to the other one, at its end or its beginning; undefined where it is there already or is full. */
export function sentTo(
  sides: Sides,
  name: string,
  to: Side,
  { most, first = false }: { most: number; first?: boolean },
): Sides | undefined {
  const from: Side = to === 'rows' ? 'columns' : 'rows'
  if (!sides[from].includes(name) || sides[to].length >= most) return undefined
  const rest = sides[from].filter((other) => other !== name)
  const next = first ? [name, ...sides[to]] : [...sides[to], name]
  return to === 'rows' ? { rows: next, columns: rest } : { rows: rest, columns: next }
}

/** What a box of choices needs to give some to another box and to take some from it. */
export interface Exchange {
  /** Whether the choice that is being dragged can be dropped here. */
  readonly isOpen: boolean
  readonly onDrag: (name: string | undefined) => void
  readonly onDrop: () => void
  /** Alt and an arrow key beyond the last or the first place of the box. */
  readonly onLeave: (name: string, forward: boolean) => void
}

/** The exchange of each side; a choice that moved by keys keeps the focus, which is searched in the element of `bar`. */
export function useExchange(
  sides: Sides,
  most: number,
  onChange: (sides: Sides) => void,
): { readonly bar: RefObject<HTMLDivElement | null>; readonly exchangeOf: (side: Side) => Exchange } {
  const bar = useRef<HTMLDivElement>(null)
  const [held, hold] = useState<string>()
  const moved = useRef<{ readonly name: string; readonly to: Side }>(undefined)
  useEffect(() => {
    // The address changes later than what moved the choice: until then it is still on its old side.
    if (!moved.current || !sides[moved.current.to].includes(moved.current.name)) return
    bar.current?.querySelector<HTMLElement>(`[data-choice="${CSS.escape(moved.current.name)}"]`)?.focus()
    moved.current = undefined
  })
  const exchangeOf = (side: Side): Exchange => ({
    isOpen: held !== undefined && sentTo(sides, held, side, { most }) !== undefined,
    onDrag: hold,
    onDrop: () => {
      const next = held === undefined ? undefined : sentTo(sides, held, side, { most })
      hold(undefined)
      if (next) onChange(next)
    },
    onLeave: (name, forward) => {
      if (forward !== (side === 'rows')) return
      const to: Side = forward ? 'columns' : 'rows'
      const next = sentTo(sides, name, to, { most, first: forward })
      if (!next) return
      moved.current = { name, to }
      onChange(next)
    },
  })
  return { bar, exchangeOf }
}
