import { useSyncExternalStore } from 'react'

const subscribe = (listener: () => void): (() => void) => {
  window.addEventListener('popstate', listener)
  return () => window.removeEventListener('popstate', listener)
}

/** The address, for the few screens that live without the router. */
export const usePath = (): string => useSyncExternalStore(subscribe, () => location.pathname)

/** To another of those screens without a load, so that what a toast says is still seen there. */
export const goTo = (path: string): void => {
  history.pushState(null, '', path)
  window.dispatchEvent(new PopStateEvent('popstate'))
}
