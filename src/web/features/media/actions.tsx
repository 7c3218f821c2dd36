/** Actions on files and folders: each asks in a dialog, calls the server, and refreshes the page. */
import { Loader } from '@mantine/core'
import { lazy, type ReactNode, Suspense } from 'react'
import { file as download, post, put, remove, save } from '../../api/client.ts'
import { queryClient } from '../../api/queries.ts'
import { dialogs } from '../../ui/dialogs/index.ts'
import { toast, toastError } from '../../ui/toast.ts'
import { folderQuery, type MediaFile, type MediaFolder, refreshMedia } from './queries.ts'
import { t } from './text.ts'

const MoveForm = lazy(() => import('./MoveForm.tsx'))
const NameForm = lazy(() => import('./NameForm.tsx'))
const Preview = lazy(() => import('./Preview.tsx'))
const ShareForm = lazy(() => import('./ShareForm.tsx'))

const NARROW = 460
const WIDE = 1000

export type Item = { readonly kind: 'file'; readonly row: MediaFile } | { readonly kind: 'folder'; readonly row: MediaFolder }

const pathOf = ({ kind, row }: Item): string => (kind === 'file' ? `media/files/${row.id}` : `media_folder/${row.id}`)
/** The containing folder, by the field name of each kind. */
const parentOf = (item: Item): number | null => (item.kind === 'file' ? item.row.folder_id : item.row.parent_id) ?? null
const into = ({ kind }: Item, folder: number | null) => (kind === 'file' ? { folder } : { parent_id: folder })

const ask = async (title: string, content: (close: (saved?: boolean) => void) => ReactNode): Promise<void> => {
  const saved = await dialogs.modal<boolean>({ title, width: NARROW }, (close) => (
    <Suspense fallback={<Loader size="sm" />}>{content(close)}</Suspense>
  ))
  if (saved) await refreshMedia()
}

export const newFolder = (parent: number | null): Promise<void> =>
  ask(t('media.newFolder'), (close) => (
    <NameForm action={t('media.create')} save={(name) => post('media/create-new-folder', { name, parent })} close={close} />
  ))

export const rename = (item: Item): Promise<void> =>
  ask(t('media.rename'), (close) => (
    <NameForm name={item.row.name} action={t('media.save')} save={(name) => put(pathOf(item), { name })} close={close} />
  ))

export const move = (item: Item): Promise<void> =>
  ask(t('media.moveTo', { name: item.row.name }), (close) => (
    <MoveForm
      user={item.row.user_id}
      from={parentOf(item)}
      {...(item.kind === 'folder' && { moving: item.row.id })}
      save={(folder) => put(pathOf(item), into(item, folder))}
      close={close}
    />
  ))

export const share = async (item: Item): Promise<void> => {
  try {
    // Lists of folders do not contain the users.
    const row = item.kind === 'file' ? item.row : await queryClient.fetchQuery({ ...folderQuery(item.row.id), staleTime: 0 })
    await ask(t('media.shareNamed', { name: row.name }), (close) => (
      <ShareForm item={row} save={(sharing) => put(pathOf(item), sharing)} close={close} />
    ))
  } catch (error) {
    toastError(error)
  }
}

export const drop = async (item: Item): Promise<void> => {
  const { name } = item.row
  const message = t(item.kind === 'file' ? 'media.deleteFile' : 'media.deleteFolder', { name })
  if (!(await dialogs.danger({ message, confirm: t('media.delete') }))) return
  try {
    await remove(pathOf(item))
    toast('success', t('media.deleted', { name }))
    await refreshMedia()
  } catch (error) {
    toastError(error)
  }
}

export const preview = (row: MediaFile): void =>
  void dialogs.modal({ title: row.name, width: WIDE }, () => (
    <Suspense fallback={<Loader size="sm" />}>
      <Preview file={row} />
    </Suspense>
  ))

export const keep = async (row: MediaFile): Promise<void> => {
  try {
    const { blob } = await download('get', `files/${row.path}`)
    save({ blob, name: row.original_name ?? row.name })
  } catch (error) {
    toastError(error)
  }
}
