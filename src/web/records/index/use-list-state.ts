import { useCallback, useMemo } from 'react'
import { useSearchParams } from 'react-router-dom'
import { type ListState, parseState, writeState } from './url-state.ts'

export type SetListState = (change: Partial<ListState> | ((state: ListState) => ListState), options?: { replace?: boolean }) => void

/** The list's state in the address. Typing replaces the entry in the history; other changes add one. */
export const useListState = (): [ListState, SetListState] => {
  const [search, setSearch] = useSearchParams()
  const state = useMemo(() => parseState(search), [search])
  const set = useCallback<SetListState>(
    (change, options) =>
      setSearch(
        (current) => {
          const before = parseState(current)
          return writeState(typeof change === 'function' ? change(before) : { ...before, ...change })
        },
        { replace: options?.replace ?? false },
      ),
    [setSearch],
  )
  return [state, set]
}
