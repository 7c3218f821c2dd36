/** Effects and guards that know no module: they read what the descriptors declare. */
import type { Effect, Guard } from '../../platform/context.ts'
import { childrenNone } from './children.ts'
import { sourcesServe, sourcesWithinOpen } from './sources.ts'

export const builtinEffects: readonly Effect[] = [sourcesServe] as readonly Effect[]
export const builtinGuards: readonly Guard[] = [childrenNone, sourcesWithinOpen] as readonly Guard[]
