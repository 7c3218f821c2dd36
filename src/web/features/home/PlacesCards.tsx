import { useQuery } from '@tanstack/react-query'
import { useAtomValue } from 'jotai'
import { bookmarksQuery } from '../../api/bookmarks.ts'
import { label, t } from '../../i18n/home.ts'
import { useApplications } from '../../routing/navigation.ts'
import { recentModulesAtom } from '../../state/preferences.ts'
import { Card } from './Card.tsx'
import { LinkList } from './LinkList.tsx'

const SHOWN = 5

/** The lists that the user opened last in this browser; nothing before the first. */
export const RecentCard = () => {
  const recent = useAtomValue(recentModulesAtom)
  const applications = useApplications()
  const links = recent.flatMap((path) => {
    const [name, module] = path.split('/')
    const entries = applications.find((application) => application.name === name)?.groups.flatMap(({ modules }) => modules)
    const entry = entries?.find((candidate) => candidate.name === module)
    return entry ? [{ key: path, to: `/${path}`, title: label(entry.title), icon: entry.icon }] : []
  })
  if (links.length === 0) return null
  return (
    <Card title={t('recent.title')}>
      <LinkList links={links.slice(0, SHOWN)} />
    </Card>
  )
}

/** The user's bookmarks of all applications; nothing without any. */
export const FavouritesCard = () => {
  const bookmarks = useQuery(bookmarksQuery()).data ?? []
  if (bookmarks.length === 0) return null
  return (
    <Card title={t('favourites.title')}>
      <LinkList links={bookmarks.map(({ id, route, title, icon }) => ({ key: String(id), to: route, title: label(title), icon }))} />
    </Card>
  )
}
