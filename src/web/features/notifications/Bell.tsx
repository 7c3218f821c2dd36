import { ActionIcon, Loader } from '@mantine/core'
import { IconBell } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { t } from '../../i18n/index.ts'
import { Late } from '../../ui/Late.tsx'
import styles from './notifications.module.css'
import { totalQuery } from './queries.ts'

const Panel = lazy(() => import('./Panel.tsx'))

const MOST = 99

/** How many notifications are unread, and the panel with them. */
export const Bell = () => {
  const [opened, setOpened] = useState(false)
  const total = useQuery(totalQuery()).data ?? 0
  const name = total > 0 ? t('header.unread', { count: total }) : t('header.notifications')
  return (
    <Late
      kind="popover"
      opened={opened}
      onChange={setOpened}
      width="min(400px, calc(100vw - 16px))"
      padding={0}
      label={t('header.notifications')}
      button={
        <ActionIcon variant="subtle" color="gray" size="lg" className={styles.bell!} title={name} aria-label={name}>
          <IconBell size={18} aria-hidden />
          {total > 0 && (
            <span className={styles.badge} aria-hidden>
              {total > MOST ? `${MOST}+` : total}
            </span>
          )}
        </ActionIcon>
      }
    >
      <Suspense fallback={<Loader size="sm" m="md" />}>
        <Panel close={() => setOpened(false)} />
      </Suspense>
    </Late>
  )
}
