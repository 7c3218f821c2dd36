import { ActionIcon, Burger } from '@mantine/core'
import { IconMoon, IconSearch, IconSun } from '@tabler/icons-react'
import { useAtom } from 'jotai'
import type { NavApplication } from '../api/types.ts'
import { BookmarkStar } from '../features/bookmarks/BookmarkStar.tsx'
import { BookmarksMenu } from '../features/bookmarks/BookmarksMenu.tsx'
import { CartButton } from '../features/cart/CartButton.tsx'
import { ChatButton } from '../features/chat/ChatButton.tsx'
import { Bell } from '../features/notifications/Bell.tsx'
import { t } from '../i18n/index.ts'
import type { Layout } from '../routing/layout.ts'
import { drawerAtom } from '../state/preferences.ts'
import { useSchemeToggle } from '../ui/scheme.ts'
import { ApplicationMenu } from './ApplicationMenu.tsx'
import { Breadcrumbs } from './Breadcrumbs.tsx'
import styles from './Header.module.css'
import { ProfileMenu } from './ProfileMenu.tsx'

const MOD = /Mac|iPhone|iPad/.test(navigator.userAgent) ? '⌘' : 'Ctrl '

const SchemeToggle = () => {
  const { dark, title, toggle } = useSchemeToggle()
  return (
    <ActionIcon className={styles.wide!} title={title} variant="subtle" color="gray" size="lg" onClick={toggle} aria-label={title}>
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
          <span className={styles.wide}>
            <BookmarkStar />
          </span>
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
          <span className={styles.wide}>
            <BookmarksMenu />
          </span>
          <Bell />
        </>
      )}
      <span className={styles.wide}>
        <ApplicationMenu />
      </span>
      <CartButton />
      <SchemeToggle />
      <ProfileMenu />
    </header>
  )
}
