import { useQuery } from '@tanstack/react-query'
import { lazy, type ReactNode, Suspense, useEffect, useRef } from 'react'
import { UNAVAILABLE } from '../../api/client.ts'
import { ApiError } from '../../api/errors.ts'
import { queryClient, sessionQuery } from '../../api/queries.ts'
import type { Session } from '../../api/types.ts'
import { clientLogout, fetchEnabledFeatures } from './actions.ts'

const Maintenance = lazy(() => import('./Maintenance.tsx'))

/** Nothing was said about the session: no connection, a proxy without its server, too many calls, a server that is busy. */
const UNSAID = new Set([0, 429, 502, 503, 504])

type SessionState = 'asking' | 'valid' | 'invalid' | 'maintenance'

/** The meaning of a response to `validate`. The last one counts, also when an earlier one is still known. */
export const sessionState = (session: Session | undefined, error: unknown): SessionState => {
  if (error instanceof ApiError && error.closed) return 'maintenance'
  if (error instanceof ApiError && !UNSAID.has(error.status)) return 'invalid'
  if (!session) return 'asking'
  if (!session.valid) return 'invalid'
  return session.maintenance ? 'maintenance' : 'valid'
}

/** Wraps the application: replaces it during maintenance, and leaves it when the session is not valid. */
export const SessionGate = ({ children }: { children: ReactNode }) => {
  const { data, error } = useQuery(sessionQuery)
  const said = sessionState(data, error)
  // While it is asked again after a failure nothing is known; until the response, the last state applies.
  const last = useRef(said)
  if (said !== 'asking') last.current = said
  const state = last.current

  useEffect(() => {
    if (state === 'invalid') clientLogout()
    if (state === 'valid') void fetchEnabledFeatures()
  }, [state])
  useEffect(() => {
    const ask = () => void queryClient.refetchQueries({ queryKey: sessionQuery.queryKey }, { cancelRefetch: false })
    window.addEventListener(UNAVAILABLE, ask)
    return () => window.removeEventListener(UNAVAILABLE, ask)
  }, [])

  if (state === 'invalid') return null
  if (state !== 'maintenance') return children
  return (
    <Suspense>
      <Maintenance />
    </Suspense>
  )
}
