import { ActionIcon, CloseButton, TextInput } from '@mantine/core'
import { IconLayoutSidebarLeftCollapse, IconLayoutSidebarLeftExpand, IconSearch } from '@tabler/icons-react'
import { useAtom } from 'jotai'
import { useEffect, useRef, useState } from 'react'
import { NavLink } from 'react-router-dom'
import type { NavApplication, NavGroup } from '../api/types.ts'
import { label, t } from '../i18n/index.ts'
import { sidebarAtom } from '../state/preferences.ts'
import { ModuleIcon } from './ModuleIcon.tsx'
import styles from './Sidebar.module.css'

/** The menu folds up this long after the pointer left it. */
const COLLAPSE_AFTER_MS = 1000

const matching = (groups: readonly NavGroup[], search: string): NavGroup[] => {
  const needle = search.trim().toLowerCase()
  if (!needle) return [...groups]
  return groups
    .map((group) => ({
      ...group,
      modules: group.modules.filter(({ title }) => label(title).toLowerCase().includes(needle)),
    }))
    .filter(({ modules }) => modules.length > 0)
}

const Entries = ({ application, groups, mini }: { application: NavApplication; groups: readonly NavGroup[]; mini: boolean }) => (
  <div className={styles.entries}>
    {groups.length === 0 && <p className={styles.nothing}>{t('menu.nothing')}</p>}
    {groups.map((group) => (
      <div key={group.title} className={styles.group}>
        {group.title && <h2 className={styles.heading}>{mini ? <span aria-hidden>·</span> : label(group.title)}</h2>}
        <ul className={styles.list}>
          {group.modules.map((module) => (
            <li key={module.name}>
              <NavLink
                to={`/${application.name}/${module.name}`}
                className={styles.link!}
                {...(mini && { 'aria-label': label(module.title) })}
              >
                <ModuleIcon name={module.icon} size={18} />
                {!mini && <span className={styles.text}>{label(module.title)}</span>}
              </NavLink>
            </li>
          ))}
        </ul>
      </div>
    ))}
  </div>
)

/** The application's name, a search, and its groups of modules. */
export const SidebarMenu = ({
  application,
  mini,
  onPin,
}: {
  application: NavApplication
  mini: boolean
  onPin?: { pinned: boolean; toggle: () => void }
}) => {
  const [search, setSearch] = useState('')
  return (
    <>
      <div className={styles.head}>
        <span className={styles.badge}>
          <ModuleIcon name={application.icon} size={18} />
        </span>
        {!mini && <span className={styles.name}>{label(application.title)}</span>}
        {!mini && onPin && (
          <ActionIcon
            title={t(onPin.pinned ? 'menu.collapse' : 'menu.pin')}
            variant="subtle"
            color="gray"
            onClick={onPin.toggle}
            aria-label={t(onPin.pinned ? 'menu.collapse' : 'menu.pin')}
          >
            {onPin.pinned ? <IconLayoutSidebarLeftCollapse size={18} /> : <IconLayoutSidebarLeftExpand size={18} />}
          </ActionIcon>
        )}
      </div>
      {!mini && (
        <TextInput
          className={styles.search!}
          value={search}
          onChange={(event) => setSearch(event.currentTarget.value)}
          placeholder={t('menu.search')}
          aria-label={t('menu.search')}
          leftSection={<IconSearch size={15} />}
          rightSection={search && <CloseButton size="sm" onClick={() => setSearch('')} aria-label={t('menu.clear')} />}
          size="xs"
        />
      )}
      <Entries application={application} groups={matching(application.groups, search)} mini={mini} />
    </>
  )
}

/** The application's menu: pinned, or a strip of icons that opens over the content while the pointer is on it. */
export const Sidebar = ({ application }: { application: NavApplication }) => {
  const [mode, setMode] = useAtom(sidebarAtom)
  const [expanded, setExpanded] = useState(false)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])

  const expand = () => {
    clearTimeout(timer.current)
    setExpanded(true)
  }
  const collapseSoon = () => {
    clearTimeout(timer.current)
    timer.current = setTimeout(() => setExpanded(false), COLLAPSE_AFTER_MS)
  }
  const pinned = mode === 'full'
  const toggle = () => {
    setMode(pinned ? 'mini' : 'full')
    setExpanded(false)
  }

  return (
    <nav
      className={styles.sidebar}
      data-mode={mode}
      data-expanded={expanded || undefined}
      aria-label={t('menu.label', { application: label(application.title) })}
      {...(!pinned && {
        onMouseEnter: expand,
        onMouseLeave: collapseSoon,
        onClick: expand,
        onFocus: expand,
        onBlur: collapseSoon,
      })}
    >
      <div className={styles.panel}>
        <SidebarMenu application={application} mini={!pinned && !expanded} onPin={{ pinned, toggle }} />
      </div>
    </nav>
  )
}
