import type { FieldClient } from './client.ts'
import type { Lookup } from './entry.ts'
import type { Narrowing } from './filters.ts'
import type { Ref } from './ref.ts'
import { t } from './text.ts'

/** How many records a typed name may match in part while one of them bears it exactly. */
const LOOKED_AT = 20

/** The records that bear the text exactly, as a code, name or label; compared without regard to case. */
function exactly(refs: readonly Ref[], text: string): readonly Ref[] {
  const wanted = text.trim().toLowerCase()
  const bears = (value: unknown) => typeof value === 'string' && value.toLowerCase() === wanted
  const byCode = refs.filter((ref) => bears(ref.code))
  return byCode.length === 1 ? byCode : refs.filter((ref) => Object.values(ref).some(bears))
}

/** The one record that a text names: by code, name or label exactly, else the only match there is. Undefined when two bear it. */
export function named(refs: readonly Ref[], text: string): Ref | undefined {
  const exact = exactly(refs, text)
  if (exact.length > 0) return exact.length === 1 ? exact[0] : undefined
  return refs.length === 1 ? refs[0] : undefined
}

/** The offer that typing marks: the record of exactly that name, else the first. */
export const bestOffer = (offers: readonly Ref[], text: string): Ref | undefined => exactly(offers, text)[0] ?? offers[0]

/** A look-up of the record that a text names among what the picker would offer, with the message for a text that names none or several. */
export function lookupOf(client: FieldClient, module: string, text: string, narrowing: Narrowing): Lookup {
  return async (signal) => {
    try {
      const refs = await client.dropdown(module, { search: text, limit: LOOKED_AT, ...narrowing }, signal)
      return named(refs, text) ?? t(refs.length > 1 ? 'fields.severalFound' : 'fields.notFound', { text })
    } catch (error) {
      if (!signal.aborted) console.error(`“${text}” could not be looked up in ${module}.`, error)
      return t('fields.lookupFailed', { text })
    }
  }
}
