import { ActionIcon, Loader, Popover } from '@mantine/core'
import { IconBookmarks } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router-dom'
import { errorText } from '../../api/errors.ts'
import { label, t } from '../../i18n/index.ts'
import { ModuleIcon } from '../ModuleIcon.tsx'
import { useApplications, useHere } from '../navigation.ts'
import styles from './bookmarks.module.css'
import { type Bookmark, bookmarksQuery } from './queries.ts'

const FALLBACK_ICON = 'table'

/** Bookmarks by application, those of the one on screen first. */
const useGroups = (bookmarks: readonly Bookmark[]) => {
  const applications = useApplications()
  const { application: here } = useHere()
  return [...applications]
    .sort((a, b) => Number(b.name === here?.name) - Number(a.name === here?.name))
    .map((application) => ({ application, marked: bookmarks.filter(({ application_id }) => application_id === application.id) }))
    .filter(({ marked }) => marked.length > 0)
}

const Marked = ({ close }: { close: () => void }) => {
  const query = useQuery(bookmarksQuery())
  const groups = useGroups(query.data ?? [])
  if (query.isPending) return <Loader size="sm" m="sm" />
  if (query.isError) return <p className={styles.none}>{errorText(query.error)}</p>
  if (groups.length === 0) return <p className={styles.none}>{t('bookmarks.none')}</p>
  return groups.map(({ application, marked }) => (
    <section key={application.name}>
      <h3 className={styles.heading}>{label(application.title)}</h3>
      <ul className={styles.list}>
        {marked.map((bookmark) => (
          <li key={bookmark.id}>
            <Link to={bookmark.route} className={styles.link} onClick={close}>
              <ModuleIcon name={bookmark.icon ?? FALLBACK_ICON} size={16} />
              {label(bookmark.title)}
            </Link>
          </li>
        ))}
      </ul>
    </section>
  ))
}

/** The modules that the user has marked with the star, one click away. */
export const BookmarksMenu = () => {
  const [opened, setOpened] = useState(false)
  return (
    <Popover opened={opened} onChange={setOpened} position="bottom-end" width={260} trapFocus returnFocus>
      <Popover.Target>
        <ActionIcon
          variant="subtle"
          color="gray"
          size="lg"
          className={styles.button!}
          title={t('header.bookmarks')}
          aria-label={t('header.bookmarks')}
          onClick={() => setOpened(!opened)}
        >
          <IconBookmarks size={18} aria-hidden />
        </ActionIcon>
      </Popover.Target>
      <Popover.Dropdown p={4} aria-label={t('header.bookmarks')} className={styles.dropdown!}>
        <Marked close={() => setOpened(false)} />
      </Popover.Dropdown>
    </Popover>
  )
}
