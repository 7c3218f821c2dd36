import { type FormEventHandler, type ReactNode, useEffect } from 'react'
import { t } from '../../../i18n/core.ts'
import { Logo } from '../../../ui/Logo.tsx'
import styles from './session.module.css'

interface CardProps {
  title: string
  intro?: ReactNode
  busy?: boolean
  onSubmit: FormEventHandler
  children: ReactNode
  /** Beneath the form, outside of it. */
  footer?: ReactNode
}

/** The layout of every screen without a session: a form of 435 px in the middle. */
export const Card = ({ title, intro, busy = false, onSubmit, children, footer }: CardProps) => {
  useEffect(() => {
    document.title = `${title} · ${t('product')}`
  }, [title])
  return (
    <main className={styles.page}>
      <form className={styles.form} onSubmit={onSubmit} noValidate aria-busy={busy}>
        <div className={styles.brand}>
          <Logo size={36} />
          <span>{t('product')}</span>
        </div>
        <div>
          <h1 className={styles.title}>{title}</h1>
          {intro && <p className={styles.intro}>{intro}</p>}
        </div>
        {children}
      </form>
      {footer}
    </main>
  )
}

/** Why it did not work, in red above the fields. */
export const Banner = ({ children }: { children: ReactNode }) => (
  <div className={styles.banner} role="alert">
    {children}
  </div>
)

/** That the companies could not be read, and a way to ask again. */
export const CompaniesFailure = ({ reason, onRetry }: { reason: string; onRetry: () => void }) => (
  <Banner>
    {t('signIn.loadFailed', { reason })}{' '}
    <button type="button" className={styles.link} onClick={onRetry}>
      {t('signIn.retry')}
    </button>
  </Banner>
)
