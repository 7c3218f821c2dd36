/** Companies come into being here: schema, tables, the registry of modules, fixture rows. */

import type { ModuleSet } from '../../engine/model/module.ts'
import { codesOf } from '../../engine/runtime/permissions/index.ts'
import { watchTables } from '../platform/companies/cache-invalidation.ts'
import { type RegisteredCompany, registerCompany } from '../platform/companies/registry.ts'
import type { Ctx, Db, Log } from '../platform/context.ts'
import { qualify } from '../platform/db/name.ts'
import { syncSchema } from '../platform/db/planner/index.ts'
import { raw, sql, table } from '../platform/db/sql.ts'
import { backFill } from '../platform/meta/back-fill.ts'
import { rememberPackages } from '../platform/meta/installed-packages.ts'
import type { ModuleStore } from '../platform/meta/store.ts'
import type { ProductFacts } from '../platform/product.ts'
import { loadFixtures } from './fixtures.ts'
import { countRoleUsers, grantModules, type ModuleChanges, makePackageRoles, nameRolesByCode } from './roles.ts'

/**
 * Brings tables, registry rows and missing fixture rows of a company up to date, in one transaction: several
 * processes that start at once do it one after another. Repeating it changes nothing.
 */
export async function syncCompany(
  db: Db,
  store: ModuleStore,
  company: RegisteredCompany,
  { ctx, log }: { readonly ctx: () => Promise<Ctx>; readonly log?: Log },
): Promise<void> {
  const modules = await store.of(db, company)
  const steps = await syncSchema(db, company.schema, modules, log ? { log } : {})
  await db.tx(async () => {
    await db.query(sql`SELECT pg_advisory_xact_lock(hashtextextended(${`company:${company.schema}`}, 0))`)
    await watchTables(db, company.schema, modules)
    const system = await ctx()
    const changes = await syncRegistry(db, company, modules, system.services.product)
    await ownRow(db, company)
    await grantModules(system, changes)
    await nameRolesByCode(db, company)
    await makePackageRoles(system)
    await countRoleUsers(system)
    await rememberPackages(db, company, { product: system.services.product, modules, folderOf: (name) => store.folderOf(name) })
    await backFill(system, steps, log)
    await loadFixtures(system, store)
    await db.query(
      sql`
        UPDATE ${table({ company }, 'company')}
        SET currency_id = (SELECT id FROM ${table({ company }, 'currency')} WHERE is_default LIMIT 1)
        WHERE currency_id IS NULL
      `,
    )
  })
}

/** Enters a company and makes everything it needs. */
export async function createCompany(
  db: Db,
  store: ModuleStore,
  input: { code: string; name: string },
  ctx: (company: RegisteredCompany) => Promise<Ctx>,
): Promise<RegisteredCompany> {
  const company = await registerCompany(db, input)
  await syncCompany(db, store, company, { ctx: () => ctx(company) })
  return company
}

/** Modules of the employee's panels that have permissions of their own since 2.38; companies of that time did not write it down. */
const HIDDEN_UNTIL_2_38: readonly string[] = ['personal_movement']

/** Rows of `application` and `module`, which roles are granted. What an administrator switched off stays off. */
async function syncRegistry(
  db: Db,
  company: RegisteredCompany,
  modules: ModuleSet,
  { applications }: ProductFacts,
): Promise<ModuleChanges> {
  const [application, module] = [qualify(company.schema, 'application'), qualify(company.schema, 'module')]
  const entered = await db.query<{ name: string }>(
    sql`
      INSERT INTO ${raw(application)} (
        name, subdomain, title, icon, color, description, release, sort_order, is_active, layout_header, layout_top_bar,
        layout_footer, layout_left_menu, layout_left_menu_overlay, menu_hidden
      )
      SELECT a.name, a.name, a.title, a.icon, a.color, a.description, a.release, a.n, true, true, true, true,
        a.menu = 'left', a.menu = 'overlay', a.menu = 'hidden'
      FROM json_to_recordset(
        ${JSON.stringify(applications.map(({ groups: _groups, order: _order, ...application }, n) => ({ ...application, n: n + 1 })))}::json
      ) AS a(name text, title text, icon text, color text, description text, release text, menu text, n int)
      WHERE NOT EXISTS (SELECT 1 FROM ${raw(application)} x WHERE x.name = a.name)
      RETURNING name
    `,
  )
  const rows = [...modules.values()].map((entry) => ({
    name: entry.name,
    title: entry.title,
    application: entry.application,
    group: entry.group,
    kind: entry.kind,
    icon: entry.icon,
    codes: codesOf(entry),
    everyone: entry.everyone,
    report: entry.kind === 'report',
    hidden: entry.hidden,
    n: entry.order,
  }))
  const before = await db.query<{ name: string; is_hidden: boolean }>(
    sql`
      SELECT name, coalesce(is_hidden, name = ANY (${HIDDEN_UNTIL_2_38})) AS is_hidden
      FROM ${raw(module)}
    `,
  )
  const added = await db.query<{ name: string }>(
    sql`
      WITH d AS (
        SELECT name, title, application, "group", kind, icon, ARRAY(SELECT json_array_elements_text(codes)) AS codes,
          ARRAY(SELECT json_array_elements_text(everyone)) AS everyone, report, hidden, n
        FROM json_to_recordset(${JSON.stringify(rows)}::json) AS d(
          name text, title text, application text, "group" text, kind text, icon text, codes json, everyone json,
          report boolean, hidden boolean, n int
        )
      ),
        changed AS (
          UPDATE ${raw(module)} m
          SET title = d.title, "group" = d."group", kind = d.kind, icon = d.icon, permission_codes = d.codes,
            everyone_codes = d.everyone, is_hidden = d.hidden
          FROM d
          WHERE m.name = d.name
            AND (
              m.title, m."group", m.kind, m.icon, m.permission_codes, m.everyone_codes, m.is_hidden
            ) IS DISTINCT FROM (d.title, d."group", d.kind, d.icon, d.codes, d.everyone, d.hidden)
        )
      INSERT INTO ${raw(module)} (
        name, title, application_id, "group", kind, icon, permission_codes, everyone_codes, is_hidden, is_module,
        is_report, sort_order, is_active
      )
      SELECT d.name, d.title, a.id, d."group", d.kind, d.icon, d.codes, d.everyone, d.hidden, NOT d.report, d.report,
        d.n, true
      FROM d
      LEFT JOIN ${raw(application)} a ON a.name = d.application
      WHERE NOT EXISTS (SELECT 1 FROM ${raw(module)} x WHERE x.name = d.name)
      RETURNING name
    `,
  )
  const visible = new Set(rows.flatMap(({ name, hidden }) => (hidden ? [] : [name])))
  return {
    applications: entered.map(({ name }) => name),
    added: added.map(({ name }) => name),
    shown: before.filter(({ name, is_hidden }) => is_hidden && visible.has(name)).map(({ name }) => name),
  }
}

/** The company's row about itself. */
async function ownRow(db: Db, company: RegisteredCompany): Promise<void> {
  const tableName = table({ company }, 'company')
  await db.query(
    sql`
      INSERT INTO ${tableName} (code, name, withholding_agent_category, fiscal_year_start, is_active)
      SELECT ${company.code}, ${company.name}, 'private', 1, true
      WHERE NOT EXISTS (SELECT 1 FROM ${tableName})
    `,
  )
}
