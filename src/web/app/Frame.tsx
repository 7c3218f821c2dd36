import { useMantineColorScheme } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useAtomValue } from 'jotai'
import { useCallback, useEffect, useRef, useState } from 'react'
import { Outlet, useLocation, useNavigate, useNavigationType, useParams } from 'react-router-dom'
import { navigationQuery, sessionQuery } from '../api/queries.ts'
import { leave } from '../features/session/actions.ts'
import { t } from '../i18n/index.ts'
import { dispatchKey, noteKey, useCommands } from '../routing/commands.ts'
import { layoutOf } from '../routing/layout.ts'
import { useApplications, useSession } from '../routing/navigation.ts'
import { drawerAtom } from '../state/preferences.ts'
import { isAccent } from '../theme/palette.ts'
import { Theme } from '../theme/Theme.tsx'
import { ErrorPage } from '../ui/ErrorPage.tsx'
import { LoadingBar } from '../ui/LoadingBar.tsx'
import { later } from '../ui/later.tsx'
import { Overlays } from '../ui/Overlays.tsx'
import { Part } from '../ui/Part.tsx'
import { useSchemeToggle } from '../ui/scheme.ts'
import { scrollToTop } from '../ui/scroll.ts'
import { holdKeys } from '../ui/typed-ahead.ts'
import styles from './Frame.module.css'
import { Header } from './Header.tsx'
import { openKeyHelp } from './key-help.ts'
import { LayoutFooter } from './layout-footer.tsx'
import { Sidebar } from './Sidebar.tsx'

const SidebarDrawer = later(async () => (await import('./SidebarDrawer.tsx')).default)
const Live = later(async () => (await import('./Live.tsx')).default)
const CommandPalette = later(async () => (await import('./CommandPalette.tsx')).default)
const SessionGuards = later(async () => (await import('../features/session/SessionGuards.tsx')).default)

/** Applies the color scheme that the user chose last, on any device. */
const UserScheme = () => {
  const isDark = useSession()?.user.is_dark
  const { setColorScheme } = useMantineColorScheme()
  const applied = useRef<number>(undefined)
  useEffect(() => {
    if ((isDark !== 0 && isDark !== 1) || applied.current === isDark) return
    applied.current = isDark
    setColorScheme(isDark === 1 ? 'dark' : 'light')
  }, [isDark, setColorScheme])
  return null
}

/** Commands of the profile menu and the header, for the palette. */
const PersonalCommands = () => {
  const scheme = useSchemeToggle()
  useCommands([
    { id: 'scheme', title: scheme.title, keywords: t('palette.schemeWords'), run: scheme.toggle },
    { id: 'logout', title: t('header.logout'), keywords: t('palette.logoutWords'), run: () => void leave() },
  ])
  return null
}

/** Menu, header, and all overlays of a page. Screens are drawn in its outlet. */
export const Frame = () => {
  const [searching, setSearching] = useState(false)
  const navigation = useQuery(navigationQuery)
  const session = useQuery(sessionQuery)
  // Screens need both to decide whether their address is allowed: without the session, the portal would redirect to Home.
  const isKnown = navigation.data !== undefined && session.data !== undefined
  const failed = [navigation, session].find(({ data, isError }) => isError && data === undefined)
  const { application: name } = useParams()
  const application = useApplications().find((candidate) => candidate.name === name)
  const navigate = useNavigate()
  const drawn = useAtomValue(drawerAtom)

  useEffect(() => {
    window.addEventListener('keydown', noteKey, true)
    window.addEventListener('keydown', dispatchKey)
    return () => {
      window.removeEventListener('keydown', noteKey, true)
      window.removeEventListener('keydown', dispatchKey)
    }
  }, [])
  const closeSearch = useCallback(() => setSearching(false), [])
  const search = () => {
    holdKeys(closeSearch)
    setSearching(true)
  }
  useCommands([
    {
      id: 'palette',
      title: t('palette.open'),
      group: t('keys.everywhere'),
      keys: ['mod+k'],
      run: search,
      hidden: true,
    },
    { id: 'keys', title: t('keys.title'), group: t('keys.everywhere'), keys: ['?'], run: openKeyHelp },
    { id: 'home', title: t('palette.home'), run: () => navigate('/') },
  ])

  const { pathname } = useLocation()
  const way = useNavigationType()
  // Back restores the former scroll position; every other page begins at its top.
  useEffect(() => {
    if (pathname && way !== 'POP') scrollToTop()
  }, [pathname, way])
  const layout = layoutOf(application)
  return (
    <Theme {...(isAccent(application?.color) && { accent: application.color })}>
      <UserScheme />
      <PersonalCommands />
      <LoadingBar />
      {/* biome-ignore lint/a11y/useValidAnchor: it is one, but an address that changes to #main would be a page to go back from */}
      <a
        className={styles.skip}
        href="#main"
        onClick={(event) => {
          event.preventDefault()
          document.getElementById('main')?.focus()
        }}
      >
        {t('header.skip')}
      </a>
      <div className={styles.frame}>
        {application && layout.menu === 'shown' && (
          <div className={styles.side}>
            <Sidebar application={application} />
          </div>
        )}
        <div className={styles.body}>
          <Header {...(application && layout.menu !== 'none' && { application })} layout={layout} onSearch={search} />
          <Part>{navigation.data && <Live />}</Part>
          <main id="main" className={styles.main} tabIndex={-1}>
            {isKnown ? <Outlet /> : failed && <ErrorPage error={failed.error} onRetry={failed.refetch} />}
          </main>
          {application && layout.footer && <LayoutFooter application={application} />}
        </div>
      </div>
      {application && layout.menu !== 'none' && drawn && (
        <Part>
          <SidebarDrawer application={application} />
        </Part>
      )}
      <Overlays />
      <Part>{navigation.data && <SessionGuards />}</Part>
      {searching && (
        <Part>
          <CommandPalette onClose={closeSearch} />
        </Part>
      )}
    </Theme>
  )
}
