import { UnstyledButton, VisuallyHidden } from '@mantine/core'
import { lazy } from 'react'
import { t } from '../i18n/index.ts'
import { useSession } from '../routing/navigation.ts'
import { Late } from '../ui/Late.tsx'
import { Portrait } from '../ui/UserAvatar.tsx'
import styles from './ProfileMenu.module.css'

const ProfileItems = lazy(() => import('./ProfileItems.tsx'))

/** The user's picture; its menu names the user and leads to the account and logout. */
export const ProfileMenu = () => {
  const user = useSession()?.user
  return (
    <Late
      kind="menu"
      width={260}
      button={
        <UnstyledButton className={styles.button!}>
          <Portrait name={user?.name ?? ''} url={user?.avatar_url} />
          <VisuallyHidden>{t('header.profile')}</VisuallyHidden>
        </UnstyledButton>
      }
    >
      <ProfileItems />
    </Late>
  )
}
