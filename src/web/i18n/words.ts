/** Names and plain data of the server as text for users. */
import { label } from './core.ts'

/** Names whose words mean nothing outside of the program. */
const SAID: Readonly<Record<string, string>> = { index: 'List' }

/** A name in code as words: `due_date` → `Due date`. */
export const words = (name: string): string => SAID[name] ?? name.charAt(0).toUpperCase() + name.slice(1).replaceAll('_', ' ')

const isPlain = (value: unknown): boolean => value === null || typeof value !== 'object'

/** The members of a flat object, as `Rest day: 2` each, without empty ones; undefined for a nested one. */
export function spokenParts(value: unknown): string[] | undefined {
  if (typeof value !== 'object' || value === null) return undefined
  if (Array.isArray(value)) return value.every(isPlain) ? value.map(String) : undefined
  const parts = Object.entries(value).filter(([, part]) => part !== null && part !== '')
  return parts.every(([, part]) => isPlain(part)) ? parts.map(([name, part]) => `${label(words(name))}: ${part}`) : undefined
}

/** Data of any shape in one line; `''` when nothing is in it. */
export const spokenJson = (value: unknown): string =>
  isPlain(value) ? String(value ?? '') : (spokenParts(value)?.join(', ') ?? JSON.stringify(value))
