import { Link } from 'react-router-dom'
import { label, t } from '../../i18n/home.ts'
import { mayEnter, useApplications, useSession } from '../../routing/navigation.ts'
import { isAccent } from '../../theme/palette.ts'
import { ModuleIcon } from '../../ui/ModuleIcon.tsx'
import styles from './ApplicationsCard.module.css'
import { Card } from './Card.tsx'

/** The applications of the user's role; those only for employees are inactive for others. */
export const ApplicationsCard = () => {
  const applications = useApplications()
  const session = useSession()
  return (
    <Card title={t('home.applications')}>
      {applications.length === 0 && <p className={styles.none}>{t('home.noApplications')}</p>}
      <ul className={styles.tiles}>
        {applications.map((application) => {
          const color = isAccent(application.color) ? application.color : 'indigo'
          const about = application.description
            ? label(application.description)
            : application.groups
                .map(({ title }) => label(title))
                .filter(Boolean)
                .join(', ')
          return (
            <li key={application.name}>
              <Link
                to={`/${application.name}`}
                className={styles.tile}
                onClick={(event) => !mayEnter(application, session) && event.preventDefault()}
              >
                <span className={styles.badge} style={{ backgroundColor: `var(--mantine-color-${color}-filled)` }}>
                  <ModuleIcon name={application.icon} size={20} />
                </span>
                <span className={styles.words}>
                  <strong>{label(application.title)}</strong>
                  {about && <span>{about}</span>}
                </span>
              </Link>
            </li>
          )
        })}
      </ul>
    </Card>
  )
}
