/**
 * Stretches of time as flat lists of whole minutes: `[from, to, from, to, …]`, in order, with gaps between them, each
 * from its first minute up to but not including its last. Flat lists keep the hot loop free of objects.
 */
import type { Minute } from './clock.ts'

export type Spans = readonly Minute[]
export const NONE: Spans = []

/** Minutes of all stretches together. */
export function total(spans: Spans): number {
  let minutes = 0
  for (let i = 0; i < spans.length; i += 2) minutes += spans[i + 1]! - spans[i]!
  return minutes
}

/** Adds a stretch to the end of a list, joined to the last one where they touch. Empty stretches are dropped. */
export function push(list: Minute[], from: Minute, to: Minute): void {
  if (to <= from) return
  if (list.length && list[list.length - 1]! >= from) list[list.length - 1] = Math.max(list[list.length - 1]!, to)
  else list.push(from, to)
}

/** Any stretches, in any order and overlapping, as one list in order. */
export function ordered(pairs: readonly (readonly [Minute, Minute])[]): Spans {
  const list: Minute[] = []
  for (const [from, to] of [...pairs].sort((a, b) => a[0] - b[0] || a[1] - b[1])) push(list, from, to)
  return list
}

/** The minutes in both lists. */
export function intersect(a: Spans, b: Spans): Spans {
  const out: Minute[] = []
  for (let i = 0, j = 0; i < a.length && j < b.length; ) {
    const from = Math.max(a[i]!, b[j]!)
    const to = Math.min(a[i + 1]!, b[j + 1]!)
    if (to > from) out.push(from, to)
    if (a[i + 1]! < b[j + 1]!) i += 2
    else j += 2
  }
  return out
}

/** The minutes in the first list and not in the second. */
export function subtract(a: Spans, b: Spans): Spans {
  if (!b.length || !a.length) return a
  const out: Minute[] = []
  let j = 0
  for (let i = 0; i < a.length; i += 2) {
    let from = a[i]!
    const to = a[i + 1]!
    while (j < b.length && b[j + 1]! <= from) j += 2
    for (let k = j; k < b.length && b[k]! < to && from < to; k += 2) {
      if (b[k]! > from) out.push(from, b[k]!)
      from = Math.max(from, b[k + 1]!)
    }
    if (from < to) out.push(from, to)
  }
  return out
}

/** The minutes in either list. */
export function union(a: Spans, b: Spans): Spans {
  if (!a.length) return b
  if (!b.length) return a
  const out: Minute[] = []
  for (let i = 0, j = 0; i < a.length || j < b.length; ) {
    if (j >= b.length || (i < a.length && a[i]! <= b[j]!)) {
      push(out, a[i]!, a[i + 1]!)
      i += 2
    } else {
      push(out, b[j]!, b[j + 1]!)
      j += 2
    }
  }
  return out
}

/** The first `minutes` of the stretches. */
export function first(spans: Spans, minutes: number): Spans {
  const out: Minute[] = []
  let left = minutes
  for (let i = 0; i < spans.length && left > 0; i += 2) {
    const length = Math.min(left, spans[i + 1]! - spans[i]!)
    out.push(spans[i]!, spans[i]! + length)
    left -= length
  }
  return out
}

/** All but the first `minutes` of the stretches. */
export const afterFirst = (spans: Spans, minutes: number): Spans => (minutes <= 0 ? spans : subtract(spans, first(spans, minutes)))

/** The part from one moment up to another. */
export const between = (spans: Spans, from: Minute, to: Minute): Spans => (to > from ? intersect(spans, [from, to]) : NONE)

/** The first and last moment; undefined for an empty list. */
export const start = (spans: Spans): Minute | undefined => spans[0]
export const end = (spans: Spans): Minute | undefined => spans[spans.length - 1]
