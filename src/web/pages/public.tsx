import { lazy, Suspense, useSyncExternalStore } from 'react'
import { subscribeToaster, toasterWanted } from '../shell/toast.ts'
import { Theme } from '../theme/Theme.tsx'
import { SignIn } from './SignIn.tsx'
import { usePath } from './session/path.ts'

const Recovery = lazy(() => import('./session/Recovery.tsx'))
const Toaster = lazy(() => import('../shell/Toaster.tsx'))

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
