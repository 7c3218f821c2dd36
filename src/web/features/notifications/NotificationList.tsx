import { Button, SegmentedControl } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { t as shell } from '../../i18n/index.ts'
import { usePageTitle } from '../../ui/page-title.ts'
import { toastError } from '../../ui/toast.ts'
import { NotificationFeed } from './NotificationFeed.tsx'
import styles from './NotificationList.module.css'
import { readAll, type Shown, totalQuery } from './queries.ts'
import { t } from './text.ts'

const CHOICES = ['all', 'unread'] as const

/** All notifications of the user. */
const NotificationList = () => {
  const [shown, setShown] = useState<Shown>('all')
  const unread = useQuery(totalQuery()).data ?? 0
  usePageTitle(shell('header.notifications'))
  return (
    <div className={styles.page}>
      <header className={styles.head}>
        <h1 className={styles.title}>{shell('header.notifications')}</h1>
        <span className={styles.count}>{t('note.count', { count: unread })}</span>
        <SegmentedControl
          size="xs"
          aria-label={t('note.show')}
          data={CHOICES.map((value) => ({ value, label: t(`note.${value}`) }))}
          value={shown}
          onChange={(value) => setShown(value === 'unread' ? 'unread' : 'all')}
        />
        <Button size="compact-md" variant="default" disabled={unread === 0} onClick={() => void readAll().catch(toastError)}>
          {t('note.markAll')}
        </Button>
      </header>
      <div className={styles.list}>
        <NotificationFeed shown={shown} />
      </div>
    </div>
  )
}

export default NotificationList
