import { ActionIcon } from '@mantine/core'
import { IconStar, IconStarFilled } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { get, post } from '../api/client.ts'
import { t } from '../i18n/index.ts'
import { useHere } from './navigation.ts'
import { toastError } from './toast.ts'

/** 'Save as bookmark' for the module on screen; absent where bookmarks are not served. */
export const BookmarkStar = () => {
  const { application, module } = useHere()
  const ids = { module_id: module?.module_id, application_id: application?.id }
  const bookmark = useQuery({
    queryKey: ['bookmark', ids],
    queryFn: ({ signal }) => get<{ is_bookmark: boolean }>('notification/getBookmark', ids, signal),
    enabled: ids.module_id !== undefined && ids.application_id !== undefined,
    retry: false,
  })
  if (!bookmark.data) return null
  const on = bookmark.data.is_bookmark
  const toggle = async () => {
    try {
      await post('notification/onBookmark', ids)
      await bookmark.refetch()
    } catch (error) {
      toastError(error)
    }
  }
  return (
    <ActionIcon
      title={t('header.bookmark')}
      variant="subtle"
      color={on ? 'yellow' : 'gray'}
      onClick={toggle}
      aria-label={t('header.bookmark')}
      aria-pressed={on}
    >
      {on ? <IconStarFilled size={16} /> : <IconStar size={16} />}
    </ActionIcon>
  )
}
