import { Alert, Button, Skeleton, Stack } from '@mantine/core'
import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { errorDetail } from '../../../api/errors.ts'
import { t } from '../text.ts'

/** What a query answered; before that its shape, and when it failed, why, with another try. */
export function Await<T>({
  query,
  height = 240,
  children,
}: {
  query: UseQueryResult<T>
  /** Of the shape that stands for what comes. */
  height?: number
  children: (data: T) => ReactNode
}) {
  if (query.data !== undefined) return children(query.data)
  if (query.isError)
    return (
      <Alert color="red" title={t('admin.failed')} role="alert">
        <Stack gap="sm" align="flex-start">
          {errorDetail(query.error)}
          <Button size="compact-sm" variant="default" onClick={() => void query.refetch()}>
            {t('admin.retry')}
          </Button>
        </Stack>
      </Alert>
    )
  return <Skeleton height={height} role="status" aria-busy aria-label={t('admin.loading')} />
}
