/**
 * The names rule, proven for every demo role on every field of every module: the rule, and the statements that lists,
 * pickers and exports compile, against a judge that computes the data that a role may know only from the descriptors and
 * grants.
 */

import { beforeAll, describe, expect, test } from 'vitest'
import { productModules } from '../../scripts/descriptors.ts'
import { createJudge, type Judge, pathsOf } from '../../scripts/leaks/judge.ts'
import { keepsRecords } from '../../src/engine/model/kind.ts'
import type { Module, ModuleSet, Principal } from '../../src/engine/model/module.ts'
import { mayPick, nameable, type Use } from '../../src/engine/runtime/permissions/index.ts'
import { grantsOf, ROLE_TEMPLATES } from '../../src/server/companies/role-templates.ts'
import type { Ctx } from '../../src/server/platform/context.ts'
import { AppError } from '../../src/server/platform/errors.ts'
import { exportRows } from '../../src/server/records/export/rows.ts'
import { createRecords } from '../../src/server/records/index.ts'

interface Role {
  readonly principal: Principal
  readonly judge: Judge
  readonly ctx: Ctx
  /** The statement that was sent last. */
  sent(): string
}

/** By the number of steps of a path. Searching and grouping are by names that descriptors give. */
const USES: Readonly<Record<number, readonly Use[]>> = {
  1: ['filter', 'sort', 'search', 'group', 'column'],
  2: ['filter', 'sort', 'column'],
  3: ['filter', 'column'],
}
/** Of the longer paths, one in so many; those of one and two steps are all tried. */
const DEEP_STEP = 29
const SHOWN = 25
let modules: ModuleSet
let roles: Role[]

const keepsRows = (module: Module): boolean => keepsRecords(module.kind)

beforeAll(async () => {
  const loaded = await productModules()
  expect(loaded.problems).toEqual([])
  modules = loaded.modules
  const everyone = Object.fromEntries(
    [...modules.values()].filter((module) => module.everyone.length).map((module) => [module.name, module.everyone]),
  )
  const seen = new Set<string>()
  roles = ROLE_TEMPLATES.flatMap((role) => {
    const roleGrants = Object.fromEntries(grantsOf(role, modules))
    const grants = Object.fromEntries(
      [...new Set([...Object.keys(roleGrants), ...Object.keys(everyone)])].map((name) => [
        name,
        [...new Set([...(roleGrants[name] ?? []), ...(everyone[name] ?? [])])],
      ]),
    )
    const access = role.access ?? []
    // Roles that differ in no right are one case.
    const key = JSON.stringify([Object.entries(grants).sort(), access])
    if (seen.has(key)) return []
    seen.add(key)
    const principal: Principal = {
      user_id: 6,
      username: role.code,
      name: role.name,
      role: role.name,
      branch_id: 1,
      branch_ids: [1],
      employee_id: 11,
      is_developer: false,
      grants,
      access,
      applications: [...role.applications],
    }
    const statements: string[] = []
    return [
      {
        principal,
        judge: createJudge(modules, { role: role.name, grants, access }),
        ctx: fakeCtx(principal, statements),
        sent: () => statements.at(-1) ?? '',
      },
    ]
  }, TIMEOUT)
})

/** A context whose database answers nothing and notes what it is asked. */
function fakeCtx(principal: Principal, statements: string[]): Ctx {
  const note = (text: string) => {
    if (statements.push(text) > 1) statements.shift()
  }
  const answer = async (text: string) => {
    note(text)
    return [{ total: 0, rows: [] }]
  }
  return {
    principal,
    modules,
    company: { code: 'PROOF', schema: 'co_proof', time_zone: 'Asia/Manila' },
    clock: { now: () => new Date('2026-11-22T04:00:00Z'), today: () => '2026-11-22' },
    settings: {},
    services: { records: createRecords() },
    db: {
      query: answer,
      prepared: answer,
      stream: (text: string) => {
        note(text)
        return (async function* () {})()
      },
    },
  } as unknown as Ctx
}

/** The statement that a call sends, or that it was refused. */
async function outcome(role: Role, call: () => unknown): Promise<string> {
  try {
    await call()
    return role.sent()
  } catch (error) {
    if (error instanceof AppError && error.status < 500) return 'refused'
    throw error
  }
}

/** Values that one module keeps of the records of others are cut record by record, and cannot be named. */
const ofOtherRecords = (module: Module, name: string): boolean => module.entity.subject?.values.includes(name) ?? false

/** Paths of a module with their number of steps: all of one and two, a part of those of three. */
function everyPath(module: Module): [string, number][] {
  const short = new Set(pathsOf(modules, module, 1))
  const middle = new Set(pathsOf(modules, module, 2))
  const found: [string, number][] = [...middle].map((path) => [path, short.has(path) ? 1 : 2])
  let n = 0
  for (const path of pathsOf(modules, module, 3)) if (!middle.has(path) && ++n % DEEP_STEP === 0) found.push([path, 3])
  return found
}

const listOf = (mismatches: readonly string[]) => ({ found: mismatches.length, first: mismatches.slice(0, SHOWN) })
const NONE = { found: 0, first: [] }

/** The machine that runs it may be busy with other files. */
const TIMEOUT = 180_000

