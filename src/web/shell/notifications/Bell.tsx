import { ActionIcon, Loader, Popover } from '@mantine/core'
import { IconBell } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { t } from '../../i18n/index.ts'
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
    <Popover opened={opened} onChange={setOpened} position="bottom-end" width="min(400px, calc(100vw - 16px))" trapFocus returnFocus>
      <Popover.Target>
        <ActionIcon
          variant="subtle"
          color="gray"
          size="lg"
          className={styles.bell!}
          title={name}
          aria-label={name}
          onClick={() => setOpened(!opened)}
        >
          <IconBell size={18} aria-hidden />
          {total > 0 && (
            <span className={styles.badge} aria-hidden>
              {total > MOST ? `${MOST}+` : total}
            </span>
          )}
        </ActionIcon>
      </Popover.Target>
      <Popover.Dropdown p={0} aria-label={t('header.notifications')}>
        <Suspense fallback={<Loader size="sm" m="md" />}>
          <Panel close={() => setOpened(false)} />
        </Suspense>
      </Popover.Dropdown>
    </Popover>
  )
}
