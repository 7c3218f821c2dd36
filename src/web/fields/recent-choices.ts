import { ownerKey } from '../api/session.ts'
import type { Ref } from './ref.ts'
import { isRef } from './types.ts'

const KEPT = 8
const key = (module: string): string => `recent:${ownerKey()}:${module}`

/** References picked lately in this browser, newest first; kept per company, because ids belong to one. */
export function recentRefs(module: string): Ref[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(key(module)) ?? '[]')
    return Array.isArray(stored) ? stored.filter(isRef) : []
  } catch {
    return []
  }
}

/** Puts a picked reference first. Browsers without storage simply remember nothing. */
export function rememberRef(module: string, ref: Ref): void {
  const rest = recentRefs(module).filter((other) => other.id !== ref.id)
  try {
    localStorage.setItem(key(module), JSON.stringify([ref, ...rest].slice(0, KEPT)))
  } catch {
    // Storage is full or refused; recents are a convenience.
  }
}
