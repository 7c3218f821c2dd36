/** The modules that a user has marked with the star, in the application where they did. */
import { queryOptions } from '@tanstack/react-query'
import { get } from './client.ts'

export interface Bookmark {
  id: number
  module_id: number
  application_id: number
  /** Name of the module. */
  module: string
  /** Name of the application. */
  application: string
  title: string
  icon?: string | null
  /** `/{application}/{module}`. */
  route: string
}
interface BookmarkIds {
  module_id: number | undefined
  application_id: number | undefined
}

/** Whether this module is a bookmark, in this application. */
export const bookmarkQuery = (ids: BookmarkIds) =>
  queryOptions({
    queryKey: ['bookmarks', 'one', ids.application_id, ids.module_id],
    queryFn: ({ signal }) => get<{ is_bookmark: boolean }>('notification/getBookmark', { ...ids }, signal),
    enabled: ids.module_id !== undefined && ids.application_id !== undefined,
    retry: false,
  })

/** The user's bookmarks of one application; 0 means of all. */
export const bookmarksQuery = (application = 0) =>
  queryOptions({
    queryKey: ['bookmarks', 'list', application],
    queryFn: ({ signal }) => get<Bookmark[]>(`notification/get-bookmarks/${application}`, undefined, signal),
  })
