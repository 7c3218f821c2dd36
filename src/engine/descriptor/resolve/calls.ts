/** Named calls in a descriptor: a name, or an object with the name as its only key and the parameters as its value. */
import type { Call, Json } from '../../model/module.ts'

export const callName = (call: unknown): string => (typeof call === 'string' ? call : (Object.keys(call as object)[0] ?? ''))

export const calls = (values: readonly unknown[] | undefined): Call[] =>
  (values ?? []).map((value) =>
    typeof value === 'string' ? { name: value, params: {} } : { name: callName(value), params: Object.values(value as object)[0] as Json },
  )
