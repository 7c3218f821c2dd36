/** What the browser and implementers read about modules: definitions, menus, overlays, problems. */
import { createHash } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Module, ModuleSet, Principal, Row } from '../../engine/module.ts'
import { can, codesOf, cutModule } from '../../engine/permissions/index.ts'
import { targets } from '../../engine/workflow/index.ts'
import { APPLICATIONS } from '../companies/create.ts'
import type { Ctx } from '../context.ts'
import { qualify } from '../db/name.ts'
import { notFound } from '../errors.ts'
import { overlayRoutes } from './overlays.ts'
import type { ModuleStore } from './store.ts'
import { offerValidator, validatorCode } from './validators.ts'

export interface MetaRouteDeps {
  ctx(request: FastifyRequest): Promise<Ctx>
  readonly store: ModuleStore
}

interface Cut {
  readonly module: Module
  /** Names exactly this answer: other rights give another. */
  readonly tag: string
}
/** Modules cut to a person, kept per module and rights: the same object answers every request. */
const cuts = new WeakMap<Module, Map<string, Cut>>()

function cutFor(ctx: Ctx, module: Module): Cut {
  const { principal } = ctx
  const made = targets(ctx.modules, module.name, principal)
  const panels = module.panels.map((panel) => can(principal, { name: panel.module, actions: {} }, 'index'))
  const key = JSON.stringify([principal.grants[module.name] ?? [], principal.access, panels, made])
  const kept = cuts.get(module) ?? new Map<string, Cut>()
  cuts.set(module, kept)
  let cut = kept.get(key)
  if (!cut) {
    const own = { ...cutModule(module, principal), targets: made }
    kept.set(key, (cut = { module: own, tag: `"${createHash('sha256').update(JSON.stringify(own)).digest('base64url')}"` }))
  }
  offerValidator(cut.module)
  return cut
}

export function registerMetaRoutes(app: FastifyInstance, deps: MetaRouteDeps): void {
  const { store } = deps

  app.get('/meta/modules', async (request) => {
    const ctx = await deps.ctx(request)
    const data = [...ctx.modules.values()]
      .filter((module) => can(ctx.principal, module, 'index'))
      .map(({ name, title, singular, application, group, icon, kind }) => ({ name, title, singular, application, group, icon, kind }))
    return { success: true, data }
  })

  app.get<{ Params: { module: string } }>('/meta/modules/:module', async (request, reply) => {
    const ctx = await deps.ctx(request)
    const module = ctx.modules.get(request.params.module)
    if (!module) throw notFound('Cannot find module')
    // Pickers need to know how records of another module are called; nothing of its rows follows from that.
    const cut = cutFor(ctx, module)
    void reply.header('etag', cut.tag).header('cache-control', 'private, no-cache')
    if (request.headers['if-none-match'] === cut.tag) return reply.code(304).send()
    return { success: true, data: cut.module }
  })

  app.get<{ Params: { file: string } }>('/meta/validators/:file', async (request, reply) => {
    const code = validatorCode(request.params.file.replace(/\.js$/, ''))
    if (!code) throw notFound('There is no validator of this name.')
    return reply.type('text/javascript; charset=utf-8').header('cache-control', 'public, max-age=31536000, immutable').send(code)
  })

  app.get('/meta/navigation', async (request) => {
    const ctx = await deps.ctx(request)
    return { success: true, data: { applications: await navigation(ctx), settings: readSettings(ctx) } }
  })

  app.get<{ Querystring: { tables?: string } }>('/meta/lookups', async (request) => {
    const ctx = await deps.ctx(request)
    const known = new Set([...ctx.modules.values()].flatMap((module) => module.lookups))
    const wanted = (request.query.tables ?? '').split(',').filter((name) => known.has(name))
    const data: Row = {}
    for (const name of wanted) data[name] = await lookupRows(ctx, name)
    return { success: true, data }
  })

  app.get('/meta/problems', async (request) => {
    const ctx = await deps.ctx(request)
    return { success: true, data: [...store.problems, ...(await store.overlayProblems(ctx.db, ctx.company))] }
  })

  overlayRoutes(app, deps)
}

const settingNames = new WeakMap<ModuleSet, readonly string[]>()

/** The settings that expressions read, for the browser to compute with; nothing else of them leaves the server. */
function readSettings(ctx: Ctx): Row {
  let names = settingNames.get(ctx.modules)
  if (!names) {
    const text = JSON.stringify([...ctx.modules.values()].map(({ fields, lines, form, workflow }) => [fields, lines, form, workflow]))
    names = [...new Set([...text.matchAll(/\bsettings\.([a-z][a-z0-9_]*)/g)].map((match) => match[1]!))]
    settingNames.set(ctx.modules, names)
  }
  return Object.fromEntries(names.map((name) => [name, ctx.settings[name] ?? null]))
}

async function lookupRows(ctx: Ctx, name: string): Promise<Row[]> {
  const [moduleName, linesName, field] = name.split('.') as [string, string, string]
  const lines = ctx.modules.get(moduleName)?.lines.find((one) => one.name === linesName)
  if (!lines?.field[field]) return []
  return ctx.db.query(
    `SELECT parent_id AS key, effective_from, "${field}"::float8 AS value FROM ${qualify(ctx.company.schema, lines.table)} ORDER BY parent_id, effective_from DESC`,
  )
}

/** Applications of the role with the modules the person may list, grouped as the descriptors say. */
async function navigation(ctx: Ctx): Promise<Row[]> {
  const { principal } = ctx
  const rows = await ctx.db.query<{ id: number; name: string; module_id: number }>(
    `SELECT id AS module_id, name FROM ${qualify(ctx.company.schema, 'module')}`,
  )
  const ids = new Map(rows.map((row) => [row.name, row.module_id]))
  return APPLICATIONS.filter(({ name }) => principal.applications.includes(name)).map((application) => ({
    ...application,
    groups: groupsOf(ctx, principal, application.name, ids),
  }))
}

interface Entry {
  readonly group: string
  readonly order: number
  readonly module: Row
}

function groupsOf(ctx: Ctx, principal: Principal, application: string, ids: ReadonlyMap<string, number>): Row[] {
  const entries: Entry[] = []
  for (const module of ctx.modules.values()) {
    if (module.hidden || !can(principal, module, 'index')) continue
    const also = module.alsoIn.find((one) => one.application === application)
    if (module.application !== application && !also) continue
    const held = codesOf(module).filter((code) => can(principal, module, code))
    const actions = also?.actions && module.application !== application ? held.filter((code) => also.actions!.includes(code)) : held
    entries.push({
      group: module.application === application ? module.group : (also?.group ?? module.group),
      order: module.order,
      module: {
        name: module.name,
        title: module.title,
        icon: module.icon,
        kind: module.kind,
        actions,
        module_id: ids.get(module.name) ?? null,
      },
    })
  }
  const groups = new Map<string, Entry[]>()
  for (const entry of entries) groups.set(entry.group, [...(groups.get(entry.group) ?? []), entry])
  const order: readonly string[] = APPLICATIONS.find((one) => one.name === application)?.groups ?? []
  const place = (title: string) => (order.includes(title) ? order.indexOf(title) : order.length)
  return [...groups]
    .sort(([a], [b]) => place(a) - place(b) || (a < b ? -1 : 1))
    .map(([title, list]) => ({ title, modules: list.sort((a, b) => a.order - b.order).map((entry) => entry.module) }))
}
