import { useQuery } from '@tanstack/react-query'
import { useParams } from 'react-router-dom'
import { navigationQuery, sessionQuery } from '../api/queries.ts'
import type { NavApplication, NavModule, Session } from '../api/types.ts'

export const useApplications = (): readonly NavApplication[] => useQuery(navigationQuery).data?.applications ?? []

export const useSession = (): Session | undefined => useQuery(sessionQuery).data

/** The application and menu entry that the address names, when the user may see them. */
export const useHere = (): { application?: NavApplication; module?: NavModule } => {
  const params = useParams()
  const application = useApplications().find(({ name }) => name === params.application)
  const module = application?.groups.flatMap(({ modules }) => modules).find(({ name }) => name === params.module)
  return { ...(application && { application }), ...(module && { module }) }
}

/** The employee portal can only be entered by an employee; others' clicks do nothing. */
export const mayEnter = (application: NavApplication, session: Session | undefined): boolean =>
  application.name !== 'employee_portal' || (session?.user.employee_id ?? null) !== null
