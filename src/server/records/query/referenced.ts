/**
 * What is read of the records that a record being written refers to, compiled once per referring module and set of rights:
 * writing it anew for each save would take longer than reading the records.
 */
import type { Field, Module, ModuleSet } from '../../../engine/model/module.ts'
import type { Ctx } from '../../platform/context.ts'
import { accessKey } from '../access.ts'
import { readerOf } from './reader.ts'
import { aliases, objectSql, type RefScope, refObject, wantsOf } from './refs.ts'
import { column } from './values.ts'

/** The values of a referenced record as SQL; conditions on rows carry the marks of `person.ts`. */
export interface ReferencedSql {
  /** The alias that the texts read the record through, which no alias of the statement equals. */
  readonly alias: string
  /** The object with the columns that expressions need. */
  readonly values: string
  /** The object with the columns that the references' `filter` reads. */
  readonly filters: string
  /** The dates between which the record is in force, where its module says so. */
  readonly span: string | undefined
}

const compiled = new WeakMap<ModuleSet, WeakMap<Module, Map<string, ReferencedSql>>>()

/** What is read of records of `target` for the references of `referrer`, as the caller can see it. */
export function referencedSql(ctx: Ctx, referrer: Module, target: Module): ReferencedSql {
  let ofSet = compiled.get(ctx.modules)
  if (!ofSet) compiled.set(ctx.modules, (ofSet = new WeakMap()))
  let ofModule = ofSet.get(referrer)
  if (!ofModule) ofSet.set(referrer, (ofModule = new Map()))
  const key = `${ctx.company.schema}|${ctx.company.time_zone}|${accessKey(ctx, referrer)}|${target.name}`
  let known = ofModule.get(key)
  if (!known) ofModule.set(key, (known = compile(ctx, referrer, target)))
  return known
}

function compile(ctx: Ctx, referrer: Module, target: Module): ReferencedSql {
  const base = { schema: ctx.company.schema, modules: ctx.modules, alias: aliases('v') }
  // Expressions read whole columns; the record's label contains only what the caller can see.
  const { who, name, reach } = readerOf(ctx, base)
  const all = readerOf(ctx, base, undefined, true)
  const scope: RefScope = { ...base, timeZone: ctx.company.time_zone, reader: { ...all, who, name, reach }, mode: 'exact' }
  const uses = [referrer, ...referrer.lines].flatMap(({ fields }) => fields).filter(({ to }) => to === target.name)
  const alias = scope.alias()
  return {
    alias,
    values: refObject(scope, target, { alias, layers: [{ wants: wantsOf(columnsOf(uses)), by: 'descriptor' }] }),
    filters: objectSql(filtersOf(uses, target).map((filter) => [filter, column(alias, filter)])),
    span: target.entity.inForce && `json_build_array(${target.entity.inForce.map((entry) => column(alias, entry)).join(', ')})`,
  }
}

const columnsOf = (uses: readonly Field[]): string[] => [...new Set(uses.flatMap(({ refColumns }) => refColumns))]

const filtersOf = (uses: readonly Field[], target: Module): string[] =>
  [...new Set(uses.flatMap(({ filter }) => Object.keys(filter ?? {})))].filter((name) => name === 'id' || target.field[name])
