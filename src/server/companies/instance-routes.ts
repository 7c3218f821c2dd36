/** The instance: its licence, the set-up of an empty one, and the data with which the mobile app finds it. */

import { createHash, createHmac, createPublicKey, verify } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { renderSVG } from 'uqr'
import { instanceSecret } from '../platform/auth/secret.ts'
import { listCompanies, type RegisteredCompany } from '../platform/companies/registry.ts'
import type { Config } from '../platform/config.ts'
import type { Clock, Ctx, Db, Settings } from '../platform/context.ts'
import { sql } from '../platform/db/sql.ts'
import { AppError, forbidden, invalid } from '../platform/errors.ts'
import { readSetup } from './read-setup.ts'
import { setUpCompany } from './setup.ts'

const LICENSE_FORM = /^[A-Z0-9]{5}(-[A-Z0-9]{5}){4}$/
const BAD_KEY = 'Please enter license key'

interface License {
  readonly license_key: string
  readonly licensee: string | null
  readonly plan: string
  readonly activated_at: string
}

interface InstanceRouteDeps {
  readonly db: Db
  readonly clock: Clock
  readonly config: Pick<Config, 'licensePublicKey'>
  createCompany(input: { code: string; name: string }): Promise<RegisteredCompany>
  settings(company: RegisteredCompany): Promise<Settings>
  system(company: RegisteredCompany, reason: string): Promise<Ctx>
}

export async function readLicense(db: Db): Promise<License | undefined> {
  const [row] = await db.query<{ value: License }>(sql`SELECT value FROM platform.instance WHERE key = 'license'`)
  return row?.value
}

/** Activates the instance; a later key replaces the earlier one. */
export async function storeLicense(db: Db, clock: Pick<Clock, 'now'>, license_key: string, licensee: string | null): Promise<void> {
  const license: License = { license_key, licensee, plan: 'standard', activated_at: clock.now().toISOString() }
  await db.query(
    sql`
      INSERT INTO platform.instance (key, value)
      VALUES ('license', ${JSON.stringify(license)}::jsonb)
      ON CONFLICT (key) DO UPDATE SET value = excluded.value, updated_at = now()
    `,
  )
}

/**
 * Whether the key is valid. Any key of the right form is, unless the instance was given a public key: then the key needs
 * the vendor's Ed25519 signature of it.
 */
function licenseIsGood(config: Pick<Config, 'licensePublicKey'>, key: unknown, signature: unknown): key is string {
  if (typeof key !== 'string' || !LICENSE_FORM.test(key)) return false
  if (!config.licensePublicKey) return true
  if (typeof signature !== 'string') return false
  try {
    return verify(null, Buffer.from(key), createPublicKey(config.licensePublicKey), Buffer.from(signature, 'base64'))
  } catch {
    return false
  }
}

export const hasSignatureKey = async (db: Db): Promise<boolean> =>
  (await db.query(sql`SELECT 1 FROM platform.instance WHERE key = 'signature_key'`)).length > 0

/** Stores the instance's signature key, replacing an earlier one: only its SHA-256, as for the tokens of sessions. */
export const storeSignatureKey = (db: Db, key: string) =>
  db.query(
    sql`
      INSERT INTO platform.instance (key, value)
      VALUES ('signature_key', jsonb_build_object('sha256', ${createHash('sha256').update(key).digest('hex')}::text))
      ON CONFLICT (key) DO UPDATE SET value = excluded.value, updated_at = now()
    `,
  )

/** The key in the QR code of the mobile app: made from the signature key, else from the instance's own secret. */
async function mobileKey(db: Db): Promise<string> {
  const [row] = await db.query<{ sha256: string }>(
    sql`
      SELECT value->>'sha256' AS sha256
      FROM platform.instance
      WHERE key = 'signature_key' AND value->>'sha256' IS NOT NULL
    `,
  )
  const from = row ? Buffer.from(row.sha256, 'hex') : await instanceSecret(db)
  return createHmac('sha256', from).update('mobile').digest('base64url')
}

