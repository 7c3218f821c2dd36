import { useEffect, useEffectEvent } from 'react'
import { useBlocker } from 'react-router-dom'
import { dialogs } from './dialogs/index.ts'

/** Asks before unsaved changes are left behind, inside the application and when the page itself closes. */
export function useLeaveGuard(
  dirty: boolean,
  words: () => { readonly title: string; readonly message: string; readonly confirm: string; readonly cancel: string },
): void {
  const blocker = useBlocker(({ currentLocation, nextLocation }) => dirty && currentLocation.pathname !== nextLocation.pathname)
  const ask = useEffectEvent(() => dialogs.warning(words()))
  useEffect(() => {
    if (blocker.state !== 'blocked') return
    void ask().then((leave) => (leave ? blocker.proceed() : blocker.reset()))
  }, [blocker])
  useEffect(() => {
    if (!dirty) return
    const warn = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', warn)
    return () => window.removeEventListener('beforeunload', warn)
  }, [dirty])
}
