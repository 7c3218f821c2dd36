/** Named calls as they stand in a descriptor: a name alone, or the only key of an object with its parameters. */
import type { Call, Json } from '../../model/module.ts'

export const callName = (call: unknown): string => (typeof call === 'string' ? call : (Object.keys(call as object)[0] ?? ''))

export const calls = (values: readonly unknown[] | undefined): Call[] =>
  (values ?? []).map((value) =>
    typeof value === 'string' ? { name: value, params: {} } : { name: callName(value), params: Object.values(value as object)[0] as Json },
  )
