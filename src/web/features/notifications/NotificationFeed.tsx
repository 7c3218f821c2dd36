import { Skeleton } from '@mantine/core'
import { IconBellOff } from '@tabler/icons-react'
import { useInfiniteQuery } from '@tanstack/react-query'
import { ErrorPage } from '../../ui/ErrorPage.tsx'
import { useEndReached } from '../../ui/useEndReached.ts'
import { NotificationRow } from './NotificationRow.tsx'
import styles from './notifications.module.css'
import { notificationsQuery, PAGE_SIZE, type Shown } from './queries.ts'
import { t } from './text.ts'

/** Notifications, newest first; more come as the end is scrolled to, until a page is empty. */
export const NotificationFeed = ({ shown, onOpen }: { shown: Shown; onOpen?: () => void }) => {
  const query = useInfiniteQuery(notificationsQuery(shown))
  const rows = query.data?.pages.flat() ?? []
  const end = useEndReached(query.hasNextPage && !query.isFetchingNextPage, () => void query.fetchNextPage())
  if (query.isError && rows.length === 0) return <ErrorPage error={query.error} onRetry={query.refetch} />
  if (query.isPending)
    return (
      <div className={styles.loading} aria-busy="true">
        {Array.from({ length: PAGE_SIZE }, (_, index) => (
          <Skeleton key={index} height={44} />
        ))}
      </div>
    )
  if (rows.length === 0)
    return (
      <p className={styles.none}>
        <IconBellOff size={28} stroke={1.4} aria-hidden />
        {t('note.none')}
      </p>
    )
  return (
    <>
      <ul className={styles.list}>
        {rows.map((row) => (
          <NotificationRow key={row.id} row={row} onOpen={onOpen} />
        ))}
      </ul>
      <div ref={end} className={styles.end} role="status">
        {query.isFetchingNextPage && t('note.more')}
      </div>
    </>
  )
}
