import { navigationQuery, queryClient, refreshRecords } from '../../../api/queries.ts'

/** After a change of an application, refreshes its page, the menus of the frame, and the lists that show it. */
export const refreshApplication = (id: number): Promise<unknown> =>
  Promise.all([
    queryClient.invalidateQueries({ queryKey: ['admin', 'application', id] }),
    queryClient.invalidateQueries({ queryKey: navigationQuery.queryKey }),
    refreshRecords('application'),
  ])
