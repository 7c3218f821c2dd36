import { useQuery } from '@tanstack/react-query'
import { pathTo } from './paths.ts'
import {
  type Found,
  folderFilesQuery,
  folderQuery,
  foldersQuery,
  type MediaFolder,
  ownFilesQuery,
  ownFoldersQuery,
  searchQuery,
  sharedFilesQuery,
} from './queries.ts'

export type Scope = 'mine' | 'shared'

export interface Place {
  readonly scope: Scope
  readonly folder: number | null
  readonly search: string
}
interface Part {
  readonly error: unknown
  readonly isError: boolean
  readonly isPending: boolean
  refetch(): unknown
}
interface Media extends Found {
  /** From the top to the folder on show. */
  readonly path: readonly MediaFolder[]
  readonly pending: boolean
  readonly error: unknown
  retry(): void
}

/** Files and folders of the shown place. Data that it does not need costs no request. */
export function useMedia({ scope, folder, search }: Place, user: number): Media {
  const searching = search !== ''
  const mine = scope === 'mine' && !searching
  const ownFiles = useQuery({ ...ownFilesQuery(user, folder), enabled: mine && user > 0 })
  const tree = useQuery({ ...ownFoldersQuery(user), enabled: mine && folder !== null && user > 0 })
  const below = useQuery({ ...foldersQuery(folder), enabled: !searching })
  const shared = useQuery({ ...sharedFilesQuery, enabled: !mine && !searching && folder === null })
  const inside = useQuery({ ...folderFilesQuery(folder ?? 0), enabled: !mine && !searching && folder !== null })
  const opened = useQuery({ ...folderQuery(folder ?? 0), enabled: !mine && !searching && folder !== null })
  const useQueryResult = useQuery(searchQuery(search))

  const stateOf = (parts: readonly Part[]) => ({
    pending: parts.some(({ isPending }) => isPending),
    error: parts.find(({ isError }) => isError)?.error,
    retry: () => {
      for (const part of parts) void part.refetch()
    },
  })
  if (searching)
    return { files: useQueryResult.data?.files ?? [], folders: useQueryResult.data?.folders ?? [], path: [], ...stateOf([useQueryResult]) }
  const folders = (below.data ?? []).filter((mediaFolder) => folder !== null || (mediaFolder.user_id === user) === mine)
  if (mine) return { files: ownFiles.data ?? [], folders, path: pathTo(tree.data ?? [], folder), ...stateOf([ownFiles, below]) }
  return folder === null
    ? { files: (shared.data ?? []).filter((file) => file.user_id !== user), folders, path: [], ...stateOf([shared, below]) }
    : { files: inside.data ?? [], folders, path: opened.data ? [opened.data] : [], ...stateOf([inside, below]) }
}
