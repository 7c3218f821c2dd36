import { ActionIcon } from '@mantine/core'
import { IconStar, IconStarFilled } from '@tabler/icons-react'
import { useMutation, useQuery } from '@tanstack/react-query'
import { bookmarksQuery } from '../../api/bookmarks.ts'
import { post } from '../../api/client.ts'
import { queryClient } from '../../api/queries.ts'
import { t } from '../../i18n/index.ts'
import { useApplications } from '../../routing/navigation.ts'
import { toastError } from '../../ui/toast.ts'

/** The star of a list or report in a row that stands for it: sets and removes the user's bookmark. */
const BookmarkCell = ({ application, module }: { application: string; module: string }) => {
  const here = useApplications().find(({ name }) => name === application)
  const ids = {
    application_id: here?.id,
    module_id: here?.groups.flatMap(({ modules }) => modules).find(({ name }) => name === module)?.module_id,
  }
  const bookmarks = useQuery(bookmarksQuery())
  const toggle = useMutation({
    mutationFn: () => post('notification/onBookmark', ids),
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['bookmarks'] }),
    onError: toastError,
  })
  if (!bookmarks.data || !ids.module_id) return null
  const on = bookmarks.data.some((bookmark) => bookmark.application === application && bookmark.module === module)
  return (
    <ActionIcon
      size={26}
      variant="subtle"
      color={on ? 'yellow' : 'gray'}
      title={t('header.bookmark')}
      aria-label={t('header.bookmark')}
      aria-pressed={on}
      aria-busy={toggle.isPending}
      onClick={() => !toggle.isPending && toggle.mutate()}
    >
      {on ? <IconStarFilled size={16} aria-hidden /> : <IconStar size={16} aria-hidden />}
    </ActionIcon>
  )
}

export default BookmarkCell
