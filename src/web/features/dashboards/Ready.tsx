import { Skeleton } from '@mantine/core'
import type { ReactNode } from 'react'
import classes from './dashboard.module.css'
import { t } from './text.ts'

/** A part whose data may still be on its way. */
export function Ready<T>({
  data,
  height,
  failed = false,
  children,
}: {
  data: T | undefined
  height: number
  failed?: boolean
  children: (data: T) => ReactNode
}) {
  if (data !== undefined) return children(data)
  if (failed) return <p className={classes.nothing}>{t('dashboard.failed')}</p>
  return <Skeleton height={height} role="status" aria-busy aria-label={t('dashboard.loading')} />
}
