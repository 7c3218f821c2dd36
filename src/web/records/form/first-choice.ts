import { useEffect } from 'react'
import type { Field, Module } from '../../../engine/model/module.ts'
import { sameValue } from '../../../engine/runtime/compute/index.ts'
import { useFieldClient } from '../../fields/client.ts'
import { narrowingOf } from '../../fields/filters.ts'
import type { Ref } from '../../fields/ref.ts'
import type { Surroundings } from '../../fields/types.ts'
import type { RecordStore } from './store.ts'

const isEmpty = (value: unknown): boolean => value === null || value === undefined || value === ''

/** The first choice of a reference for the values around it; undefined when there is none. */
type AskFirst = (field: Field, around: Surroundings) => Promise<Ref | undefined>

/**
 * Fills references with the first of their choices (`propose.first`) when the values that the choices depend on change. A value is
 * replaced only while it is the earlier proposal or empty. Returns the function that stops it.
 */
export function watchFirstChoices(store: RecordStore, fields: readonly Field[], ask: AskFirst): () => void {
  const bases = new Map<string, string | undefined>()
  const proposed = new Map<string, unknown>()
  const around: Surroundings = { value: (name) => store.value(name) }
  let stopped = false

  const isOpen = ({ name }: Field): boolean => {
    const value = store.value(name)
    return isEmpty(value) || (proposed.has(name) && sameValue(value, proposed.get(name)))
  }
  const scan = () => {
    for (const field of fields) {
      const { asked } = narrowingOf(field, around)
      // A call that is always asked offers choices without the value as well, but only with it is the first the likely one.
      const isNarrowed = asked && asked.params[field.pickerChoices!.with[0]!] !== undefined
      const basis = isNarrowed ? JSON.stringify(asked.params) : undefined
      if (bases.get(field.name) === basis) continue
      bases.set(field.name, basis)
      if (basis === undefined || !isOpen(field)) continue
      ask(field, around).then(
        (first) => {
          if (stopped || !first || bases.get(field.name) !== basis || !isOpen(field)) return
          proposed.set(field.name, first.id)
          if (!sameValue(store.value(field.name), first.id)) store.set(field.name, first.id, first)
        },
        // Without a proposal the form works as well.
        () => undefined,
      )
    }
  }
  scan()
  const leave = store.subscribe('any', scan)
  return () => {
    stopped = true
    leave()
  }
}

/** Makes the form of a new record fill in the first choices of its references. */
export function useFirstChoices(module: Module, store: RecordStore, isNew: boolean): void {
  const client = useFieldClient()
  useEffect(() => {
    const fields = module.fields.filter(({ propose, writable }) => propose && 'first' in propose && writable)
    if (!isNew || !fields.length) return
    return watchFirstChoices(store, fields, async (field, around) => {
      const [first] = await client.dropdown(field.to!, { limit: 1, ...narrowingOf(field, around) })
      return first
    })
  }, [module, store, isNew, client])
}
