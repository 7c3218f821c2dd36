/**
 * A seeded generator of pseudo-random numbers (mulberry32), so that every demo company is the same on
 * every machine.
 */
export interface Random {
  /** Integer from `min` to `max`, both included. */
  int(min: number, max: number): number
  pick<T>(list: readonly T[]): T
  /** True with the probability given, 0 to 1. */
  chance(probability: number): boolean
  /** `count` different elements, in random order. */
  sample<T>(list: readonly T[], count: number): T[]
}

export function createRandom(seed: number): Random {
  let state = seed >>> 0
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let t = state
    t = Math.imul(t ^ (t >>> 15), t | 1)
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61)
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296
  }
  const int = (min: number, max: number) => min + Math.floor(next() * (max - min + 1))
  return {
    int,
    pick: (list) => list[int(0, list.length - 1)]!,
    chance: (probability) => next() < probability,
    sample: (list, count) => {
      const rest = [...list]
      return Array.from({ length: Math.min(count, rest.length) }, () => rest.splice(int(0, rest.length - 1), 1)[0]!)
    },
  }
}
