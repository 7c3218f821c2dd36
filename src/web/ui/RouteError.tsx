import { useEffect } from 'react'
import { useRouteError } from 'react-router-dom'
import { reloadIfOutdated } from '../api/build.ts'
import { isChunkError } from './chunk.ts'
import { ErrorPage } from './ErrorPage.tsx'

const reload = () => location.reload()
/** A server that restarts is not "offline" to the browser: it is asked until it answers with a new build. */
const ASK_EVERY_MS = 5_000

/**
 * Code that did not come: the page is loaded again as soon as the connection is back, or at once when the server has
 * another build. What was being typed is a draft by then.
 */
function useRecovery(lost: boolean): void {
  useEffect(() => {
    if (!lost) return
    void reloadIfOutdated()
    const timer = setInterval(() => void reloadIfOutdated(), ASK_EVERY_MS)
    window.addEventListener('online', reload)
    return () => {
      clearInterval(timer)
      window.removeEventListener('online', reload)
    }
  }, [lost])
}

/** Catches what a screen throws while it is drawn or loaded; reloading is the way out of a stale or broken chunk. */
export const RouteError = () => {
  const error = useRouteError()
  useRecovery(isChunkError(error))
  return <ErrorPage error={error} onRetry={reload} />
}
