import { IconCreditCard, IconHome, IconLock, IconShare, IconShieldLock, IconUser } from '@tabler/icons-react'
import { useEffect, useRef } from 'react'
import { NavLink, Outlet, useLocation } from 'react-router-dom'
import styles from './account.module.css'
import { pathOf, SECTIONS, type Section } from './sections.ts'
import { t } from './text.ts'

const ICONS: Record<Section, typeof IconHome> = {
  home: IconHome,
  personal: IconUser,
  privacy: IconLock,
  security: IconShieldLock,
  sharing: IconShare,
  subscription: IconCreditCard,
}

/** The list of sections beside the open one; a row to swipe on phones. */
const AccountLayout = () => {
  const { pathname } = useLocation()
  const nav = useRef<HTMLElement>(null)
  // On phones the chosen section may be beyond the edge.
  useEffect(() => {
    if (pathname) nav.current?.querySelector('[aria-current]')?.scrollIntoView({ inline: 'center', block: 'nearest' })
  }, [pathname])
  return (
    <div className={styles.page}>
      <nav ref={nav} aria-label={t('account.sections')} className={styles.nav}>
        <ul>
          {SECTIONS.map((section) => {
            const Icon = ICONS[section]
            return (
              <li key={section}>
                <NavLink to={pathOf(section)}>
                  <Icon size={18} stroke={1.6} aria-hidden />
                  {t(`account.${section}`)}
                </NavLink>
              </li>
            )
          })}
        </ul>
      </nav>
      <div className={styles.content}>
        <Outlet />
      </div>
    </div>
  )
}

export default AccountLayout
