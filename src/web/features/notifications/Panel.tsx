import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router-dom'
import { t as shell } from '../../i18n/index.ts'
import { ScrollRegion } from '../../ui/ScrollRegion.tsx'
import { toastError } from '../../ui/toast.ts'
import { NotificationFeed } from './NotificationFeed.tsx'
import styles from './notifications.module.css'
import { readAll, totalQuery } from './queries.ts'
import { t } from './text.ts'

/** The panel of the bell. */
const Panel = ({ close }: { close: () => void }) => {
  const unread = useQuery(totalQuery()).data ?? 0
  return (
    <div className={styles.panel}>
      <header className={styles.head}>
        <h2 className={styles.heading}>{shell('header.notifications')}</h2>
        <Button size="compact-sm" variant="subtle" disabled={unread === 0} onClick={() => void readAll().catch(toastError)}>
          {t('note.markAll')}
        </Button>
      </header>
      <ScrollRegion label={shell('header.notifications')} className={styles.scroll}>
        <NotificationFeed shown="all" onOpen={close} />
      </ScrollRegion>
      <footer className={styles.foot}>
        <Button component={Link} to="/me/notification" size="compact-sm" variant="subtle" fullWidth onClick={close}>
          {t('note.seeAll')}
        </Button>
      </footer>
    </div>
  )
}

export default Panel
