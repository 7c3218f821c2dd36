/** The company's overlay of a module: read, and replaced only when all overlays together are valid. */

import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Module, Problem, Row } from '../../../engine/model/module.ts'
import { can } from '../../../engine/runtime/permissions/index.ts'
import { writeAudit } from '../audit/index.ts'
import { asSystem } from '../auth/as-system.ts'
import { watchTables } from '../companies/cache-invalidation.ts'
import type { Ctx } from '../context.ts'
import { qualify } from '../db/name.ts'
import { syncSchema } from '../db/planner/index.ts'
import { raw, sql, table } from '../db/sql.ts'
import { AppError, forbidden, invalid, notFound, refuse } from '../errors.ts'
import { holdersOf } from '../notifications/holders.ts'
import { notifyUsers } from '../notifications/notify.ts'
import { backFill } from './back-fill.ts'
import type { MetaRouteDeps } from './deps.ts'
import { packageProblems } from './installed-packages.ts'
import { type ModuleStore, readOverlays } from './store.ts'

/**
 * Notifies the users who can change overlays of parts that no longer fit the modules. Each problem is reported once, not
 * again at the next start.
 */
export async function tellProblems(ctx: Ctx, store: ModuleStore): Promise<void> {
  const registry = ctx.modules.get(REGISTRY)
  const problems = [
    ...(await store.companyProblems(ctx.db, ctx.company)),
    ...(await packageProblems(ctx.db, ctx.company, ctx.services.product)),
  ]
  if (!registry || problems.length === 0) return
  const users = await holdersOf(ctx, registry, 'edit')
  for (const file of new Set(problems.map((problem) => problem.file))) {
    const fileProblems = problems.filter((problem) => problem.file === file)
    const description = fileProblems.map(({ pointer, message }) => (pointer ? `${pointer}: ${message}` : message)).join(' ')
    await notifyUsers(ctx, registry, null, {
      users,
      title: `Not applied: the ${file}`,
      description: description.length > 900 ? `${description.slice(0, 900)}…` : description,
      once: true,
    })
  }
}

type Call = FastifyRequest<{ Params: { module: string } }>
/** The registry of modules: users who can see it see problems of descriptors, those who can change it change overlays. */
export const REGISTRY = 'module'

export function overlayRoutes(app: FastifyInstance, { ctx: ctxOf, store }: MetaRouteDeps): void {
  const allowed = async (request: Call) => {
    const ctx = await ctxOf(request)
    const registry = ctx.modules.get(REGISTRY)
    if (!registry || !can(ctx.principal, registry, 'edit')) throw forbidden()
    const module = ctx.modules.get(request.params.module)
    if (!module) throw notFound('Cannot find module')
    return { ctx, module, registry, table: qualify(ctx.company.schema, 'overlay') }
  }

  app.get('/meta/modules/:module/overlay', async (request: Call) => {
    const { ctx, module, table: tableName } = await allowed(request)
    const [row] = await ctx.db.query<{ version: number; patch: Row }>(
      sql`SELECT version, patch FROM ${raw(tableName)} WHERE module = ${module.name}`,
    )
    return { success: true, data: { module: module.name, version: row?.version ?? 0, overlay: row?.patch ?? {} } }
  })

  app.put('/meta/modules/:module/overlay', async (request: Call) => {
    const { ctx, module, registry, table: tableName } = await allowed(request)
    const body = (request.body ?? {}) as { overlay?: unknown; version?: unknown }
    const patch = body.overlay
    if (!isRow(patch)) throw invalid({ overlay: ['Give the overlay as an object.'] })
    const expected = versionOf(body.version)
    const version = await ctx.db.tx(async () => {
      await ctx.db.query(sql`SELECT pg_advisory_xact_lock(hashtextextended(${`overlay:${ctx.company.schema}`}, 0))`)
      const layers = await readOverlays(ctx.db, ctx.company)
      const others = layers.filter((layer) => layer.module !== module.name)
      const { modules, problems } = store.overlaid([...others, { module: module.name, patch }])
      if (problems.length) throw refused(problems)
      const stored = await keepOverlay(ctx, { tableName, module: module.name, patch, expected })
      await writeAudit(ctx, {
        module: registry,
        record_id: await registered(ctx, registry, module.name),
        action: 'overlay',
        number: module.name,
        noteBefore: { overlay: layers.find((layer) => layer.module === module.name)?.patch ?? {} },
        note: { overlay: patch },
      })
      // Tables follow in the same transaction: an overlay whose tables cannot be created is not stored either.
      const steps = await syncSchema(ctx.db, ctx.company.schema, modules)
      await backFill({ ...asSystem(ctx, 'computing fields that were added'), modules }, steps)
      await watchTables(ctx.db, ctx.company.schema, modules)
      return stored
    })
    return { success: true, data: { module: module.name, version, overlay: patch } }
  })
}

/** Id of a module in the registry. */
async function registered(ctx: Ctx, registry: Module, name: string): Promise<number> {
  const [row] = await ctx.db.query<{ id: number }>(sql`SELECT id FROM ${table(ctx, registry.entity.table)} WHERE name = ${name}`)
  return row?.id ?? 0
}

const isRow = (value: unknown): value is Row => typeof value === 'object' && value !== null && !Array.isArray(value)

function versionOf(value: unknown): number | null {
  if (value === undefined || value === null) return null
  if (!Number.isSafeInteger(value) || (value as number) < 0 || (value as number) > 2 ** 31)
    throw invalid({ version: ['Must be a whole number.'] })
  return value as number
}

const refused = (problems: readonly Problem[]) =>
  new AppError('invalid', 'The overlay was refused.', {
    errors: Object.fromEntries(
      problems.map((problem) => [problem.pointer || 'overlay', [[problem.message, problem.hint].filter(Boolean).join(' ')]]),
    ),
    details: problems,
  })

/** A change of a module's overlay; `expected` is the version that was read. */
interface OverlayChange {
  readonly tableName: string
  readonly module: string
  readonly patch: Row
  readonly expected: number | null
}

/** Writes the overlay; `expected` is the version it is based on, 0 for none yet. Returns the new version. */
async function keepOverlay(ctx: Ctx, { tableName, module, patch, expected }: OverlayChange): Promise<number> {
  const [row] = await ctx.db.query<{ version: number }>(
    sql`
      INSERT INTO ${raw(tableName)} (module, patch, updated_by)
      SELECT ${module}, ${JSON.stringify(patch)}, ${ctx.principal.user_id || null}
      WHERE ${expected}::int IS NULL
        OR ${expected}::int = 0
        OR EXISTS (SELECT 1 FROM ${raw(tableName)} WHERE module = ${module})
      ON CONFLICT (module) DO UPDATE SET patch = EXCLUDED.patch, version = overlay.version + 1,
        updated_by = EXCLUDED.updated_by, updated_at = now()
      WHERE ${expected}::int IS NULL OR overlay.version = ${expected}::int
      RETURNING version
    `,
  )
  if (!row) throw refuse('E_STALE', 'This record was changed by another user. Please reload.')
  return row.version
}
