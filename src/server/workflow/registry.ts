/** The named code of descriptors, as the workflow service receives it. */
import type { Json } from '../../engine/model/module.ts'
import type { Effect, Guard } from '../platform/context.ts'

/** Journal entries of present effects, the last one first, that are equivalent to an entry of a former effect. */
export type Retired = (entry: Json) => readonly { readonly effect: string; readonly entry: Json }[]

export interface Code {
  readonly effects: ReadonlyMap<string, Effect>
  readonly guards: ReadonlyMap<string, Guard>
  /** Conditions after the effects of every transition, regardless of the descriptor. */
  readonly invariants: readonly Guard[]
  /** Effects of former versions by name, for documents that they posted. */
  readonly retired: Readonly<Record<string, Retired>>
}

/** Effects and guards by name. Two with one name are a programming error. */
export function codeOf(
  effects: readonly Effect[],
  guards: readonly Guard[],
  invariants: readonly Guard[] = [],
  retired: Readonly<Record<string, Retired>> = {},
): Code {
  const byName = <T extends { readonly name: string }>(list: readonly T[]): ReadonlyMap<string, T> => {
    const map = new Map(list.map((entry) => [entry.name, entry]))
    if (map.size !== list.length) throw new Error('Two effects or guards have the same name.')
    return map
  }
  return { effects: byName(effects), guards: byName(guards), invariants, retired }
}

/** The effect of a name. Descriptors are checked at load, so a missing one is a programming error. */
export function effectOf(code: Code, name: string): Effect {
  const effect = code.effects.get(name)
  if (!effect) throw new Error(`There is no effect "${name}".`)
  return effect
}

export function guardOf(code: Code, name: string): Guard {
  const guard = code.guards.get(name)
  if (!guard) throw new Error(`There is no guard "${name}".`)
  return guard
}
