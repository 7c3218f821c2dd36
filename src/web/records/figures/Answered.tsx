import { Loader } from '@mantine/core'
import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { Aggregate } from '../../../engine/model/aggregate.ts'
import { ApiError, errorDetail } from '../../api/errors.ts'
import { ErrorPage } from '../../ui/ErrorPage.tsx'
import { numberText } from '../index/format.ts'
import styles from './figures.module.css'
import { t } from './text.ts'

interface Props {
  query: UseQueryResult<Aggregate>
  children: (answer: Aggregate) => ReactNode
}

/** Figures once they are here; why there are none; and that there are more groups than are shown. */
export const Answered = ({ query, children }: Props) => {
  const { data } = query
  // A figure that does not go with a grouping is replaced, not tried again.
  if (query.error instanceof ApiError && query.error.status === 400)
    return (
      <p className={styles.nothing} role="alert">
        {errorDetail(query.error)}
      </p>
    )
  if (query.isError) return <ErrorPage error={query.error} onRetry={query.refetch} />
  if (!data) return <Loader size="sm" role="status" aria-label={t('figures.loading')} />
  if (data.rows.length === 0) return <p className={styles.nothing}>{t('figures.nothing')}</p>
  const isCut = data.total_groups > data.rows.length && !data.others
  return (
    <>
      {isCut && (
        <p className={styles.note} role="status">
          {t('figures.tooMany', {
            shown: numberText(data.rows.length, 'integer'),
            total: numberText(data.total_groups, 'integer'),
          })}
        </p>
      )}
      {children(data)}
    </>
  )
}
