import { Avatar, Menu, UnstyledButton, VisuallyHidden } from '@mantine/core'
import { IconKeyboard, IconLogout } from '@tabler/icons-react'
import { post } from '../api/client.ts'
import { goToSignIn } from '../api/session.ts'
import { t } from '../i18n/index.ts'
import { openKeyHelp } from './KeyHelp.tsx'
import { useSession } from './navigation.ts'
import styles from './ProfileMenu.module.css'

/** Ends the session on the server too; the browser forgets it even when the server cannot be reached. */
const signOut = async () => {
  try {
    await post('logout')
  } finally {
    goToSignIn()
  }
}

/** Who is signed in, in which company; keyboard help and logout. */
export const ProfileMenu = () => {
  const session = useSession()
  const user = session?.user
  return (
    <Menu position="bottom-end" width={240}>
      <Menu.Target>
        <UnstyledButton className={styles.button!}>
          <span aria-hidden>
            <Avatar
              size={30}
              radius="xl"
              name={user?.name ?? ''}
              src={user?.avatar_url ?? null}
              color="initials"
              allowedInitialsColors={['indigo', 'teal', 'grape', 'orange', 'cyan']}
            />
          </span>
          <VisuallyHidden>{t('header.profile')}</VisuallyHidden>
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        <div className={styles.who}>
          <strong>{user?.name}</strong>
          <span>{user?.user_role?.name}</span>
          <span>{session?.company?.name}</span>
        </div>
        <Menu.Divider />
        <Menu.Item leftSection={<IconKeyboard size={16} />} onClick={openKeyHelp}>
          {t('header.keys')}
        </Menu.Item>
        <Menu.Item leftSection={<IconLogout size={16} />} onClick={signOut}>
          {t('header.logout')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
