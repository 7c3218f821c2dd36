import { useAtomValue } from 'jotai'
import { Link, useLocation } from 'react-router-dom'
import { label, t } from '../i18n/index.ts'
import { HOME, useHere } from '../routing/navigation.ts'
import { pageTitleAtom } from '../state/preferences.ts'
import styles from './Breadcrumbs.module.css'

interface Crumb {
  title: string
  to: string
}

/** The way here from 'Home'. On phones only the last step shows. */
export const Breadcrumbs = () => {
  const { application, module } = useHere()
  const { pathname } = useLocation()
  const page = useAtomValue(pageTitleAtom)
  const atHome = application?.name === HOME
  const crumbs: Crumb[] = [{ title: t('crumb.home'), to: '/' }]
  // Modules of Home itself follow it directly.
  if (application && !atHome) crumbs.push({ title: label(application.title), to: `/${application.name}` })
  if (application && module) crumbs.push({ title: label(module.title), to: `/${application.name}/${module.name}` })
  if (page && page !== crumbs.at(-1)!.title) crumbs.push({ title: page, to: pathname })
  return (
    <nav aria-label={t('crumb.label')} className={styles.crumbs}>
      <ol>
        {crumbs.map(({ title, to }, index) => (
          <li key={to}>
            {index === crumbs.length - 1 ? (
              <span aria-current="page" title={title}>
                {title}
              </span>
            ) : (
              <Link to={to} title={title}>
                {title}
              </Link>
            )}
          </li>
        ))}
      </ol>
    </nav>
  )
}
