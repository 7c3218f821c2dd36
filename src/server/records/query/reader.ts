/**
 * The data that a statement can read for its caller: names by the names rule, rows that they reach, values that are
 * closed to all but members.
 */
import type { Field, Lines, Module, ModuleSet } from '../../../engine/model/module.ts'
import {
  type Asker,
  brings,
  can,
  closedBy,
  nameableNames,
  nameOf,
  type Place,
  type Target,
  type Use,
} from '../../../engine/runtime/permissions/index.ts'
import type { Ctx } from '../../platform/context.ts'
import { type Sees, seesOf } from '../access.ts'
import { MARKED, type Person } from './person.ts'
import { openSql, scopeSql } from './scope.ts'
import { carriesTags } from './tags.ts'
import { column } from './values.ts'

/** A row that a column is read from: of a module, or of its lines with the record that they belong to. */
export interface Spot {
  readonly module: Module
  readonly alias: string
  readonly lines?: { readonly lines: Lines; readonly alias: string }
}

export interface Reader {
  readonly who: Asker
  /** Whether the caller can see this field at all. */
  readonly sees: Sees
  /** The meaning of a request's name or path, when the caller can name it for this use. */
  name(module: Module, path: string, use: Use): Target | undefined
  /** Names that the caller may use, for hints. */
  names(module: Module, use: Use): string[]
  /** Condition under which the caller reaches a row of a referenced module; undefined: every row. */
  reach(module: Module, alias: string): string | undefined
  /** Whether a reference contains this column of the referenced module, and of which rows. */
  brings(by: Place | 'descriptor' | undefined, module: Module, name: string, whole: boolean): 'any' | 'reached' | undefined
  /** A stored column; empty where the record is closed to the caller. */
  column(spot: Spot, field: Field): string
  /** Condition under which a value is open to the caller; undefined: always. */
  open(spot: Spot, field: Field): string | undefined
}

/** A reader's requirements for writing conditions. */
export interface ReaderBase {
  readonly schema: string
  readonly modules: ModuleSet
  readonly alias: () => string
}

/** Reads everything, for the system and for calculations. */
const everything = (modules: ModuleSet): Reader => ({
  who: 'system',
  sees: () => true,
  name: (module, path, use) => usable(modules, module, nameOf('system', modules, { module, path, use })),
  names: (module, use) => nameableNames('system', modules, module, use),
  reach: () => undefined,
  brings: () => 'any',
  column: (spot, field) => column(spot.lines?.alias ?? spot.alias, field.name),
  open: () => undefined,
})

/** The reader of a caller; `whole` reads all there is, for calculations. `person`: marks for plans, parameters for requests. */
export function readerOf(ctx: Ctx, base: ReaderBase, person: Person = MARKED, whole = false): Reader {
  const { modules } = base
  if (whole || ctx.system !== undefined) return everything(modules)
  const who = ctx.principal
  const env = { ...base, person }
  const open = (spot: Spot, field: Field): string | undefined => {
    const path = closedBy(spot.module, spot.lines?.lines, field)
    return path && openSql(ctx, env, spot.module, { alias: spot.alias, path })
  }
  return {
    who,
    sees: seesOf(ctx),
    name: (module, path, use) => usable(modules, module, nameOf(who, modules, { module, path, use })),
    names: (module, use) => nameableNames(who, modules, module, use),
    reach: (module, alias) =>
      scopeSql(ctx, env, module, { alias, action: can(who, module, 'index') ? 'index' : 'dropdown' }).join(' and ') || undefined,
    brings: (by, module, name, all) => brings(who, modules, { by, module, column: name, whole: all }),
    column: (spot, field) => {
      const sql = column(spot.lines?.alias ?? spot.alias, field.name)
      const condition = open(spot, field)
      return condition ? `case when ${condition} then ${sql} end` : sql
    },
    open,
  }
}

/** Tags are a name only where there are any. */
function usable(modules: ModuleSet, module: Module, target: Target | undefined): Target | undefined {
  if (!target) return undefined
  let step: { module: Module; target: Target } = { module, target }
  while (step.target.kind === 'reference' || step.target.kind === 'lines')
    step = { module: step.target.kind === 'reference' ? step.target.module : step.module, target: step.target.rest }
  return step.target.kind === 'tags' && !carriesTags(modules, step.module) ? undefined : target
}
