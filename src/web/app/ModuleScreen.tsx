import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useSetAtom } from 'jotai'
import { useEffect, useMemo } from 'react'
import { Navigate, Outlet, useLocation, useParams } from 'react-router-dom'
import { ApiError } from '../api/errors.ts'
import { moduleQuery } from '../api/queries.ts'
import { type ModuleRoute, ModuleRouteProvider } from '../routing/module-route.tsx'
import { NoApplication } from '../routing/NoApplication.tsx'
import { mayEnter, useApplications, useHere, useSession } from '../routing/navigation.ts'
import { recentModulesAtom } from '../state/preferences.ts'
import { ErrorPage, ModuleNotFound } from '../ui/ErrorPage.tsx'
import styles from './ModuleScreen.module.css'
import { screensOf } from './page-registry.ts'
import { plainAddress } from './short-routes.tsx'

const REMEMBERED = 8

/**
 * Resolves the module of the address and provides it to the screens inside. The user can do all actions offered by the
 * menus of their applications together; for a module in no menu, the server decides.
 */
export const ModuleScreen = () => {
  const { application: applicationName = '', module: moduleName = '' } = useParams()
  const { application, module: entry } = useHere()
  const applications = useApplications()
  const session = useSession()
  const location = useLocation()
  const query = useQuery({ ...moduleQuery(moduleName), enabled: application !== undefined && !moduleName.includes('-') })
  const setRecent = useSetAtom(recentModulesAtom)
  const path = `${applicationName}/${moduleName}`

  useEffect(() => {
    if (entry) setRecent((recent) => [path, ...recent.filter((other) => other !== path)].slice(0, REMEMBERED))
  }, [entry, path, setRecent])

  const route = useMemo<ModuleRoute | undefined>(() => {
    if (!query.data) return undefined
    const offered = applications.flatMap(({ groups }) => groups.flatMap(({ modules }) => modules)).filter(({ name }) => name === moduleName)
    const codes = new Set(
      offered.length > 0 ? offered.flatMap(({ actions }) => actions) : Object.values(query.data.actions).map(({ code }) => code),
    )
    if (codes.has('view')) codes.add('index')
    return {
      application: applicationName,
      module: query.data,
      base: `/${path}`,
      can: (code) => codes.has(code),
      pages: screensOf(query.data).pages ?? [],
    }
  }, [query.data, applications, moduleName, applicationName, path])

  if (!application) {
    // Others send the address that they have: the module may be in the menu of another application of this user.
    const other = applications.find(
      (entry) => mayEnter(entry, session) && entry.groups.some(({ modules }) => modules.some(({ name }) => name === moduleName)),
    )
    if (!other) return <NoApplication name={applicationName} />
    return <Navigate to={{ ...location, pathname: location.pathname.replace(`/${applicationName}/`, `/${other.name}/`) }} replace />
  }
  const plain = plainAddress(applicationName, moduleName)
  if (plain) return <Navigate to={plain} replace />
  // A failed refresh keeps the screen; only a refusal of the server replaces a screen that is already shown.
  const refused = query.error instanceof ApiError && (query.error.status === 403 || query.error.status === 404)
  if (query.isError && (refused || !query.data)) {
    const unknown = query.error instanceof ApiError && query.error.status === 404
    return <ErrorPage error={unknown ? new ModuleNotFound() : query.error} {...(!unknown && { onRetry: query.refetch })} />
  }
  if (!route) {
    return (
      <div className={styles.skeleton} aria-busy="true">
        <Skeleton height={28} width={220} />
        <Skeleton height={36} />
        <Skeleton height={320} />
      </div>
    )
  }
  if (!route.can('index')) return <ErrorPage error={new ApiError(403, {})} />
  return (
    <ModuleRouteProvider value={route}>
      <Outlet key={path} />
    </ModuleRouteProvider>
  )
}

/** The margins around forms and views. */
export const RecordPage = () => (
  <div className={styles.record}>
    <Outlet />
  </div>
)
