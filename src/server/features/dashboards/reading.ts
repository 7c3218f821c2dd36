/** The statements of dashboard widgets: rows that the caller can see, and none where they cannot see any. */
import type { Module, Row } from '../../../engine/model/module.ts'
import { can } from '../../../engine/runtime/permissions/index.ts'
import type { Ctx } from '../../platform/context.ts'
import { qualify } from '../../platform/db/name.ts'
import { seesOf } from '../../records/access.ts'
import { envOf } from '../../records/query/env.ts'
import { scopeSql } from '../../records/query/scope.ts'
import { refJson } from '../../records/report/page.ts'

/** One statement in the making, with its parameters. */
export class Reading {
  readonly ctx: Ctx
  private readonly env

  constructor(ctx: Ctx) {
    this.ctx = ctx
    this.env = envOf(ctx)
  }

  /** A table of the company. */
  table(name: string): string {
    return qualify(this.ctx.company.schema, name)
  }

  module(name: string): Module {
    return this.ctx.modules.get(name)!
  }

  /** The module's rows that the caller may see, to be read from under an alias. */
  rows(name: string): string {
    const where = scopeSql(this.ctx, this.env, this.module(name), { alias: 't', action: 'index' })
    return `(SELECT t.* FROM ${this.table(this.module(name).entity.table)} t${where.length ? ` WHERE ${where.join(' and ')}` : ''})`
  }

  /** The placeholder of a value. */
  add(value: unknown, type: string): string {
    return this.env.params.add(value, type)
  }

  /** Today in the company's zone. */
  today(): string {
    return this.add(this.env.today, 'date')
  }

  run<T = Row>(sql: string): Promise<T[]> {
    return this.ctx.db.query<T>(sql, this.env.params.values)
  }
}

/** The rights that a widget needs: lists of modules, and fields of the first of them. */
interface Needs {
  readonly modules: readonly string[]
  readonly fields?: readonly string[]
}

/** A part of a dashboard: one statement. */
export interface Widget {
  readonly needs: Needs
  read(on: Reading): Promise<unknown>
}

/** Whether the caller can see all data of the widget. */
export function allowed(ctx: Ctx, { modules, fields = [] }: Needs): boolean {
  const matches = modules.map((name) => ctx.modules.get(name))
  if (!matches.every((module) => module !== undefined)) return false
  if (ctx.system !== undefined) return true
  const sees = seesOf(ctx)
  return (
    matches.every((module) => can(ctx.principal, module!, 'index')) &&
    fields.every((name) => {
      const field = matches[0]!.field[name]
      return field !== undefined && sees(field)
    })
  )
}

/** An employee as responses contain them: number and name. */
export const employeeJson = (alias: string): string =>
  refJson(alias, 'full_name', `concat_ws(' · ', ${alias}.employee_no, ${alias}.full_name)`)
