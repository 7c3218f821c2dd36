import { useRouteError } from 'react-router-dom'
import { ErrorPage } from './ErrorPage.tsx'

/** Catches what a screen throws while it is drawn or loaded; reloading is the way out of a stale or broken chunk. */
export const RouteError = () => <ErrorPage error={useRouteError()} onRetry={() => location.reload()} />
