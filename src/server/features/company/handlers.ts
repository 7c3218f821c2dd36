/** The company's own settings: features, settings, logo, and what the dashboard of Command shows. */

import type { MeasureColumn } from '../../../engine/model/aggregate.ts'
import type { Json, Row } from '../../../engine/model/module.ts'
import type { SettingEntry } from '../../../engine/model/registries.ts'
import type { TileContent } from '../../../engine/model/tile-answer.ts'
import { hasSignatureKey, instanceId, readLicense, storeSignatureKey } from '../../companies/instance-routes.ts'
import { writeAudit } from '../../platform/audit/index.ts'
import { asSystem } from '../../platform/auth/as-system.ts'
import { enabledFeatures, imageUrl } from '../../platform/auth/profile.ts'
import type { Ctx, Handler } from '../../platform/context.ts'
import { dayIn } from '../../platform/db/clock.ts'
import { raw, sql, table } from '../../platform/db/sql.ts'
import { invalid, notFound } from '../../platform/errors.ts'
import { handler, optionalText, text } from '../../platform/http/params.ts'
import { settingProblem } from '../../platform/settings/values.ts'
import { levelProblems } from './approval-levels.ts'

/* ---------- features ---------- */

const featureList = (ctx: Ctx): Promise<Row[]> =>
  ctx.db.query(
    sql`
      SELECT f.id, f.name, coalesce(f.title, f.name) AS title, f.description, f.enabled IS TRUE AS enabled, f.release,
        f.installed_at, u.name AS installed_by, f.config
      FROM ${table(ctx, 'features')} f
      LEFT JOIN ${table(ctx, 'user')} u ON u.id = f.installed_by
      ORDER BY f.name
    `,
  )

const setFeature =
  (enabled: boolean) =>
  async (ctx: Ctx, { body }: { body: Row }) => {
    const name = text(body, 'name', 60)
    if (!/^[a-z][a-z0-9_]*$/.test(name)) throw invalid({ name: ['Use small letters, digits and underscores.'] })
    const now = ctx.clock.now().toISOString()
    const user = ctx.principal.user_id
    await ctx.db.tx(async () => {
      const [row] = await ctx.db.query<{ id: number }>(
        enabled
          ? sql`
            INSERT INTO ${table(ctx, 'features')} AS f (
              name, title, enabled, installed_at, installed_by, version, created_by, created_at, updated_at
            )
            VALUES (${name}, ${name}, true, ${now}, ${user}, 1, ${user}, ${now}, ${now})
            ON CONFLICT (name) DO UPDATE SET
              enabled = true, installed_at = ${now}, installed_by = ${user}, version = f.version + 1, updated_at = ${now}
            RETURNING id
          `
          : sql`
            UPDATE ${table(ctx, 'features')}
            SET enabled = false, version = version + 1, updated_at = ${now}, updated_by = ${user}
            WHERE name = ${name}
            RETURNING id
          `,
      )
      if (!row) throw notFound('There is no such feature.')
      await writeAudit(ctx, {
        module: ctx.modules.get('features')!,
        record_id: row.id,
        action: enabled ? 'install' : 'uninstall',
        note: { name, enabled },
      })
    })
    ctx.services.events.publish(ctx.company.code, { type: 'features', data: { name, enabled } })
    return featureList(ctx)
  }

const enabled = handler('features.enabled', (ctx) => enabledFeatures(ctx))
const listFeatures = handler('features.list', featureList)
const install = handler('features.install', setFeature(true))
const uninstall = handler('features.uninstall', setFeature(false))

/* ---------- settings ---------- */

/** Every known setting; those of approvals once for each module whose documents can be approved. */
function known(ctx: Ctx): SettingEntry[] {
  // A count, for one, has steps of its own instead of an approval.
  const approvable = [...ctx.modules.values()].filter(
    ({ kind, name, workflow }) =>
      kind === 'document' &&
      Object.values(workflow?.transitions ?? {}).some(({ approval }) => approval?.setting === `${name}.requires_approval`),
  )
  // Settings that exist once for each module come last: they are the longest part, and the least changed.
  const inOrder = ctx.services.product.settings.toSorted((a, b) => Number(a.key.startsWith('<')) - Number(b.key.startsWith('<')))
  return inOrder.flatMap((settingEntry) =>
    settingEntry.key.startsWith('<module>.')
      ? approvable.map((module) => ({
          ...settingEntry,
          key: settingEntry.key.replace('<module>', module.name),
          label: `${module.title}: ${settingEntry.label.toLowerCase()}`,
        }))
      : [settingEntry],
  )
}

