import { useEffect, useMemo, useRef, useState } from 'react'
import type { Field, Module } from '../../../engine/model/module.ts'
import { useFieldClient } from '../../fields/client.ts'
import type { Ref } from '../../fields/ref.ts'
import type { RecordStore } from './store.ts'
import { useDerived } from './useStore.ts'

/**
 * The fields of a record by name. One whose module another field names (`recordOf`) is a reference to that module, as long as
 * one is named; another module empties it, because a number means nothing there.
 */
export function useFields(module: Module, store: RecordStore): Readonly<Record<string, Field>> {
  const bound = useMemo(() => module.fields.filter(({ recordOf }) => recordOf !== undefined), [module])
  const targetOf = (field: Field): string => String(store.value(field.recordOf!) ?? '')
  const named = useDerived(store, () => JSON.stringify(bound.map(targetOf)))
  const before = useRef(named)
  useEffect(() => {
    const [was, is] = [before.current, named].map((text) => JSON.parse(text) as string[])
    before.current = named
    // Values that were loaded, such as those of a draft, belong together.
    for (const [index, { name, recordOf }] of bound.entries())
      if (was![index] !== is![index] && store.isEntered(recordOf!)) store.set(name, null)
  }, [store, bound, named])
  return useMemo(() => {
    const targets = JSON.parse(named) as string[]
    const references = bound.flatMap((field, index) =>
      targets[index] ? [{ ...field, type: 'reference' as const, to: targets[index] }] : [],
    )
    return references.length === 0
      ? module.field
      : { ...module.field, ...Object.fromEntries(references.map((field) => [field.name, field])) }
  }, [module, bound, named])
}

/** The record that a number names, asked for by its number; undefined until it is known, or where the user may not see it. */
export function useNamed(field: Field, value: unknown): Ref | undefined {
  const client = useFieldClient()
  const [named, setNamed] = useState<{ readonly module: string; readonly ref: Ref }>()
  const module = field.recordOf !== undefined && field.type === 'reference' ? field.to : undefined
  useEffect(() => {
    if (module === undefined || typeof value !== 'number') return
    const abort = new AbortController()
    void client.dropdown(module, { filter: { id: value }, limit: 1 }, abort.signal).then(
      ([ref]) => ref && setNamed({ module, ref }),
      () => undefined,
    )
    return () => abort.abort()
  }, [client, module, value])
  return named && named.module === module && named.ref.id === value ? named.ref : undefined
}
