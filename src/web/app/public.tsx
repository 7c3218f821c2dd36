import { lazy, Suspense, useSyncExternalStore } from 'react'
import { usePath } from '../features/session/pages/path.ts'
import { SignIn } from '../features/session/pages/SignIn.tsx'
import { Theme } from '../theme/Theme.tsx'
import { subscribeToaster, toasterWanted } from '../ui/toast.ts'

const Recovery = lazy(() => import('../features/session/pages/Recovery.tsx'))
const Toaster = lazy(() => import('../ui/Toaster.tsx'))

/**
 * The screens that need no session. They are their own small program without router and queries, so
 * that the first page anyone sees arrives fast; signing in loads the application afresh.
 */
const Public = () => {
  const path = usePath()
  const toasts = useSyncExternalStore(subscribeToaster, toasterWanted)
  return (
    <Theme>
      <Suspense>{path.startsWith('/forgot-password') ? <Recovery /> : <SignIn />}</Suspense>
      <Suspense>{toasts && <Toaster />}</Suspense>
    </Theme>
  )
}

export default Public