const listSettings = handler('settings.list', async (ctx, { query }) => {
  const group = optionalText(query, 'group', 60)
  return known(ctx)
    .filter((settingEntry) => group === undefined || settingEntry.group === group)
    .map(({ key, type, default: default_value, group: in_group, label, description, options, minimum, maximum, integer }) => ({
      group: in_group,
      key,
      label,
      type,
      value: ctx.settings[key] ?? default_value,
      default_value,
      description,
      options: options ?? null,
      minimum: minimum ?? null,
      maximum: maximum ?? null,
      is_integer: integer === true,
      is_default: JSON.stringify(ctx.settings[key] ?? default_value) === JSON.stringify(default_value),
    }))
})

/** Sets the keys that are sent; null brings a default back. All of them or none. */
const changeSettings = handler('settings.change', async (ctx, { body }) => {
  const definitionOf = new Map(known(ctx).map((settingEntry) => [settingEntry.key, settingEntry]))
  const errors: Record<string, string[]> = {}
  for (const [key, value] of Object.entries(body)) {
    const definition = definitionOf.get(key)
    if (!definition) errors[key] = ['There is no such setting.']
    else if (value !== null) {
      const problem = settingProblem(definition, value)
      const problems = problem ? [problem] : definition.type === 'levels' ? await levelProblems(ctx, key.split('.')[0]!, value) : []
      if (problems.length) errors[key] = problems
    }
  }
  if (Object.keys(errors).length) throw invalid(errors)
  const module = ctx.modules.get('settings')!
  await ctx.db.tx(async () => {
    for (const [key, value] of Object.entries(body)) {
      const definition = definitionOf.get(key)!
      const before = { value: ctx.settings[key] ?? definition.default }
      const now = ctx.clock.now().toISOString()
      await ctx.db.query(sql`DELETE FROM ${table(ctx, 'settings')} WHERE key = ${key} AND branch_id IS NULL`)
      const [row] =
        value === null
          ? []
          : await ctx.db.query<{ id: number }>(
              sql`
                INSERT INTO ${table(ctx, 'settings')} (
                  "group", key, label, type, value, default_value, description, version, created_by, created_at,
                  updated_at
                )
                VALUES (
                  ${definition.group}, ${key}, ${definition.label},
                  ${definition.type === 'boolean' ? 'bool' : definition.type}, ${JSON.stringify(value)}::jsonb,
                  ${JSON.stringify(definition.default)}::jsonb, ${definition.description}, 1, ${ctx.principal.user_id},
                  ${now}, ${now}
                )
                RETURNING id
              `,
            )
      await writeAudit(ctx, {
        module,
        record_id: row?.id ?? 0,
        action: 'update',
        reason: key,
        note: { key, from: before.value, to: value ?? (definition.default as Json) },
      })
    }
  })
  return Object.fromEntries(Object.keys(body).map((key) => [key, body[key] ?? definitionOf.get(key)!.default]))
})

/* ---------- company ---------- */

const ownCompany = async (ctx: Ctx): Promise<Row> => {
  const [row] = await ctx.db.query<{ id: number }>(sql`SELECT id FROM ${table(ctx, 'company')} ORDER BY id LIMIT 1`)
  const company = await ctx.services.records.get(asSystem(ctx, 'the own company'), ctx.modules.get('company')!, row!.id)
  return { ...company, logo_url: imageUrl(company.logo) }
}

/** The company one works in; there is one in a company's own records. */
const listCompany = handler('company.list', async (ctx) => [await ownCompany(ctx)])

const logo = handler('company.logo', async (ctx) => {
  const company = await ownCompany(ctx)
  return { logo: company.logo ?? null, logo_url: company.logo_url }
})

