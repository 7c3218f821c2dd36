import { useQuery } from '@tanstack/react-query'
import { t } from '../../i18n/index.ts'
import { useSession } from '../../routing/navigation.ts'
import { usePageTitle } from '../../ui/page-title.ts'
import { ApplicationsCard } from './ApplicationsCard.tsx'
import { HelpCard } from './HelpCard.tsx'
import styles from './Home.module.css'
import { MoodCard } from './MoodCard.tsx'
import { OnlineCard } from './OnlineCard.tsx'
import { FavouritesCard, RecentCard } from './PlacesCards.tsx'
import { landingQuery } from './queries.ts'
import { TasksCard } from './TasksCard.tsx'
import { WaitingCard } from './WaitingCard.tsx'

/** Greets the user; links on the left, the user's own items on the right. */
const Home = () => {
  const session = useSession()
  const greeting = useQuery(landingQuery).data?.greeting_name ?? session?.user.name
  usePageTitle(t('crumb.home'), { crumb: false })
  return (
    <div className={styles.page}>
      {greeting ? (
        <h1 className={styles.greeting}>{t('home.greeting', { name: greeting })}</h1>
      ) : (
        // Placeholder of the heading: an empty heading would be read out.
        <div className={styles.greeting} aria-hidden>
          &nbsp;
        </div>
      )}
      <p className={styles.company}>{session?.company?.name ?? ' '}</p>
      <div className={styles.columns}>
        <div className={styles.column}>
          <ApplicationsCard />
          <TasksCard />
        </div>
        <div className={styles.column}>
          <WaitingCard />
          <RecentCard />
          <FavouritesCard />
          <MoodCard />
          <OnlineCard />
          <HelpCard />
        </div>
      </div>
    </div>
  )
}

export default Home
