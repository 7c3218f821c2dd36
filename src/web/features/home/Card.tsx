import { Button, Skeleton } from '@mantine/core'
import { type ReactNode, useId } from 'react'
import { errorText } from '../../api/errors.ts'
import { t } from '../../i18n/home.ts'
import styles from './Card.module.css'

interface CardProps {
  readonly title: string
  /** Said beside the title: a count, a button. */
  readonly side?: ReactNode
  readonly className?: string | undefined
  readonly children: ReactNode
}

/** One card of Home: a region named by its title. */
export const Card = ({ title, side, className, children }: CardProps) => {
  const id = useId()
  return (
    <section aria-labelledby={id} className={className ? `${styles.card} ${className}` : styles.card}>
      <header className={styles.head}>
        <h2 id={id} className={styles.title}>
          {title}
        </h2>
        {side}
      </header>
      {children}
    </section>
  )
}

/** In place of a card's content that could not be had; the other cards go on. */
export const CardFailure = ({ error, onRetry }: { error: unknown; onRetry: () => unknown }) => (
  <div className={styles.failure} role="alert">
    <span>
      {t('home.failed')} {errorText(error)}
    </span>
    <Button size="compact-sm" variant="default" onClick={() => onRetry()}>
      {t('home.retry')}
    </Button>
  </div>
)

export const CardLoading = ({ lines = 3 }: { lines?: number }) => (
  <div className={styles.loading} aria-busy="true">
    {Array.from({ length: lines }, (_, index) => (
      <Skeleton key={index} height={16} width={`${90 - index * 12}%`} />
    ))}
  </div>
)