const uploadLogo = handler('company.uploadLogo', async (ctx, { files }) => {
  const [file] = files
  if (!file) throw invalid({ file: ['Choose a file.'] })
  const company = await ownCompany(ctx)
  return ctx.db.tx(async () => {
    const stored = await ctx.services.files.put(ctx, file, { module: 'company', record_id: company.id as number })
    if (!String(stored.type).startsWith('image/')) throw invalid({ file: ['Choose an image.'] })
    await ctx.services.records.update(ctx, ctx.modules.get('company')!, company.id as number, { logo: stored.id })
    return { logo: stored.id, logo_url: imageUrl(stored.id) }
  })
})

/* ---------- instance ---------- */

const instance = async (ctx: Ctx): Promise<Row> => {
  const license = await readLicense(ctx.db)
  const [seats] = await ctx.db.query<{ n: number }>(sql`SELECT count(*) AS n FROM ${table(ctx, 'user')} WHERE is_active IS NOT FALSE`)
  const shown = ctx.principal.is_developer || (ctx.principal.grants.instance ?? []).includes('edit')
  return {
    id: 1,
    instance_id: await instanceId(ctx.db),
    // The key also opens other instances, so users who cannot change it see only its end.
    license_key: license ? (shown ? license.license_key : license.license_key.replace(/[A-Z0-9](?=.{5})/g, '•')) : null,
    licensee: license?.licensee ?? null,
    plan: license?.plan ?? null,
    // A key does not limit the number of users; null means no limit.
    seats: null,
    host: ctx.request?.origin?.replace(/^https?:\/\//, '') ?? null,
    api_base: ctx.request?.origin ? `${ctx.request.origin}/api/v1` : null,
    users: Number(seats!.n),
    // No response contains the key itself.
    has_signature_key: await hasSignatureKey(ctx.db),
    activated_at: license?.activated_at ?? null,
    valid_from: license?.activated_at ? dayIn(license.activated_at, ctx.company.time_zone) : null,
    valid_until: null,
    status: license ? 'Active' : 'Unlicensed',
  }
}
const listInstance = handler('instance.list', async (ctx) => ({
  success: true,
  data: [await instance(ctx)],
  pagination: { page: 1, per_page: 10, current_page: 1, total: 1, last_page: 1 },
}))
const getInstance = handler('instance.get', instance)

/** Sets or replaces the signature key. It can be neither read nor removed; the audit trail says that it was set, not to what. */
const changeInstance = handler('instance.update', async (ctx, { body }) => {
  const key = body.signature_key
  if (typeof key !== 'string' || !/^[\x21-\x7e]{32,200}$/.test(key))
    throw invalid({ signature_key: ['Use 32 to 200 letters, digits and signs without spaces.'] })
  await ctx.db.tx(async () => {
    const replaced = await hasSignatureKey(ctx.db)
    await storeSignatureKey(ctx.db, key)
    const action = replaced ? 'signature_key_replaced' : 'signature_key_set'
    await writeAudit(ctx, { module: ctx.modules.get('instance')!, record_id: 1, action })
  })
  return instance(ctx)
})

/* ---------- dashboard ---------- */

const DAYS = 14

const usersByApplication = (ctx: Ctx): Promise<Row[]> =>
  ctx.db.query<Row>(
    sql`
      SELECT a.id, a.title, a.icon, a.color,
        (
          SELECT count(*)
          FROM ${table(ctx, 'user')} u
          JOIN ${table(ctx, 'user_role__apps')} l ON l.parent_id = u.user_role_id
          WHERE l.application_id = a.id AND l.is_enabled IS NOT FALSE AND u.is_active IS NOT FALSE
        ) AS users
      FROM ${table(ctx, 'application')} a
      WHERE a.is_active IS NOT FALSE
      ORDER BY a.sort_order
    `,
  )

const loginsByDay = (ctx: Ctx): Promise<Row[]> =>
  ctx.db.query<Row>(
    sql`
      SELECT to_char(d, 'YYYY-MM-DD') AS date, count(l.id) FILTER (WHERE l.result = 'success') AS count,
        count(l.id) FILTER (WHERE l.result = 'failed') AS failed
      FROM generate_series(${ctx.clock.today(ctx.company.time_zone)}::date - ${raw(String(DAYS - 1))}, ${ctx.clock.today(ctx.company.time_zone)}::date, '1 day') d
      LEFT JOIN ${table(ctx, 'recent_logins')} l ON (
        l.logged_in_at AT TIME ZONE ${ctx.company.time_zone}
      )::date = d::date
      GROUP BY d
      ORDER BY d
    `,
  )

const dashboard = handler('command.dashboard', async (ctx) => {
  const count = (name: string, where = 'true') => sql`(SELECT count(*) FROM ${table(ctx, name)} WHERE ${raw(where)})`
  const [numbers] = await ctx.db.query<Row>(
    sql`
      SELECT ${count('user')} AS total_users, ${count('user', 'is_active IS NOT FALSE')} AS active_users,
        ${count('user_role')} AS total_roles, ${count('company')} AS total_companies,
        ${count('branch')} AS total_branches, ${count('change_management', "status = 'pending'")} AS pending_changes,
        (SELECT coalesce(sum(size), 0) FROM ${table(ctx, 'file')}) AS storage_used
    `,
  )
  const applications = await usersByApplication(ctx)
  const logins_per_day = await loginsByDay(ctx)
  const [last_backup = null] = await ctx.db.query<Row>(
    sql`
      SELECT id, name, type, size_bytes, status, finished_at
      FROM ${table(ctx, 'system_backup')}
      ORDER BY id DESC
      LIMIT 1
    `,
  )
  const plain = Object.fromEntries(Object.entries(numbers!).map(([name, value]) => [name, Number(value)]))
  const asNumbers = (rows: Row[], ...names: string[]) =>
    rows.map((row) => ({ ...row, ...Object.fromEntries(names.map((name) => [name, Number(row[name])])) }))
  return {
    ...plain,
    applications: asNumbers(applications, 'users'),
    logins_per_day: asNumbers(logins_per_day, 'count', 'failed'),
    last_backup,
  }
})

const counted = (key: string): MeasureColumn => ({ key, kind: 'count', type: 'integer' })
const figures = (rowsOf: string, measures: readonly MeasureColumn[], rows: readonly (readonly [string, ...number[]])[]): TileContent => ({
  module: '',
  filter: {},
  names: measures.map(({ key }) => key),
  groups: [{ key: rowsOf, title: rowsOf, type: 'text' }],
  measures,
  rows: rows.map(([key, ...values]) => ({ keys: [key], labels: [null], values, filter: {}, filters: values.map(() => null) })),
  total_groups: rows.length,
  totals: { values: measures.map((_, index) => rows.reduce((sum, row) => sum + Number(row[index + 1]), 0)) },
})
const BYTES_IN_MB = 1_000_000

/** What the dashboard of Command shows that is no figure of a list. */
const COMMAND_TILES = {
  async storage(ctx: Ctx) {
    const [row] = await ctx.db.query<Row>(sql`SELECT coalesce(sum(size), 0) AS size FROM ${table(ctx, 'file')}`)
    return figures('all', [{ key: 'size', kind: 'sum', type: 'quantity', scale: 1 }], [['all', Number(row!.size) / BYTES_IN_MB]])
  },
  async applications(ctx: Ctx) {
    const rows = await usersByApplication(ctx)
    return figures(
      'application',
      [counted('users')],
      rows.map(({ title, users }) => [String(title), Number(users)]),
    )
  },
  async logins(ctx: Ctx) {
    const rows = await loginsByDay(ctx)
    return figures(
      'date',
      [counted('count'), counted('failed')],
      rows.map((row) => [String(row.date).slice(5).replace('-', '/'), Number(row.count), Number(row.failed)]),
    )
  },
}

const commandTile: Handler = {
  name: 'command.tile',
  params: { type: 'object', required: ['name'], additionalProperties: false, properties: { name: { enum: Object.keys(COMMAND_TILES) } } },
  run: (ctx, _module, _request, params) => COMMAND_TILES[(params as { name: keyof typeof COMMAND_TILES }).name](ctx),
}

export const companyHandlers = [
  enabled,
  listFeatures,
  install,
  uninstall,
  listSettings,
  changeSettings,
  listCompany,
  logo,
  uploadLogo,
  listInstance,
  getInstance,
  changeInstance,
  dashboard,
  commandTile,
]
