import { ActionIcon } from '@mantine/core'
import { IconStar, IconStarFilled } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { bookmarkQuery } from '../../api/bookmarks.ts'
import { post } from '../../api/client.ts'
import { queryClient } from '../../api/queries.ts'
import { t } from '../../i18n/index.ts'
import { useHere } from '../../routing/navigation.ts'
import { toastError } from '../../ui/toast.ts'

/** 'Save as bookmark' for the module on screen; absent where bookmarks are not served. */
export const BookmarkStar = () => {
  const { application, module } = useHere()
  const ids = { module_id: module?.module_id, application_id: application?.id }
  const bookmark = useQuery(bookmarkQuery(ids))
  const [busy, setBusy] = useState(false)
  if (!bookmark.data) return null
  const on = bookmark.data.is_bookmark
  const toggle = async () => {
    setBusy(true)
    try {
      await post('notification/onBookmark', ids)
      // The server's state counts.
      await queryClient.invalidateQueries({ queryKey: ['bookmarks'] })
    } catch (error) {
      toastError(error)
    } finally {
      setBusy(false)
    }
  }
  return (
    <ActionIcon
      title={t('header.bookmark')}
      variant="subtle"
      color={on ? 'yellow' : 'gray'}
      onClick={() => !busy && void toggle()}
      aria-busy={busy}
      aria-label={t('header.bookmark')}
      aria-pressed={on}
    >
      {on ? <IconStarFilled size={16} aria-hidden /> : <IconStar size={16} aria-hidden />}
    </ActionIcon>
  )
}
