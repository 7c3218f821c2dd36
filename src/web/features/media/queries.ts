/** Users' files and folders. All keys are under `['records', 'media_file' | 'media_folder']`, so that live changes reach the page. */
import { queryOptions } from '@tanstack/react-query'
import type { Row } from '../../../engine/model/module.ts'
import { file, get } from '../../api/client.ts'
import { queryClient } from '../../api/queries.ts'
import type { Reference } from '../../api/types.ts'

export const PRIVACIES = ['private', 'shared', 'public'] as const
export type Privacy = (typeof PRIVACIES)[number]

/** Common fields of files and folders. */
interface Kept extends Row {
  id: number
  user_id: number
  /** Name of the owner. */
  owner?: string | null
  name: string
  privacy: Privacy
  shared_with_ids?: number[] | null
  shared_with?: Reference[] | null
  version?: number
}
export interface MediaFile extends Kept {
  folder_id?: number | null
  original_name?: string | null
  /** Id of the stored bytes: `GET files/{path}`. */
  path: number
  /** Id of the small picture of an image; files of earlier versions have none. */
  thumbnail_file?: number | null
  mime_type?: string | null
  size_bytes: number
  uploaded_at?: string | null
}
export interface MediaFolder extends Kept {
  parent_id?: number | null
  color?: string | null
  file_count?: number
  total_size?: number
}
export interface Found {
  files: MediaFile[]
  folders: MediaFolder[]
}

/** The user's own files in a folder, or outside all folders. */
export const ownFilesQuery = (user: number, folder: number | null) =>
  queryOptions({
    queryKey: ['records', 'media_file', 'own', user, folder],
    queryFn: ({ signal }) => get<MediaFile[]>(`media/files/${user}`, { folder: folder ?? 'root' }, signal),
    enabled: user > 0,
  })

/** Files visible through another user's folder. */
export const folderFilesQuery = (folder: number) =>
  queryOptions({
    queryKey: ['records', 'media_file', 'folder', folder],
    queryFn: ({ signal }) => get<MediaFile[]>(`media/get-files-on-folder/${folder}`, undefined, signal),
  })

export const sharedFilesQuery = queryOptions({
  queryKey: ['records', 'media_file', 'shared'],
  queryFn: ({ signal }) => get<MediaFile[]>('media/get-shared-public-files', undefined, signal),
})

/** Folders with their contents, below another or at the top; at the top also those shared by others. */
export const foldersQuery = (parent: number | null) =>
  queryOptions({
    queryKey: ['records', 'media_folder', 'below', parent],
    queryFn: ({ signal }) => get<MediaFolder[]>('media/folder', { parent }, signal),
  })

/** All of the user's own folders: for paths, and as targets of a move. */
export const ownFoldersQuery = (user: number) =>
  queryOptions({
    queryKey: ['records', 'media_folder', 'own', user],
    queryFn: ({ signal }) => get<MediaFolder[]>('media/folder', { user_id: user, all: 1 }, signal),
    enabled: user > 0,
  })

export const folderQuery = (id: number) =>
  queryOptions({
    queryKey: ['records', 'media_folder', 'find', id],
    queryFn: ({ signal }) => get<MediaFolder>(`media_folder/find/${id}`, undefined, signal),
  })

export const searchQuery = (text: string) =>
  queryOptions({
    queryKey: ['records', 'media_file', 'search', text],
    queryFn: ({ signal }) => get<Found>('media/search', { q: text }, signal),
    enabled: text.length > 0,
  })

/** The bytes of a file; they never change. */
export const bytesQuery = (path: number) =>
  queryOptions({
    queryKey: ['file', path],
    queryFn: async ({ signal }) => (await file('get', `files/${path}`, { signal })).blob,
    staleTime: Number.POSITIVE_INFINITY,
  })

export const refreshMedia = (): Promise<unknown> =>
  Promise.all(['media_file', 'media_folder'].map((module) => queryClient.invalidateQueries({ queryKey: ['records', module] })))
