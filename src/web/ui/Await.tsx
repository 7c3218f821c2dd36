import { Alert, Button, Skeleton, Stack } from '@mantine/core'
import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { errorDetail } from '../api/errors.ts'
import { t } from '../i18n/index.ts'

/** Why a query failed, with a retry button. */
export const Failed = ({ query }: { query: Pick<UseQueryResult, 'error' | 'refetch'> }) => (
  <Alert color="red" role="alert" title={t('await.failed')}>
    <Stack gap="sm" align="flex-start">
      {errorDetail(query.error)}
      <Button size="compact-sm" variant="default" onClick={() => void query.refetch()}>
        {t('await.retry')}
      </Button>
    </Stack>
  </Alert>
)

/** The result of a query; a placeholder of its shape before, and the error with a retry button when it failed. */
export function Await<T>({
  query,
  height = 240,
  children,
}: {
  query: UseQueryResult<T>
  /** Height of the placeholder. */
  height?: number
  children: (data: T) => ReactNode
}) {
  if (query.data !== undefined) return children(query.data)
  if (query.isError) return <Failed query={query} />
  return <Skeleton height={height} role="status" aria-busy aria-label={t('await.loading')} />
}
