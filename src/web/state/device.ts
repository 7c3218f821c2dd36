import { t } from '../i18n/core.ts'

const KEY = 'DEVICE_ID'

/** A random name: `randomUUID` exists on secure origins only; companies also run this on a plain local network. */
export const randomName = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('')

/** A random name for this browser, so that its owner recognises it among the devices and can remove it. */
export const deviceId = (): string => {
  const known = localStorage.getItem(KEY)
  if (known) return known
  const id = randomName()
  localStorage.setItem(KEY, id)
  return id
}

/** The first that fits wins: most browsers also carry the names of others. */
const BROWSERS: readonly (readonly [RegExp, string])[] = [
  [/Edg\//, 'Edge'],
  [/OPR\//, 'Opera'],
  [/Firefox\//, 'Firefox'],
  [/Chrom(e|ium)\//, 'Chrome'],
  [/Safari\//, 'Safari'],
]
const SYSTEMS: readonly (readonly [RegExp, string])[] = [
  [/Windows/, 'Windows'],
  [/Android/, 'Android'],
  [/iPhone|iPad/, 'iOS'],
  [/Mac OS/, 'macOS'],
  [/Linux|CrOS/, 'Linux'],
]
const first = (agent: string, names: readonly (readonly [RegExp, string])[], other: string): string =>
  names.find(([pattern]) => pattern.test(agent))?.[1] ?? other

/** `Chrome on Windows`. */
export const deviceName = (agent = navigator.userAgent): string =>
  t('signIn.device', { browser: first(agent, BROWSERS, 'Browser'), system: first(agent, SYSTEMS, 'device') })
