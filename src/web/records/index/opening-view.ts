import { useEffect, useRef } from 'react'
import type { SavedView } from '../../api/types.ts'
import type { Arrangement } from './columns.ts'
import { type Filters, type ListState, writeState } from './url-state.ts'
import type { SetListState } from './use-list-state.ts'

/** The list that a view is applied to. */
interface Applied {
  readonly setState: SetListState
  readonly arrangement: Arrangement
  readonly setArrangement: (arrangement: Arrangement) => void
}

/** The layout of a saved view; the address had one of its own before. */
const layoutIn = (saved: SavedView['state']): Pick<ListState, 'show' | 'group' | 'across' | 'measure' | 'chart'> => {
  const { show, group = '', across = '', measure = '', chart } = saved as Partial<ListState>
  return { show: show ?? 'list', group, across, measure, ...(chart && { chart }) }
}

/** Shows the list as a saved view has it. */
export function applyView({ id, state: saved }: SavedView, { setState, arrangement, setArrangement }: Applied, replace = false): void {
  const { hidden } = saved as { hidden?: string[] }
  setState(
    {
      page: 1,
      view: id,
      search: saved.search ?? '',
      sort: saved.sort ?? '',
      filters: (saved.filters ?? {}) as Filters,
      ...layoutIn(saved),
    },
    { replace },
  )
  if (saved.columns || hidden) setArrangement({ ...arrangement, order: saved.columns ?? [], hidden: hidden ?? [] })
}

/**
 * Applies the view that a list opens with, once for each visit, to a list whose address asks for nothing else: who follows a
 * link gets what it says, and who clears the view keeps the plain list.
 */
export function useOpeningView(
  module: string,
  { state, views, ...list }: Applied & { readonly state: ListState; readonly views: readonly SavedView[] | undefined },
): void {
  const visited = useRef('')
  useEffect(() => {
    if (visited.current === module) return
    const isPlain = writeState(state).size === 0
    if (isPlain && !views) return
    visited.current = module
    const first = views?.find(({ opens_first }) => opens_first)
    if (isPlain && first) applyView(first, list, true)
  })
}
