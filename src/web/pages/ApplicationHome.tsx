import { Link, Navigate } from 'react-router-dom'
import { label } from '../i18n/index.ts'
import { ModuleIcon } from '../shell/ModuleIcon.tsx'
import { useHere } from '../shell/navigation.ts'
import { usePageTitle } from '../shell/page-title.ts'
import styles from './ApplicationHome.module.css'

/** An application without a dashboard opens on its map; one with a dashboard opens that. Unknown ones go home. */
const ApplicationHome = () => {
  const { application } = useHere()
  usePageTitle(application && label(application.title), { crumb: false })
  if (!application) return <Navigate to="/" replace />
  const dashboard = application.groups.flatMap(({ modules }) => modules).find(({ kind }) => kind === 'dashboard')
  if (dashboard) return <Navigate to={`/${application.name}/${dashboard.name}`} replace />
  return (
    <div className={styles.page}>
      <h1 className={styles.title}>{label(application.title)}</h1>
      <div className={styles.groups}>
        {application.groups.map((group) => (
          <section key={group.title} className={styles.group}>
            {group.title && <h2 className={styles.heading}>{label(group.title)}</h2>}
            <ul className={styles.list}>
              {group.modules.map((module) => (
                <li key={module.name}>
                  <Link to={`/${application.name}/${module.name}`} className={styles.link}>
                    <ModuleIcon name={module.icon} size={18} />
                    {label(module.title)}
                  </Link>
                </li>
              ))}
            </ul>
          </section>
        ))}
      </div>
    </div>
  )
}

export default ApplicationHome
