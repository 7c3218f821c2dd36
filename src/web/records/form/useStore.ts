import { useCallback, useSyncExternalStore } from 'react'
import type { Field, Row } from '../../../engine/model/module.ts'
import type { FieldState } from '../../../engine/runtime/compute/index.ts'
import { cellPath } from './errors.ts'
import type { RecordStore } from './store.ts'

function useTopic<T>(store: RecordStore, topic: string, read: () => T): T {
  const subscribe = useCallback((listener: () => void) => store.subscribe(topic, listener), [store, topic])
  return useSyncExternalStore(subscribe, read, read)
}

export const useValue = (store: RecordStore, name: string): unknown => useTopic(store, `h:${name}`, () => store.value(name))
export const useFieldState = (store: RecordStore, field: Field): FieldState => useTopic(store, 'states', () => store.state(field))
export const useKeys = (store: RecordStore, lines: string): readonly string[] => useTopic(store, `t:${lines}`, () => store.keys(lines))
export const useRow = (store: RecordStore, lines: string, key: string): Row =>
  useTopic(store, `r:${lines}:${key}`, () => store.row(lines, key))
export const useErrors = (store: RecordStore, path: string): readonly string[] => useTopic(store, `e:${path}`, () => store.errorsAt(path))
export const useCellErrors = (store: RecordStore, lines: string, key: string, field: string): readonly string[] =>
  useErrors(store, cellPath(lines, key, field))
/** The text that stands in place of a value after its cell was left or pasted into; undefined when the value shows. */
export const useTypedText = (store: RecordStore, path: string): string | undefined =>
  useTopic(store, `e:${path}`, () => {
    const state = store.entries.stateAt(path)
    return state.step === 'looking' || state.step === 'unresolved' ? state.text : undefined
  })
/** Number of messages on the record; cheap enough to drive a summary. */
export const useErrorCount = (store: RecordStore): number => useTopic(store, 'errors', () => store.errorPaths.length)
export const useDirty = (store: RecordStore): boolean => useTopic(store, 'any', () => store.dirty)
