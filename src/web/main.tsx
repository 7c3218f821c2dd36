import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { getToken } from './api/session.ts'
import { setLocale } from './i18n/core.ts'

/** A function, not the module's own body: with an `await` at the top the bundler merges no chunks. */
const start = async (): Promise<void> => {
  const isPublic = /^\/(login|forgot-password)\b/.test(location.pathname)
  const locale = localStorage.getItem('locale')
  if (locale) await setLocale(locale)

  if (!isPublic && !getToken()) {
    const here = location.pathname + location.search
    location.replace(here === '/' ? '/login' : `/login?next=${encodeURIComponent(here)}`)
    return
  }
  const { default: App } = isPublic ? await import('./app/public.tsx') : await import('./app/app.tsx')
  createRoot(document.getElementById('root')!).render(
    <StrictMode>
      <App />
    </StrictMode>,
  )
}

void start()
