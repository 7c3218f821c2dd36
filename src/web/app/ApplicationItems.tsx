import { Menu } from '@mantine/core'
import { useNavigate } from 'react-router-dom'
import { label, t } from '../i18n/index.ts'
import { mayEnter, useApplications, useHere, useSession } from '../routing/navigation.ts'
import { isAccent } from '../theme/palette.ts'
import { ModuleIcon } from '../ui/ModuleIcon.tsx'
import styles from './ApplicationMenu.module.css'

/** The applications that the user's role holds, the one on screen marked. */
const ApplicationItems = () => {
  const applications = useApplications()
  const session = useSession()
  const { application: here } = useHere()
  const navigate = useNavigate()
  return (
    <>
      <Menu.Label>{t('header.applications')}</Menu.Label>
      {applications.map((application) => (
        <Menu.Item
          key={application.name}
          leftSection={
            <span
              className={styles.badge}
              style={{
                backgroundColor: `var(--mantine-color-${isAccent(application.color) ? application.color : 'indigo'}-filled)`,
              }}
            >
              <ModuleIcon name={application.icon} size={16} />
            </span>
          }
          onClick={() => mayEnter(application, session) && navigate(`/${application.name}`)}
          {...(application.name === here?.name && {
            'aria-current': 'page' as const,
            className: styles.current!,
          })}
        >
          {label(application.title)}
        </Menu.Item>
      ))}
    </>
  )
}

export default ApplicationItems
