import { lazy, Suspense, useState } from 'react'
import { t } from '../../../i18n/core.ts'
import styles from './session.module.css'

/** What the instance says of itself before anybody signs in. */
export interface Instance {
  needs_setup: boolean
  /** Where the company's own build of the app is; the stores themselves unless stated. */
  app_store_url?: string | null
  play_store_url?: string | null
}

const APP_STORE = 'https://www.apple.com/app-store/'
const PLAY_STORE = 'https://play.google.com/store/apps'

const QrDialog = lazy(() => import('./QrDialog.tsx'))

/** Where the mobile app is, and the code that tells it of this server. */
export const MobileApps = ({ instance }: { instance?: Instance }) => {
  const [asked, setAsked] = useState(false)
  const [shown, setShown] = useState(false)
  const store = (url: string, name: string) => (
    <a href={url} className={styles.app} target="_blank" rel="noreferrer">
      {name}
    </a>
  )
  return (
    <nav aria-label={t('signIn.mobile')} className={styles.apps}>
      {store(instance?.app_store_url || APP_STORE, t('signIn.appStore'))}
      {store(instance?.play_store_url || PLAY_STORE, t('signIn.playStore'))}
      <button
        type="button"
        className={styles.app}
        onClick={() => {
          setAsked(true)
          setShown(true)
        }}
      >
        {t('signIn.qr')}
      </button>
      {asked && (
        <Suspense>
          <QrDialog opened={shown} onClose={() => setShown(false)} />
        </Suspense>
      )}
    </nav>
  )
}
