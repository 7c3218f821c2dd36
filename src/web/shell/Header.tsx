import { ActionIcon, Burger, useComputedColorScheme, useMantineColorScheme } from '@mantine/core'
import { IconMoon, IconSearch, IconSun } from '@tabler/icons-react'
import { useAtom } from 'jotai'
import { put } from '../api/client.ts'
import type { NavApplication } from '../api/types.ts'
import { t } from '../i18n/index.ts'
import { drawerAtom } from '../state/preferences.ts'
import { ApplicationMenu } from './ApplicationMenu.tsx'
import { BookmarkStar } from './BookmarkStar.tsx'
import { Breadcrumbs } from './Breadcrumbs.tsx'
import { BookmarksMenu } from './bookmarks/BookmarksMenu.tsx'
import { CartButton } from './cart/CartButton.tsx'
import { ChatButton } from './chat/ChatButton.tsx'
import styles from './Header.module.css'
import type { Layout } from './layout.ts'
import { Bell } from './notifications/Bell.tsx'
import { ProfileMenu } from './ProfileMenu.tsx'

const MOD = /Mac|iPhone|iPad/.test(navigator.userAgent) ? '⌘' : 'Ctrl '

const SchemeToggle = () => {
  const { setColorScheme } = useMantineColorScheme()
  const dark = useComputedColorScheme('light') === 'dark'
  const toggle = () => {
    setColorScheme(dark ? 'light' : 'dark')
    // The browser remembers the choice by itself; the server's memory is for the user's other devices.
    put('user/dark_mode', { is_dark: dark ? 0 : 1 }).catch(() => undefined)
  }
  const title = t(dark ? 'header.light' : 'header.dark')
  return (
    <ActionIcon title={title} variant="subtle" color="gray" size="lg" onClick={toggle} aria-label={title}>
      {dark ? <IconSun size={18} /> : <IconMoon size={18} />}
    </ActionIcon>
  )
}

/** Breadcrumbs and bookmark on the left; search, applications, scheme and profile on the right. */
export const Header = ({ application, layout, onSearch }: { application?: NavApplication; layout: Layout; onSearch: () => void }) => {
  const [opened, setOpened] = useAtom(drawerAtom)
  return (
    <header className={styles.header}>
      {application && (
        <Burger
          className={styles.burger!}
          data-always={layout.menu === 'overlay' || undefined}
          opened={opened}
          onClick={() => setOpened(!opened)}
          size="sm"
          aria-label={t('header.menu')}
        />
      )}
      {layout.header && (
        <>
          <Breadcrumbs />
          <BookmarkStar />
        </>
      )}
      <div className={styles.space} />
      {layout.topBar && (
        <>
          <button type="button" className={styles.search} onClick={onSearch} aria-keyshortcuts="Control+K">
            <IconSearch size={16} />
            <span className={styles.searchText}>{t('header.search')}</span>
            <kbd className={styles.kbd} aria-hidden>
              {MOD}K
            </kbd>
          </button>
          <ChatButton />
          <BookmarksMenu />
          <Bell />
        </>
      )}
      <ApplicationMenu />
      <CartButton />
      <SchemeToggle />
      <ProfileMenu />
    </header>
  )
}
