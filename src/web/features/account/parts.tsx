import { Button, Skeleton } from '@mantine/core'
import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { errorText } from '../../api/errors.ts'
import { usePageTitle } from '../../ui/page-title.ts'
import styles from './account.module.css'
import { t } from './text.ts'

/** Title and one line about a section. */
export const Head = ({ title, text }: { title: string; text?: string }) => {
  usePageTitle(title)
  return (
    <div className={styles.head}>
      <h1>{title}</h1>
      {text && <p>{text}</p>}
    </div>
  )
}

/** One subject of a section, with its actions. */
export const Card = ({
  title,
  action,
  children,
  bare = false,
}: {
  title: string
  action?: ReactNode
  children: ReactNode
  bare?: boolean
}) => (
  <section className={styles.card} aria-label={title}>
    <div className={styles.cardHead}>
      <h2>{title}</h2>
      {action}
    </div>
    {bare ? children : <div className={styles.cardBody}>{children}</div>}
  </section>
)

/** A light link at the head of a card; screen readers also get its subject. */
export const CardLink = ({ to, text, label }: { to: string; text: string; label: string }) => (
  <Button component={Link} to={to} variant="default" size="compact-sm" aria-label={label}>
    {text}
  </Button>
)

/** Names and values; empty ones are marked as such. */
export const Facts = ({ facts }: { facts: readonly (readonly [string, ReactNode])[] }) => (
  <dl className={styles.facts}>
    {facts.map(([name, value]) => (
      <FactRow key={name} name={name} value={value} />
    ))}
  </dl>
)
const FactRow = ({ name, value }: { name: string; value: ReactNode }) => (
  <>
    <dt>{name}</dt>
    <dd>{value || <span className={styles.none}>{t('account.none')}</span>}</dd>
  </>
)

interface Asked<T> {
  data: T | undefined
  error: unknown
  refetch: () => unknown
}

/** The result of a query, its loading state, or its error. */
export function Loaded<T>({ query, children }: { query: Asked<T>; children: (data: T) => ReactNode }) {
  if (query.data !== undefined) return children(query.data)
  if (query.error)
    return (
      <div className={styles.state} role="alert">
        {errorText(query.error)}
        <Button variant="default" size="compact-sm" onClick={() => query.refetch()}>
          {t('account.reload')}
        </Button>
      </div>
    )
  return (
    <div className={styles.cardBody} role="status" aria-label={t('account.loading')}>
      <Skeleton height={16} mb={12} width="60%" />
      <Skeleton height={16} mb={12} />
      <Skeleton height={16} width="80%" />
    </div>
  )
}
