import { Menu, UnstyledButton, VisuallyHidden } from '@mantine/core'
import { IconKeyboard, IconLogout } from '@tabler/icons-react'
import { post } from '../api/client.ts'
import { goToSignIn } from '../api/session.ts'
import { t } from '../i18n/index.ts'
import { openKeyHelp } from './key-help.ts'
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

const initials = (name: string): string =>
  name
    .split(/\s+/)
    .map((word) => word.charAt(0))
    .join('')
    .slice(0, 2)
    .toUpperCase()

const Portrait = ({ name, url }: { name: string; url: string | undefined }) =>
  url ? <img src={url} alt="" className={styles.portrait} /> : <span className={styles.portrait}>{initials(name)}</span>

/** Who is signed in, in which company; keyboard help and logout. */
export const ProfileMenu = () => {
  const session = useSession()
  const user = session?.user
  return (
    <Menu position="bottom-end" width={240}>
      <Menu.Target>
        <UnstyledButton className={styles.button!}>
          <span aria-hidden>
            <Portrait name={user?.name ?? ''} url={user?.avatar_url ?? undefined} />
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
