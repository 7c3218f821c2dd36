/** The environment, read once at start. Nothing else in the server looks at `process.env`. */
import { resolve } from 'node:path'

export interface Config {
  readonly host: string
  readonly port: number
  readonly dataDir: string
  /** True when `dataDir` was not set and is the default. */
  readonly isDefaultDataDir?: boolean
  /** Unset: the embedded server in `dataDir`. */
  readonly databaseUrl?: string
  /** Packages from outside the product: folders, or names of npm packages. */
  readonly packages?: readonly string[]
  readonly production: boolean
  /** Under `npm run dev`: broken descriptors are shown in the browser instead of ending the server. */
  readonly development?: boolean
  readonly demo: boolean
  readonly demoScale: number
  readonly mailUrl?: string
  readonly filesUrl?: string
  readonly chat?: { readonly url: string; readonly key?: string; readonly model?: string }
  readonly licensePublicKey?: string
  /** Addresses of the proxies trusted to report a request's origin; unset: none. */
  readonly trustProxy?: string
  /** Address under which people open the product, such as that of a proxy; unset: this server. */
  readonly pageUrl?: string
  readonly logLevel: string
  /** Start of the business clock; unset: the system's time. */
  readonly clock?: string
}

/**
 * Reads and checks the environment (names as in the administrator's guide).
 * Throws an Error that names the variable when a value cannot be used.
 */
export function readConfig(env: Readonly<Record<string, string | undefined>>): Config {
  const production = env.NODE_ENV === 'production'
  const clock = optional(env.CLOCK)
  if (clock && Number.isNaN(Date.parse(clock))) throw new Error(`CLOCK must be an ISO instant, found "${clock}".`)
  const demo = optional(env.DEMO) ?? (production ? 'off' : 'on')
  if (demo !== 'on' && demo !== 'off') throw new Error(`DEMO must be "on" or "off", found "${demo}".`)
  const chatUrl = optional(env.CHAT_URL)
  return {
    host: optional(env.HOST) ?? '127.0.0.1',
    port: number('PORT', env.PORT, { fallback: 8080, min: 0, max: 65535 }),
    dataDir: resolve(optional(env.DATA_DIR) ?? 'data'),
    ...(optional(env.DATA_DIR) ? {} : { isDefaultDataDir: true }),
    ...present('databaseUrl', env.DATABASE_URL),
    packages: list(env.TANGGAPAN_PACKAGES),
    production,
    development: env.DEV === 'on',
    demo: demo === 'on',
    demoScale: number('DEMO_SCALE', env.DEMO_SCALE, { fallback: 1, min: 0.01, max: 1000 }),
    ...present('mailUrl', env.MAIL_URL),
    ...present('filesUrl', env.FILES_URL),
    ...(chatUrl ? { chat: { url: chatUrl, ...present('key', env.CHAT_KEY), ...present('model', env.CHAT_MODEL) } } : {}),
    ...present('licensePublicKey', env.LICENSE_PUBLIC_KEY),
    ...present('trustProxy', env.TRUST_PROXY),
    ...present('pageUrl', pageUrl(env.PAGE_URL)),
    logLevel: optional(env.LOG_LEVEL) ?? 'info',
    ...present('clock', clock),
  }
}

/** The complete address of a page of the product. Mails are read outside of it, where a path alone leads nowhere. */
export function pageAddress({ pageUrl: base, host, port }: Config, path: string): string {
  const name = host === '127.0.0.1' || host === '0.0.0.0' || host === '::' ? 'localhost' : host
  return `${base ?? `http://${name}:${port}`}${path}`
}

/** Checked, without the slash in which it may end: paths begin with one. */
function pageUrl(value: string | undefined): string | undefined {
  const given = optional(value)
  if (given === undefined) return undefined
  if (!/^https?:$/.test(URL.parse(given)?.protocol ?? ''))
    throw new Error(`PAGE_URL must be an address such as https://office.example.ph, found "${given}".`)
  return given.replace(/\/+$/, '')
}

/** The parts of a list with commas. */
const list = (value: string | undefined): readonly string[] => (value ?? '').split(',').flatMap((part) => part.trim() || [])

const optional = (value: string | undefined) => (value === undefined || value === '' ? undefined : value)

function present<K extends string>(key: K, value: string | undefined): { [P in K]?: string } {
  const found = optional(value)
  return (found === undefined ? {} : { [key]: found }) as { [P in K]?: string }
}

function number(
  name: string,
  text: string | undefined,
  { fallback, min, max }: { readonly fallback: number; readonly min: number; readonly max: number },
): number {
  const value = text === undefined || text === '' ? fallback : Number(text)
  if (!Number.isFinite(value) || value < min || value > max) {
    throw new Error(`${name} must be a number from ${min} to ${max}, found "${text}".`)
  }
  return value
}
