import { useCallback, useEffect, useMemo, useRef } from 'react'
import { useSearchParams } from 'react-router-dom'
import { type ListState, parseState, writeState } from './url-state.ts'

export type SetListState = (change: Partial<ListState> | ((state: ListState) => ListState), options?: { replace?: boolean }) => void

/** The list's state in the address. Typing replaces the entry in the history; other changes add one. */
export const useListState = (): [ListState, SetListState] => {
  const [search, setSearch] = useSearchParams()
  const state = useMemo(() => parseState(search), [search])
  // The router renders an address some time after it was set: a change that follows at once must build on the address
  // that was set, not on the rendered one.
  const latest = useRef(search)
  useEffect(() => {
    latest.current = search
  }, [search])
  const set = useCallback<SetListState>(
    (change, options) => {
      const before = parseState(latest.current)
      latest.current = writeState(typeof change === 'function' ? change(before) : { ...before, ...change })
      setSearch(latest.current, { replace: options?.replace ?? false })
    },
    [setSearch],
  )
  return [state, set]
}
