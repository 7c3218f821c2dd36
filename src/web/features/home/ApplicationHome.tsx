import { Link, Navigate, useParams } from 'react-router-dom'
import type { NavApplication } from '../../api/types.ts'
import { label } from '../../i18n/index.ts'
import { layoutOf } from '../../routing/layout.ts'
import { NoApplication } from '../../routing/NoApplication.tsx'
import { useHere } from '../../routing/navigation.ts'
import { ModuleIcon } from '../../ui/ModuleIcon.tsx'
import { usePageTitle } from '../../ui/page-title.ts'
import styles from './ApplicationHome.module.css'
import ApplicationOverview from './ApplicationOverview.tsx'

const DOCUMENTS = ['document', 'filing']

/**
 * The first page of an application: its dashboard, without a menu its first module, else its open documents; without
 * documents its map.
 */
const ApplicationHome = () => {
  const { application: name = '' } = useParams()
  const { application } = useHere()
  usePageTitle(application && label(application.title), { crumb: false })
  if (!application) return <NoApplication name={name} />
  const modules = application.groups.flatMap((group) => group.modules)
  const start = modules.find(({ kind }) => kind === 'dashboard') ?? (layoutOf(application).menu === 'none' ? modules[0] : undefined)
  if (start) return <Navigate to={`/${application.name}/${start.name}`} replace />
  return (
    <div className={styles.page}>
      <h1 className={styles.title}>{label(application.title)}</h1>
      {modules.some(({ kind }) => DOCUMENTS.includes(kind ?? '')) ? (
        <ApplicationOverview key={application.name} application={application.name} />
      ) : (
        <Groups application={application} />
      )}
    </div>
  )
}

/** The application's menu as a map. */
const Groups = ({ application }: { application: NavApplication }) => (
  <div className={styles.groups}>
    {application.groups.map((group) => (
      <section key={group.title} className={styles.group}>
        {group.title && <h2 className={styles.heading}>{label(group.title)}</h2>}
        <ul className={styles.list}>
          {group.modules.map((module) => (
            <li key={module.name}>
              <Link
                to={{ pathname: `/${application.name}/${module.name}`, ...(module.query && { search: module.query }) }}
                className={styles.link}
              >
                <ModuleIcon name={module.icon} size={18} />
                {label(module.title)}
              </Link>
            </li>
          ))}
        </ul>
      </section>
    ))}
  </div>
)

export default ApplicationHome
