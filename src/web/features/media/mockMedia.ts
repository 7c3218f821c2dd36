/** A small store of files and folders, for stories. */
import type { Row } from '../../../engine/model/module.ts'
import type { MockAnswer, MockCall } from '../../testing/api.ts'
import type { MediaFile, MediaFolder } from './queries.ts'

const ME = 1
const data = (value: unknown): MockAnswer => ({ status: 200, body: { success: true, data: value } })

const file = (id: number, name: string, mime_type: string, size_bytes: number, more: Partial<MediaFile> = {}): MediaFile => ({
  id,
  user_id: ME,
  owner: 'Maria Santos',
  name,
  original_name: name,
  path: id,
  mime_type,
  size_bytes,
  privacy: 'private',
  shared_with_ids: [],
  uploaded_at: '2026-11-18T03:00:00.000Z',
  folder_id: null,
  ...more,
})
const folder = (id: number, name: string, more: Partial<MediaFolder> = {}): MediaFolder => ({
  id,
  user_id: ME,
  owner: 'Maria Santos',
  name,
  privacy: 'private',
  shared_with_ids: [],
  parent_id: null,
  file_count: 2,
  total_size: 1_572_864,
  ...more,
})

export const mediaServer = ({ empty = false } = {}) => {
  let files = empty
    ? []
    : [
        file(1, 'Warehouse shelf.png', 'image/png', 48_211),
        file(2, 'Supplier contract.pdf', 'application/pdf', 1_258_291, { privacy: 'shared', shared_with_ids: [2] }),
        file(3, 'Price list 2026.xlsx', 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet', 20_480, { privacy: 'public' }),
        file(4, 'Notes.txt', 'text/plain', 640),
        file(5, 'Permit.pdf', 'application/pdf', 310_000, { folder_id: 1 }),
        file(6, 'Delivery photo.png', 'image/png', 98_000, { user_id: 2, owner: 'Ana Reyes', privacy: 'public' }),
      ]
  let folders = empty ? [] : [folder(1, 'Permits'), folder(2, 'Renewals', { parent_id: 1, file_count: 0, total_size: 0 })]
  const sent: MockCall[] = []
  const answer = (call: MockCall): MockAnswer | undefined => {
    const { method, path, query } = call
    const body = (call.body ?? {}) as Row
    const [first, second, third] = path.split('/')
    if (method !== 'GET') sent.push(call)
    if (first === 'media_folder') return data(folders.find(({ id }) => id === Number(third ?? second)) ?? null)
    if (first !== 'media') return undefined
    if (second === 'files' && method === 'GET') {
      const wanted = query.get('folder')
      return data(
        files.filter(
          (mediaFile) => mediaFile.user_id === ME && (mediaFile.folder_id ?? 'root') === (wanted === 'root' ? wanted : Number(wanted)),
        ),
      )
    }
    if (second === 'files') {
      const id = Number(third)
      if (method === 'DELETE') files = files.filter((mediaFile) => mediaFile.id !== id)
      else
        files = files.map((mediaFile) =>
          mediaFile.id === id ? ({ ...mediaFile, ...body, ...('folder' in body && { folder_id: body.folder }) } as MediaFile) : mediaFile,
        )
      return data(files.find((mediaFile) => mediaFile.id === id) ?? null)
    }
    if (second === 'folder')
      return data(query.get('all') ? folders : folders.filter(({ parent_id }) => (parent_id ?? 0) === Number(query.get('parent') ?? 0)))
    if (second === 'create-new-folder') {
      const made = folder(folders.length + 1, String(body.name), {
        parent_id: (body.parent as number | null) ?? null,
        file_count: 0,
        total_size: 0,
      })
      folders = [...folders, made]
      return data(made)
    }
    if (second === 'get-shared-public-files') return data(files.filter(({ user_id }) => user_id !== ME))
    if (second === 'search') {
      const like = ({ name }: { name: string }) => name.toLowerCase().includes((query.get('q') ?? '').toLowerCase())
      return data({ files: files.filter(like), folders: folders.filter(like) })
    }
    return undefined
  }
  return { answer, sent }
}
