import { Alert, Button, Skeleton, Stack } from '@mantine/core'
import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { errorDetail } from '../../api/errors.ts'
import { t } from './text.ts'

/** What a query answered; before that its shape, and when it failed, why, with another try. */
export function Await<T>({
  query,
  height = 200,
  children,
}: {
  query: UseQueryResult<T>
  height?: number
  children: (data: T) => ReactNode
}) {
  if (query.data !== undefined) return children(query.data)
  if (query.isError)
    return (
      <Alert color="red" role="alert" title={t('payroll.failed')}>
        <Stack gap="sm" align="flex-start">
          {errorDetail(query.error)}
          <Button size="compact-sm" variant="default" onClick={() => void query.refetch()}>
            {t('payroll.retry')}
          </Button>
        </Stack>
      </Alert>
    )
  return <Skeleton height={height} role="status" aria-busy aria-label={t('payroll.loading')} />
}
