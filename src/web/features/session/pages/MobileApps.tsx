import { lazy, Suspense, useState } from 'react'
import { t } from '../../../i18n/core.ts'
import styles from './session.module.css'

/** Public facts about the instance, known before sign-in. */
export interface Instance {
  needs_setup: boolean
  /** Address of the company's own build of the app; the stores by default. */
  app_store_url?: string | null
  play_store_url?: string | null
}

const APP_STORE = 'https://www.apple.com/app-store/'
const PLAY_STORE = 'https://play.google.com/store/apps'

const QrDialog = lazy(() => import('./QrDialog.tsx'))

/** Links to the mobile app, and the code that gives it this server's address. */
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
