/** Routes about modules for the browser and implementers: definitions, menus, overlays, problems. */

import { createHash } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import type { Module, ModuleSet, Row } from '../../../engine/model/module.ts'
import { can, cutModule, mayChange } from '../../../engine/runtime/permissions/index.ts'
import { targets } from '../../../engine/runtime/workflow/index.ts'
import type { Ctx } from '../context.ts'
import { raw, sql, table } from '../db/sql.ts'
import { forbidden, notFound } from '../errors.ts'
import type { MetaRouteDeps } from './deps.ts'
import { packageProblems } from './installed-packages.ts'
import { menusOf } from './navigation.ts'
import { overlayRoutes, REGISTRY } from './overlays.ts'
import { offerValidator, validatorCode } from './validators.ts'

interface Cut {
  readonly module: Module
  /** Names exactly this answer: other rights give another. */
  readonly tag: string
}
/** Modules redacted for a user, cached per module and rights: the same object answers every request. */
const cuts = new WeakMap<Module, Map<string, Cut>>()

function cutFor(ctx: Ctx, module: Module): Cut {
  const { principal } = ctx
  const made = targets(ctx.modules, module.name, principal)
  const panels = module.panels.map((panel) => can(principal, { name: panel.module, actions: {} }, 'index'))
  const changeable = module.fields.filter(({ editRight }) => editRight !== undefined).map((field) => mayChange(principal, field))
  const key = JSON.stringify([principal.grants[module.name] ?? [], principal.access, panels, made, changeable])
  const variants = cuts.get(module) ?? new Map<string, Cut>()
  cuts.set(module, variants)
  let cut = variants.get(key)
  if (!cut) {
    const served = { ...cutModule(module, principal), targets: made }
    variants.set(key, (cut = { module: served, tag: `"${createHash('sha256').update(JSON.stringify(served)).digest('base64url')}"` }))
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
    // Pickers need the labels of another module's records; this gives no access to its rows.
    const cut = cutFor(ctx, module)
    void reply.header('etag', cut.tag).header('cache-control', 'private, no-cache')
    if (request.headers['if-none-match'] === cut.tag) return reply.code(304).send()
    return { success: true, data: cut.module }
  })

  app.get<{ Params: { file: string } }>('/meta/validators/:file', async (request, reply) => {
    const code = validatorCode(request.params.file)
    if (!code) throw notFound('There is no validator of this name.')
    return reply.type('text/javascript; charset=utf-8').header('cache-control', 'public, max-age=31536000, immutable').send(code)
  })

  app.get('/meta/navigation', async (request) => {
    const ctx = await deps.ctx(request)
    const plugins = await enabledPlugins(ctx)
    const preload = [...ctx.modules.values()].filter(({ entity }) => entity.preload).map(({ name }) => name)
    return { success: true, data: { applications: await menusOf(ctx), settings: readSettings(ctx), plugins, preload } }
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
    const registry = ctx.modules.get(REGISTRY)
    if (!ctx.principal.is_developer && !(registry && can(ctx.principal, registry, 'index'))) throw forbidden()
    return {
      success: true,
      data: [
        ...store.problems,
        ...store.warnings,
        ...(await store.companyProblems(ctx.db, ctx.company)),
        ...(await packageProblems(ctx.db, ctx.company, ctx.services.product)),
      ],
    }
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
  const lines = ctx.modules.get(moduleName)?.lines.find((line) => line.name === linesName)
  if (!lines?.field[field]) return []
  return ctx.db.query(
    sql`
      SELECT parent_id AS key, effective_from, "${raw(field)}"::float8 AS value
      FROM ${table(ctx, lines.table)}
      ORDER BY parent_id, effective_from DESC
    `,
  )
}

/** Codes of the plugins that are installed, enabled, and switched on for the user's role. */
const enabledPlugins = async (ctx: Ctx): Promise<string[]> => {
  const rows = await ctx.db.query<{ code: string }>(
    sql`
      SELECT p.code
      FROM ${table(ctx, 'plugin')} p
      JOIN ${table(ctx, 'user_role__plugins')} l ON l.plugin_id = p.id AND l.is_enabled IS NOT FALSE
      JOIN ${table(ctx, 'user')} u ON u.user_role_id = l.parent_id
      WHERE u.id = ${ctx.principal.user_id} AND p.is_installed AND p.is_enabled
    `,
  )
  return rows.map((row) => row.code)
}