describe('the names rule', () => {
  test(
    'C1: whose records may be picked is what the descriptors say',
    () => {
      const wrong: string[] = []
      for (const { principal, judge } of roles)
        for (const module of modules.values())
          if (keepsRows(module) && mayPick(principal, modules, module) && !judge.picks(module))
            wrong.push(`${principal.username} picks ${module.name}`)
      expect(listOf(wrong)).toEqual(NONE)
    },
    TIMEOUT,
  )

  test(
    'C1, H2: no role may name what it may not know, on paths of up to three steps, for any use',
    () => {
      const wrong: string[] = []
      const strict: string[] = []
      let tried = 0
      const paths = new Map([...modules.values()].filter(keepsRows).map((module) => [module, everyPath(module)]))
      for (const { principal, judge } of roles)
        for (const [module, byPath] of paths)
          for (const [path, steps] of byPath) {
            const verdict = judge.path(module, path)
            for (const use of USES[steps]!) {
              tried++
              const may = nameable(principal, modules, { module, path, use })
              if (may && verdict === 'hidden') wrong.push(`${principal.username} ${use} ${module.name}: ${path}`)
              if (
                !may &&
                steps === 1 &&
                use === 'column' &&
                path in module.field &&
                judge.knows(module, module.field[path]!) &&
                !ofOtherRecords(module, path)
              )
                strict.push(`${principal.username} ${module.name}: ${path}`)
            }
          }
      expect(tried).toBeGreaterThan(500_000)
      expect(listOf(wrong)).toEqual(NONE)
      // A rule that refuses everything would pass: what one may know can be named.
      expect(listOf(strict)).toEqual(NONE)
    },
    TIMEOUT,
  )
})

describe('compiled statements', () => {
  test(
    'C1: lists, pickers and exports refuse every hidden field of a module, and say nothing of it',
    async () => {
      const wrong: string[] = []
      for (const role of roles) {
        const { ctx, judge, principal } = role
        const { records } = ctx.services
        for (const module of modules.values()) {
          if (!keepsRows(module)) continue
          const hidden = [...pathsOf(modules, module, 1)].filter((path) => judge.path(module, path) === 'hidden')
          const calls: Record<string, (path: string) => unknown> = {
            'dropdown filter': (path) => records.dropdown(ctx, module, { filter: { [path]: { null: false } } }),
            'dropdown sort': (path) => records.dropdown(ctx, module, { sort: path }),
            'list filter': (path) => records.list(ctx, module, { filter: { [path]: { null: false } } }),
            'list sort': (path) => records.list(ctx, module, { sort: path }),
            'export filter': (path) => exportRows(ctx, module, { filter: { [path]: { null: false } } }),
            'export column': (path) => exportRows(ctx, module, { columns: path }),
          }
          const closed = {
            dropdown: (await outcome(role, () => records.dropdown(ctx, module, {}))) === 'refused',
            list: (await outcome(role, () => records.list(ctx, module, {}))) === 'refused',
          }
          if (!closed.dropdown && !judge.picks(module)) wrong.push(`${principal.username} ${module.name}/dropdown`)
          if (!closed.list && !judge.lists(module)) wrong.push(`${principal.username} ${module.name}/paginate`)
          const plain = await outcome(role, () => records.dropdown(ctx, module, {}))
          for (const path of hidden) {
            for (const [name, call] of Object.entries(calls)) {
              if (name.startsWith('dropdown') ? closed.dropdown : closed.list) continue
              if ((await outcome(role, () => call(path))) !== 'refused') wrong.push(`${principal.username} ${name} ${module.name}: ${path}`)
            }
            if (closed.dropdown) continue
            const asked = await outcome(role, () => records.dropdown(ctx, module, { fields: path } as never))
            if (asked !== plain) wrong.push(`${principal.username} dropdown fields ${module.name}: ${path}`)
          }
        }
      }
      expect(listOf(wrong)).toEqual(NONE)
    },
    TIMEOUT,
  )

  test(
    'H2: a step into another module reads only the rows of it that the person reaches',
    async () => {
      const wrong: string[] = []
      for (const role of roles) {
        const { ctx, judge, principal } = role
        const limits = (module: Module): string | undefined => {
          const { owner, branch } = module.entity
          if (owner) return principal.grants[module.name]?.includes('view_all') && !module.entity.personal ? undefined : owner
          return branch
        }
        for (const module of modules.values()) {
          if (!keepsRows(module) || !judge.lists(module)) continue
          for (const field of module.fields) {
            const target = field.to ? modules.get(field.to) : undefined
            const limit = target && limits(target)
            if (!target || !limit || field.storage === 'none') continue
            for (const { name } of target.fields) {
              const path = `${field.refAs ?? field.name}.${name}`
              if (judge.path(module, path) !== 'open' || judge.free(module, path)) continue
              const text = await outcome(role, () => ctx.services.records.list(ctx, module, { filter: { [path]: { null: false } } }))
              if (text === 'refused') continue
              const alias = new RegExp(`exists \\(select 1 from "co_proof"\\."${target.entity.table}" (\\w+) where`).exec(text)?.[1]
              if (!alias || !text.includes(`${alias}."${limit}"`)) wrong.push(`${principal.username} ${module.name}: ${path}`)
            }
          }
        }
      }
      expect(listOf(wrong)).toEqual(NONE)
    },
    TIMEOUT,
  )
})
