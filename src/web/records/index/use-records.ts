import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useMemo, useRef } from 'react'
import type { Module, Row } from '../../../engine/model/module.ts'
import { type ListPage, listQuery, recordQuery } from '../../api/queries.ts'
import type { FigureLink } from '../../fields/links.ts'
import { mayEnter, useApplications, useSession } from '../../routing/navigation.ts'
import type { PathOf } from './cells.tsx'
import { drillTarget, recordFigure } from './drill.ts'
import { type ListState, queryParams } from './url-state.ts'

const HOVER_MS = 120

/** The address that a figure of a row leads to; undefined when it leads nowhere or the user cannot go there. */
export type DrillPath = (row: Row, column: string) => string | undefined

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

/** The application of each module that this user can see: the current one, else the first that has it. */
export const useHomes = (here: string, action: string): ReadonlyMap<string, string> => {
  const applications = useApplications()
  const session = useSession()
  return useMemo(() => {
    const result = new Map<string, string>()
    const first = applications.filter(({ name }) => name === here)
    for (const application of [...first, ...applications]) {
      if (!mayEnter(application, session)) continue
      for (const { name, actions } of application.groups.flatMap(({ modules }) => modules))
        if (!result.has(name) && actions.includes(action)) result.set(name, application.name)
    }
    return result
  }, [applications, session, here, action])
}

/** Addresses of the rows that a figure of a report is made of, for users who can see that report. */
export const useDrill = ({ report }: Module, here: string, page: ListPage | undefined): DrillPath | undefined => {
  const homes = useHomes(here, 'index')
  return useMemo(() => {
    if (!report?.drill) return undefined
    const { parameters = {}, columns = [] } = page ?? {}
    return (row, column) => {
      const target = drillTarget(report, column, { row, parameters, columns })
      const application = target && homes.get(target.to)
      return application && `/${application}/${target.to}?${target.query}`
    }
  }, [report, page, homes])
}

/** Addresses of the rows that figures of a record are made of, for users who can see that report. */
export const useRecordDrill = ({ drill }: Module, here: string, record: Row): FigureLink => {
  const homes = useHomes(here, 'index')
  return useCallback(
    (field, value, row) => {
      const target = recordFigure(drill, field, { value, record, row })
      const application = target && homes.get(target.to)
      return application && `/${application}/${target.to}?${target.query}`
    },
    [drill, homes, record],
  )
}

/** Addresses of records of any module for this user: in the current application, else in the first that has them. */
export const usePathOf = (here: string): PathOf => {
  const homes = useHomes(here, 'view')
  return useCallback(
    (module, id) => {
      const application = homes.get(module)
      return application && `/${application}/${module}/view/${id}`
    },
    [homes],
  )
}

/** Addresses of lists and reports in the menus, with the query of their address; undefined in applications that the user cannot enter. */
export const useListPath = (): ((application: string, module: string, query: unknown) => string | undefined) => {
  const applications = useApplications()
  const session = useSession()
  return useCallback(
    (application, module, query) => {
      const found = applications.find(({ name }) => name === application)
      if (!found || !mayEnter(found, session)) return undefined
      return `/${application}/${module}${typeof query === 'string' && query ? `?${query}` : ''}`
    },
    [applications, session],
  )
}