/** Identifies this instance without revealing anything about it. */
export const instanceId = async (db: Db): Promise<string> =>
  createHash('sha256')
    .update(await instanceSecret(db))
    .update('instance')
    .digest('hex')
    .slice(0, 16)

const apiBase = (request: FastifyRequest): string => `${request.protocol}://${request.host}/api/v1`

/**
 * Links to the mobile app: those of the company whose code was sent, else those of the oldest company that has them. Only
 * web addresses: the page links to them before sign-in.
 */
async function storeLinks(deps: InstanceRouteDeps, code: unknown): Promise<Record<'app_store_url' | 'play_store_url', string | null>> {
  const companies = await listCompanies(deps.db)
  const named = companies.filter((company) => company.code === String(code ?? '').toUpperCase())
  const all = await Promise.all((named.length ? named : companies).map((company) => deps.settings(company)))
  const link = (key: string) => all.map((settings) => String(settings[key] ?? '')).find((url) => /^https?:\/\/\S+$/i.test(url)) ?? null
  return { app_store_url: link('app_store_url'), play_store_url: link('play_store_url') }
}

export function registerInstanceRoutes(app: FastifyInstance, deps: InstanceRouteDeps): void {
  const { db, clock, config } = deps
  const state = async () => {
    const companies = await listCompanies(db)
    const has_company = companies.length > 0
    return { has_instance: has_company || (await readLicense(db)) !== undefined, has_company, needs_setup: !has_company }
  }

  app.get('/instance/has_instance', async (request) => {
    const answer = {
      ...(await state()),
      signature_required: config.licensePublicKey !== undefined,
      api_base: apiBase(request),
      ...(await storeLinks(deps, request.headers['x-company-code'])),
    }
    return { success: true, ...answer, data: answer }
  })

  app.post('/instance/validate_key', { config: { rateLimit: { max: 20, timeWindow: '1 minute' } } }, async (request) => {
    const { license_key, signature } = (request.body ?? {}) as Record<string, unknown>
    if (!licenseIsGood(config, license_key, signature)) throw invalid({ license_key: [BAD_KEY] }, BAD_KEY)
    // Anyone can check whether a key is valid; it activates only an instance without a licence.
    if (!(await readLicense(db))) await storeLicense(db, clock, license_key, null)
    return { success: true, valid: true, data: { valid: true } }
  })

  app.post('/instance/setup', { config: { rateLimit: { max: 10, timeWindow: '1 minute' } } }, async (request) => {
    const body = (request.body ?? {}) as Record<string, unknown>
    const { company, user, errors } = readSetup(body)
    if (!licenseIsGood(config, body.license_key, body.signature)) errors.license_key = [BAD_KEY]
    if (Object.keys(errors).length) throw invalid(errors)
    return db.tx(async () => {
      await db.query(sql`SELECT pg_advisory_xact_lock(hashtextextended('instance:setup', 0))`)
      if ((await state()).has_company) throw forbidden('This instance is already set up.')
      await storeLicense(db, clock, body.license_key as string, company.name)
      const made = await deps.createCompany(company)
      await setUpCompany(await deps.system(made, 'setting up the first company'), user)
      return { success: true, data: { company } }
    })
  })

  app.get('/instance/mobile-qr', async (request, reply) => {
    // With the key the app proves that it was set up from this page; the key itself is never written in plain text.
    const svg = renderSVG(JSON.stringify({ api: apiBase(request), key: await mobileKey(db) }), { border: 2 })
    return reply.type('image/svg+xml').header('cache-control', 'no-store').send(svg)
  })

  app.get<{ Params: { code: string } }>('/companies/:code/logo', async (request, reply) => {
    const company = (await listCompanies(db)).find((registeredCompany) => registeredCompany.code === request.params.code.toUpperCase())
    if (!company?.logo) throw new AppError('not_found', 'The company has no logo.')
    const ctx = await deps.system(company, 'showing the logo before signing in')
    const { row, body } = await ctx.services.files.get(ctx, Number(company.logo))
    return reply.type(String(row.type)).header('cache-control', 'public, max-age=300').send(body)
  })
}
