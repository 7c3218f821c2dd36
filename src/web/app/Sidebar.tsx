import { ActionIcon, CloseButton, TextInput } from '@mantine/core'
import { IconChevronDown, IconLayoutSidebarLeftCollapse, IconLayoutSidebarLeftExpand, IconSearch } from '@tabler/icons-react'
import { useAtom } from 'jotai'
import { useEffect, useId, useRef, useState } from 'react'
import { NavLink, useLocation } from 'react-router-dom'
import { ownerKey } from '../api/session.ts'
import type { NavApplication, NavGroup } from '../api/types.ts'
import { label, t } from '../i18n/index.ts'
import { foldedAtom, foldedKey, sidebarAtom } from '../state/preferences.ts'
import { ModuleIcon } from '../ui/ModuleIcon.tsx'
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

/** One group of the menu: its heading folds it, and the module on screen stays visible. */
const Group = ({
  application,
  group,
  mini,
  folded,
  onFold,
}: {
  application: NavApplication
  group: NavGroup
  mini: boolean
  folded: boolean
  /** Absent while searching: matches are always shown. */
  onFold?: () => void
}) => {
  const here = useLocation().pathname.split('/')[2]
  const id = useId()
  const modules = folded ? group.modules.filter(({ name }) => name === here) : group.modules
  return (
    <div className={styles.group} data-mini={mini || undefined}>
      {group.title && !mini && (
        <h2 className={styles.heading}>
          {onFold ? (
            <button type="button" className={styles.fold} aria-expanded={!folded} aria-controls={id} onClick={onFold}>
              <span className={styles.text}>{label(group.title)}</span>
              <IconChevronDown size={14} aria-hidden />
            </button>
          ) : (
            label(group.title)
          )}
        </h2>
      )}
      <ul className={styles.list} id={id}>
        {modules.map((module) => (
          <li key={`${module.name} ${module.title}`}>
            <NavLink
              to={{ pathname: `/${application.name}/${module.name}`, ...(module.query && { search: module.query }) }}
              className={styles.link!}
              title={label(module.title)}
              {...(mini && { 'aria-label': label(module.title) })}
            >
              <ModuleIcon name={module.icon} size={18} />
              {!mini && <span className={styles.text}>{label(module.title)}</span>}
            </NavLink>
          </li>
        ))}
      </ul>
    </div>
  )
}

const Entries = ({
  application,
  groups,
  mini,
  searching,
}: {
  application: NavApplication
  groups: readonly NavGroup[]
  mini: boolean
  searching: boolean
}) => {
  const [folded, setFolded] = useAtom(foldedAtom)
  const keyOf = (group: NavGroup) => foldedKey(ownerKey(), application.name, group.title)
  const fold = (key: string) => setFolded(folded.includes(key) ? folded.filter((other) => other !== key) : [...folded, key])
  return (
    <div className={styles.entries}>
      {groups.length === 0 && <p className={styles.nothing}>{t('menu.nothing')}</p>}
      {groups.map((group) => {
        const key = keyOf(group)
        return (
          <Group
            key={group.title}
            application={application}
            group={group}
            mini={mini}
            folded={!searching && !mini && group.title !== '' && folded.includes(key)}
            {...(!searching && { onFold: () => fold(key) })}
          />
        )
      })}
    </div>
  )
}

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
      <Entries application={application} groups={matching(application.groups, search)} mini={mini} searching={search.trim() !== ''} />
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
