import { Menu, UnstyledButton, VisuallyHidden } from '@mantine/core'
import { IconKey, IconKeyboard, IconLogout, IconUserCircle } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { Link } from 'react-router-dom'
import { t } from '../i18n/index.ts'
import { openKeyHelp } from './key-help.ts'
import { useSession } from './navigation.ts'
import styles from './ProfileMenu.module.css'
import { logout } from './session/actions.ts'
import { Portrait } from './session/Portrait.tsx'

const AccountSwitch = lazy(() => import('./session/AccountSwitch.tsx'))
const openPassword = async () => (await import('./session/passwordDialogs.tsx')).openUpdatePassword()

/** Who is signed in, in which company; his account, other accounts, password, keyboard help and logout. */
export const ProfileMenu = () => {
  const session = useSession()
  const user = session?.user
  const [opened, setOpened] = useState(false)
  return (
    <Menu position="bottom-end" width={260} withInitialFocusPlaceholder={false} opened={opened} onChange={setOpened}>
      <Menu.Target>
        <UnstyledButton className={styles.button!}>
          <Portrait name={user?.name ?? ''} url={user?.avatar_url} />
          <VisuallyHidden>{t('header.profile')}</VisuallyHidden>
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        <div className={styles.who}>
          <Portrait name={user?.name ?? ''} url={user?.avatar_url} size={40} />
          <div className={styles.words}>
            <strong>{user?.name}</strong>
            <span>{user?.user_role?.name}</span>
            <span>{[session?.company?.name, session?.branch?.name].filter(Boolean).join(' · ')}</span>
          </div>
        </div>
        <Menu.Divider />
        <Menu.Item component={Link} to="/account/home" leftSection={<IconUserCircle size={16} />}>
          {t('header.account')}
        </Menu.Item>
        <Menu.Item leftSection={<IconKey size={16} />} onClick={openPassword}>
          {t('header.password')}
        </Menu.Item>
        <Menu.Item leftSection={<IconKeyboard size={16} />} onClick={openKeyHelp}>
          {t('header.keys')}
        </Menu.Item>
        <Suspense>{opened && <AccountSwitch />}</Suspense>
        <Menu.Divider />
        <Menu.Item leftSection={<IconLogout size={16} />} onClick={logout}>
          {t('header.logout')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
