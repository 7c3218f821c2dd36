import { useQuery } from '@tanstack/react-query'
import { useParams } from 'react-router-dom'
import { moduleQuery, navigationQuery, sessionQuery } from '../api/queries.ts'
import type { NavApplication, NavModule, Session } from '../api/types.ts'
import { t } from '../i18n/index.ts'

export const useApplications = (): readonly NavApplication[] => useQuery(navigationQuery).data?.applications ?? []

export const useSession = (): Session | undefined => useQuery(sessionQuery).data

/** Home is no application of a role, but has modules of its own, listed below its name for users who can open them. */
export const HOME = 'home'

/** The application and menu entry that the address names, when the user may see them. */
export const useHere = (): { application?: NavApplication; module?: NavModule } => {
  const params = useParams()
  const applications = useApplications()
  const atHome = params.application === HOME && params.module !== undefined
  const opened = useQuery({ ...moduleQuery(params.module ?? ''), enabled: atHome }).data
  const session = useSession()
  if (atHome) {
    const application = { name: HOME, title: t('crumb.home'), icon: HOME, color: 'indigo', groups: [] }
    if (opened?.application !== HOME) return { application }
    const actions = [...new Set(Object.values(opened.actions).map(({ code }) => code))]
    return { application, module: { name: opened.name, title: opened.title, icon: opened.icon, actions } }
  }
  // An address is refused as the click is: unknown applications lead home.
  const application = applications.find((navApplication) => navApplication.name === params.application && mayEnter(navApplication, session))
  const module = application?.groups.flatMap(({ modules }) => modules).find(({ name }) => name === params.module)
  return { ...(application && { application }), ...(module && { module }) }
}

/** The employee portal can only be entered by an employee; others' clicks do nothing. */
export const mayEnter = (application: NavApplication, session: Session | undefined): boolean =>
  application.name !== 'employee_portal' || (session?.user.employee_id ?? null) !== null
