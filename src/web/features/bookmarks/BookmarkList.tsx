import { Loader } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router-dom'
import { type Bookmark, bookmarksQuery } from '../../api/bookmarks.ts'
import { errorText } from '../../api/errors.ts'
import { label, t } from '../../i18n/index.ts'
import { useApplications, useHere } from '../../routing/navigation.ts'
import { ModuleIcon } from '../../ui/ModuleIcon.tsx'
import styles from './bookmarks.module.css'

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

/** Bookmarks, as links by application. */
const BookmarkList = ({ close }: { close: () => void }) => {
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

export default BookmarkList
