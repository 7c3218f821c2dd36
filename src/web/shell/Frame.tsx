import { useMantineColorScheme } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useAtomValue } from 'jotai'
import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import { Outlet, useNavigate, useParams } from 'react-router-dom'
import { navigationQuery } from '../api/queries.ts'
import { t } from '../i18n/index.ts'
import { ErrorPage } from '../pages/ErrorPage.tsx'
import { drawerAtom } from '../state/preferences.ts'
import { isAccent } from '../theme/palette.ts'
import { Theme } from '../theme/Theme.tsx'
import { dispatchKey, noteKey, useCommands } from './commands.ts'
import styles from './Frame.module.css'
import { Header } from './Header.tsx'
import { openKeyHelp } from './key-help.ts'
import { LoadingBar } from './LoadingBar.tsx'
import { layoutOf } from './layout.ts'
import { LayoutFooter } from './layout-footer.tsx'
import { useApplications, useSession } from './navigation.ts'
import { Overlays } from './Overlays.tsx'
import { Sidebar } from './Sidebar.tsx'

const SidebarDrawer = lazy(() => import('./SidebarDrawer.tsx'))
const Live = lazy(() => import('./Live.tsx'))
const CommandPalette = lazy(() => import('./CommandPalette.tsx'))
const SessionGuards = lazy(() => import('./session/SessionGuards.tsx'))

/** The scheme that the user chose last, on whatever device. */
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

/** Menu, header, and everything that may lie over a page. Screens are drawn in its outlet. */
export const Frame = () => {
  const [searching, setSearching] = useState(false)
  const navigation = useQuery(navigationQuery)
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
  useCommands([
    {
      id: 'palette',
      title: t('palette.open'),
      group: t('keys.everywhere'),
      keys: ['mod+k'],
      run: () => setSearching(true),
      hidden: true,
    },
    { id: 'keys', title: t('keys.title'), group: t('keys.everywhere'), keys: ['?'], run: openKeyHelp },
    { id: 'home', title: t('palette.home'), run: () => navigate('/') },
  ])

  const layout = layoutOf(application)
  return (
    <Theme {...(isAccent(application?.color) && { accent: application.color })}>
      <UserScheme />
      <LoadingBar />
      <a className={styles.skip} href="#main">
        {t('header.skip')}
      </a>
      <div className={styles.frame}>
        {application && layout.menu === 'shown' && (
          <div className={styles.side}>
            <Sidebar application={application} />
          </div>
        )}
        <div className={styles.body}>
          <Header {...(application && layout.menu !== 'none' && { application })} layout={layout} onSearch={() => setSearching(true)} />
          <Suspense>{navigation.data && <Live />}</Suspense>
          <main id="main" className={styles.main} tabIndex={-1}>
            {navigation.isError ? <ErrorPage error={navigation.error} onRetry={navigation.refetch} /> : navigation.data && <Outlet />}
          </main>
          {application && layout.footer && <LayoutFooter application={application} />}
        </div>
      </div>
      {application && layout.menu !== 'none' && drawn && (
        <Suspense>
          <SidebarDrawer application={application} />
        </Suspense>
      )}
      <Overlays />
      <Suspense>{navigation.data && <SessionGuards />}</Suspense>
      {searching && (
        <Suspense>
          <CommandPalette onClose={() => setSearching(false)} />
        </Suspense>
      )}
    </Theme>
  )
}
