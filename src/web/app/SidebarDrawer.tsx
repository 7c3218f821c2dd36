import { Drawer } from '@mantine/core'
import { useAtom } from 'jotai'
import { useEffect, useRef } from 'react'
import { useLocation } from 'react-router-dom'
import type { NavApplication } from '../api/types.ts'
import { label, t } from '../i18n/index.ts'
import { drawerAtom } from '../state/preferences.ts'
import { LayoutFooter } from './layout-footer.tsx'
import styles from './Sidebar.module.css'
import { SidebarMenu } from './Sidebar.tsx'

/** The same menu on narrow screens, or where an application lays it over its content. */
const SidebarDrawer = ({ application }: { application: NavApplication }) => {
  const [opened, setOpened] = useAtom(drawerAtom)
  const { pathname } = useLocation()
  const from = useRef(pathname)
  // Going somewhere closes it; that its code has just loaded does not.
  useEffect(() => {
    if (from.current !== pathname) setOpened(false)
    from.current = pathname
  }, [pathname, setOpened])
  return (
    <Drawer
      opened={opened}
      onClose={() => setOpened(false)}
      size={290}
      withCloseButton={false}
      padding={0}
      aria-label={t('menu.label', { application: label(application.title) })}
    >
      <nav
        className={styles.drawer}
        // Not the search: the keyboard of a phone would cover the menu.
        data-autofocus
        tabIndex={-1}
        aria-label={t('menu.label', { application: label(application.title) })}
      >
        <SidebarMenu application={application} mini={false} />
        <LayoutFooter application={application} inMenu />
      </nav>
    </Drawer>
  )
}

export default SidebarDrawer
