import { useSetAtom } from 'jotai'
import { useEffect } from 'react'
import { t } from '../i18n/index.ts'
import { pageTitleAtom } from '../state/preferences.ts'

/** Sets the page's title in the browser's tab and as the last breadcrumb; `crumb: false` leaves the breadcrumbs unchanged. */
export const usePageTitle = (title: string | undefined, options: { crumb?: boolean } = {}): void => {
  const setCrumb = useSetAtom(pageTitleAtom)
  const crumb = options.crumb ?? true
  useEffect(() => {
    document.title = title ? `${title} · ${t('product')}` : t('product')
    if (crumb) setCrumb(title)
    return () => setCrumb(undefined)
  }, [title, crumb, setCrumb])
}
