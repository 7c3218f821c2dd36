import type { ValidatorType } from '@rjsf/utils'
import type { Module, Row } from '../../../engine/model/module.ts'
import { API_BASE } from '../../api/client.ts'
import { t } from '../../fields/text.ts'
import type { RecordStore } from './store.ts'

/** A message of the compiled schema, as ajv gives it. */
interface Violation {
  readonly instancePath: string
  readonly keyword: string
  readonly message?: string
  readonly params: Readonly<Record<string, unknown>>
}
type Compiled = ((data: unknown) => boolean) & { errors?: readonly Violation[] | null }

export type Messages = Record<string, string[]>

/** RJSF asks a validator for branches of a schema; our schemas have none, and saving validates by `validateRecord`. */
// biome-ignore lint/suspicious/noExplicitAny: ValidatorType's own default
export const passingValidator: ValidatorType<any, any, any> = {
  validateFormData: () => ({ errors: [], errorSchema: {} }),
  isValid: () => true,
  rawValidation: () => ({}),
  toErrorList: () => [],
} as never

/** The module's request schema, compiled by the server: no browser evaluates a string as code. Null when it cannot be had; the server then says it all. */
export async function loadValidator(hash: string): Promise<Compiled | null> {
  try {
    const url = `${API_BASE}/meta/validators/${hash}.js`
    const found = ((await import(/* @vite-ignore */ url)) as { default?: unknown }).default
    if (typeof found === 'function') return found as Compiled
    const functions = Object.values((found ?? {}) as Record<string, unknown>).filter((value) => typeof value === 'function')
    return (functions[0] as Compiled | undefined) ?? null
  } catch {
    return null
  }
}

/** Messages per field (`items.3.qty` in lines): what is required first, then what the compiled schema refuses. */
export function validateRecord(module: Pick<Module, 'fields' | 'lines'>, store: RecordStore, compiled: Compiled | null): Messages {
  const messages: Messages = {}
  const say = (path: string, message: string) => {
    if (!messages[path]) messages[path] = [message]
  }
  const sent = store.snapshot()
  for (const [path, [message]] of Object.entries(store.rules())) {
    const [lines = '', index] = path.split('.')
    const shape = module.lines.find((candidate) => candidate.name === lines)
    const row = index === undefined ? undefined : store.rows(lines)[Number(index)]
    if (message && !(shape && row && store.isBlank(row, shape))) say(path, message)
  }
  for (const { name, minItems } of module.lines) {
    const count = (sent[name] as Row[] | undefined)?.length ?? 0
    if (count < minItems && sent[name] !== undefined) say(name, t('form.minItems', { count: minItems }))
  }
  if (compiled && !compiled(withoutNulls(sent))) {
    for (const violation of compiled.errors ?? []) {
      const path = [
        violation.instancePath.split('/').filter(Boolean).join('.'),
        violation.keyword === 'required' ? violation.params.missingProperty : '',
      ]
        .filter(Boolean)
        .join('.')
      if (violation.keyword === 'required' || path === '') continue
      say(path, violation.params.format === 'email' ? t('fields.email') : sentence(violation.message ?? t('form.invalid')))
    }
  }
  return messages
}

const sentence = (text: string): string => `${text.charAt(0).toUpperCase()}${text.slice(1)}${text.endsWith('.') ? '' : '.'}`

const withoutNulls = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(withoutNulls)
  if (value === null || typeof value !== 'object') return value
  return Object.fromEntries(
    Object.entries(value)
      .filter(([, part]) => part !== null && part !== undefined)
      .map(([name, part]) => [name, withoutNulls(part)]),
  )
}
