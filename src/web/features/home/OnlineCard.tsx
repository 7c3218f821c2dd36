import { useQuery } from '@tanstack/react-query'
import { t } from '../../i18n/home.ts'
import { Portrait } from '../../ui/UserAvatar.tsx'
import { Card, CardFailure, CardLoading } from './Card.tsx'
import styles from './OnlineCard.module.css'
import { landingQuery } from './queries.ts'

const SHOWN = 8

/** How many users are online, and their pictures: names only, no other data about them. */
export const OnlineCard = () => {
  const landing = useQuery(landingQuery)
  const people = landing.data?.recent_active_user ?? []
  const total = landing.data?.total_user ?? 0
  const more = total - Math.min(people.length, SHOWN)
  return (
    <Card title={t('online.title')} side={landing.data && <span className={styles.count}>{t('online.count', { count: total })}</span>}>
      {landing.isError ? (
        <CardFailure error={landing.error} onRetry={landing.refetch} />
      ) : !landing.data ? (
        <CardLoading />
      ) : people.length === 0 ? (
        <p className={styles.none}>{t('online.none')}</p>
      ) : (
        <ul className={styles.people}>
          {people.slice(0, SHOWN).map((person, index) => (
            <li key={index} className={styles.person}>
              <Portrait name={person.name} url={person.avatar_url} size={28} />
              <span className={styles.name}>{person.name}</span>
            </li>
          ))}
          {more > 0 && <li className={styles.none}>{t('online.others', { count: more })}</li>}
        </ul>
      )}
    </Card>
  )
}
