import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useMemo, useRef } from 'react'
import { listQuery, recordQuery } from '../../api/queries.ts'
import { mayEnter, useApplications, useSession } from '../../routing/navigation.ts'
import type { PathOf } from './cells.tsx'
import { type ListState, queryParams } from './url-state.ts'

const HOVER_MS = 120

/** The page that the state asks for, with the fields that the list shows of it; the page before stays in place until it is here. */
export const useRecords = (
  module: string,
  state: ListState,
  { fields, enabled = true }: { fields?: string | undefined; enabled?: boolean },
) => useQuery({ ...listQuery(module, { page: state.page, limit: state.limit, ...(fields && { fields }), ...queryParams(state) }), enabled })

/** Reads a record, and the code of its screen, when the pointer rests on its row. */
export const usePrefetch = (module: string): ((id: number) => void) => {
  const client = useQueryClient()
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  return useCallback(
    (id) => {
      clearTimeout(timer.current)
      timer.current = setTimeout(() => {
        void client.prefetchQuery(recordQuery(module, id))
        void import('../view/ViewPage.tsx')
      }, HOVER_MS)
    },
    [client, module],
  )
}

/** Addresses of records of any module for this user: in the current application, else in the first that has them. */
export const usePathOf = (here: string): PathOf => {
  const applications = useApplications()
  const session = useSession()
  const homes = useMemo(() => {
    const found = new Map<string, string>()
    const first = applications.filter(({ name }) => name === here)
    for (const application of [...first, ...applications]) {
      if (!mayEnter(application, session)) continue
      for (const { name, actions } of application.groups.flatMap(({ modules }) => modules))
        if (!found.has(name) && actions.includes('view')) found.set(name, application.name)
    }
    return found
  }, [applications, session, here])
  return useCallback(
    (module, id) => {
      const application = homes.get(module)
      return application && `/${application}/${module}/view/${id}`
    },
    [homes],
  )
}
