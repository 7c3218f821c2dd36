import { Menu } from '@mantine/core'
import { IconKey, IconKeyboard, IconLanguage, IconLogout, IconMoon, IconSun, IconUserCircle } from '@tabler/icons-react'
import { Link } from 'react-router-dom'
import AccountSwitch from '../features/session/AccountSwitch.tsx'
import { leave } from '../features/session/actions.ts'
import { t } from '../i18n/index.ts'
import { useSession } from '../routing/navigation.ts'
import { useSchemeToggle } from '../ui/scheme.ts'
import { Portrait } from '../ui/UserAvatar.tsx'
import ApplicationItems from './ApplicationItems.tsx'
import { openKeyHelp } from './key-help.ts'
import styles from './ProfileMenu.module.css'

const openPassword = async () => (await import('../features/session/passwordDialogs.tsx')).openUpdatePassword()

const openLanguage = async () => (await import('./language.tsx')).openLanguage()

/** The signed-in user and company; account, other accounts, password, keyboard help and logout. */
const ProfileItems = () => {
  const session = useSession()
  const user = session?.user
  const scheme = useSchemeToggle()
  return (
    <>
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
      <Menu.Item leftSection={<IconLanguage size={16} />} onClick={openLanguage}>
        {t('header.language')}
      </Menu.Item>
      <Menu.Item
        className={styles.narrow!}
        leftSection={scheme.dark ? <IconSun size={16} /> : <IconMoon size={16} />}
        onClick={scheme.toggle}
      >
        {scheme.title}
      </Menu.Item>
      <div className={styles.narrow}>
        <Menu.Divider />
        <ApplicationItems />
      </div>
      <AccountSwitch />
      <Menu.Divider />
      <Menu.Item leftSection={<IconLogout size={16} />} onClick={() => void leave()}>
        {t('header.logout')}
      </Menu.Item>
    </>
  )
}

export default ProfileItems
