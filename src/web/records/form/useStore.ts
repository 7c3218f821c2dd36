import { useCallback, useMemo, useSyncExternalStore } from 'react'
import type { Field, Row } from '../../../engine/model/module.ts'
import type { FieldState } from '../../../engine/runtime/compute/index.ts'
import { cellPath } from './errors.ts'
import type { RecordStore } from './store.ts'

function useTopic<T>(store: RecordStore, topic: string, read: () => T): T {
  const subscribe = useCallback((listener: () => void) => store.subscribe(topic, listener), [store, topic])
  return useSyncExternalStore(subscribe, read, read)
}

export const useValue = (store: RecordStore, name: string): unknown => useTopic(store, `h:${name}`, () => store.value(name))
/** What a header field's value is, while it is a proposed one. */
export const useProposal = (store: RecordStore, name: string): string | undefined =>
  useTopic(store, `h:${name}`, () => store.proposalOf(name))
export const useFieldState = (store: RecordStore, field: Field): FieldState => useTopic(store, 'states', () => store.state(field))
export const useKeys = (store: RecordStore, lines: string): readonly string[] => useTopic(store, `t:${lines}`, () => store.keys(lines))
export const useRow = (store: RecordStore, lines: string, key: string): Row =>
  useTopic(store, `r:${lines}:${key}`, () => store.row(lines, key))
export const useErrors = (store: RecordStore, path: string): readonly string[] => useTopic(store, `e:${path}`, () => store.errorsAt(path))
export const useCellErrors = (store: RecordStore, lines: string, key: string, field: string): readonly string[] =>
  useErrors(store, cellPath(lines, key, field))
/** The text shown instead of a value after its cell was left or pasted into; undefined when the value is shown. */
export const useTypedText = (store: RecordStore, path: string): string | undefined =>
  useTopic(store, `e:${path}`, () => {
    const state = store.entries.stateAt(path)
    return state.step === 'looking' || state.step === 'unresolved' ? state.text : undefined
  })
/** Number of messages on the record; cheap enough to drive a summary. */
export const useErrorCount = (store: RecordStore): number => useTopic(store, 'errors', () => store.errorPaths.length)
/** Number of messages on some of the record's fields and child tables. */
export const useErrorsIn = (store: RecordStore, names: readonly string[]): number =>
  useTopic(store, 'errors', () => store.errorPaths.filter((path) => names.includes(path.split('/')[0]!)).length)
export const useDirty = (store: RecordStore): boolean => useTopic(store, 'any', () => store.dirty)
/** The record as it is, drawn again with every change. */
export const useRecord = (store: RecordStore): Readonly<Row> => useTopic(store, 'any', () => store.current)
/** A text made from the record; the component is drawn again only when it differs. */
export const useDerived = (store: RecordStore, read: () => string): string => useTopic(store, 'any', read)
/** The states of all fields in one text that differs when one of them does. */
export const useStates = (store: RecordStore, fields: readonly Field[]): string =>
  useTopic(store, 'states', () =>
    fields
      .map((field) => {
        const { visible, readonly, required } = store.state(field)
        return Number(visible) + 2 * Number(readonly) + 4 * Number(required)
      })
      .join(''),
  )
/** All messages by path; the same object until one differs. */
export function useMessages(store: RecordStore): Record<string, string[]> {
  const text = useTopic(store, 'errors', () =>
    JSON.stringify(Object.fromEntries(store.errorPaths.map((path) => [path, store.errorsAt(path)]))),
  )
  return useMemo(() => JSON.parse(text) as Record<string, string[]>, [text])
}
