import { IconChevronRight } from '@tabler/icons-react'
import { Link } from 'react-router-dom'
import { label, t } from '../i18n/index.ts'
import { ModuleIcon } from '../shell/ModuleIcon.tsx'
import { mayEnter, useApplications, useSession } from '../shell/navigation.ts'
import { usePageTitle } from '../shell/page-title.ts'
import { isAccent } from '../theme/palette.ts'
import styles from './Home.module.css'

/** Greets the user and opens the applications of his role. */
const Home = () => {
  const applications = useApplications()
  const session = useSession()
  usePageTitle(t('crumb.home'), { crumb: false })
  return (
    <div className={styles.page}>
      <h1 className={styles.greeting}>{session ? t('home.greeting', { name: session.user.name }) : ' '}</h1>
      <p className={styles.company}>{session?.company?.name ?? ' '}</p>
      <h2 className={styles.heading}>{t('header.applications')}</h2>
      <ul className={styles.tiles}>
        {applications.map((application) => {
          const color = isAccent(application.color) ? application.color : 'indigo'
          return (
            <li key={application.name}>
              <Link
                to={`/${application.name}`}
                className={styles.tile}
                onClick={(event) => !mayEnter(application, session) && event.preventDefault()}
              >
                <span className={styles.badge} style={{ backgroundColor: `var(--mantine-color-${color}-filled)` }}>
                  <ModuleIcon name={application.icon} size={22} />
                </span>
                <span className={styles.words}>
                  <strong>{label(application.title)}</strong>
                  <span>
                    {application.description
                      ? label(application.description)
                      : application.groups
                          .map(({ title }) => label(title))
                          .filter(Boolean)
                          .join(', ')}
                  </span>
                </span>
                <IconChevronRight size={16} aria-hidden />
              </Link>
            </li>
          )
        })}
      </ul>
    </div>
  )
}

export default Home
