/** Test files share one page and its modules: each restores them. */
import { afterAll, vi } from 'vitest'

afterAll(async () => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
  if (typeof document === 'undefined') return
  const [{ queryClient }, { setLocale }, { setZone }] = await Promise.all([
    import('../api/queries.ts'),
    import('../i18n/core.ts'),
    import('../state/zone.ts'),
  ])
  queryClient.clear()
  localStorage.clear()
  sessionStorage.clear()
  document.body.replaceChildren()
  setZone(undefined)
  await setLocale('en-us')
})
