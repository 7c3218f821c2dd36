import { Alert, Button, Group, Progress, Text } from '@mantine/core'
import { useState } from 'react'
import { post } from '../../api/client.ts'
import { refreshRecords } from '../../api/queries.ts'
import { toastError } from '../../ui/toast.ts'
import { t } from './text.ts'
import type { Standing } from './types.ts'

/** The progress of a precomputation, with a cancel button; afterwards, the reason of a failure. */
export function RunProgress({ id, run, writable }: { id: number; run: Standing['run']; writable: boolean }) {
  const [stopping, setStopping] = useState(false)
  if (!run || run.state === 'done') return null
  if (run.state === 'cancelled' || run.state === 'failed')
    return (
      <Alert color={run.state === 'failed' ? 'red' : 'yellow'} role={run.state === 'failed' ? 'alert' : 'status'}>
        {run.state === 'failed'
          ? t('payroll.run.failed', { reason: run.error ?? '' })
          : t('payroll.run.cancelled', { done: run.done, total: run.total })}
      </Alert>
    )
  const stop = async () => {
    setStopping(true)
    try {
      await post(`payroll/${id}/cancel`)
      await refreshRecords('payroll')
    } catch (error) {
      toastError(error)
    } finally {
      setStopping(false)
    }
  }
  const percent = run.total ? (100 * run.done) / run.total : 0
  return (
    <Alert color="blue" role="status" title={t('payroll.run.title')}>
      <Group gap="md" wrap="nowrap">
        <Progress value={percent} style={{ flex: 1 }} aria-label={t('payroll.run.title')} transitionDuration={0} />
        <Text size="sm" className="tabular" aria-live="off">
          {t('payroll.run.progress', { done: run.done.toLocaleString('en-US'), total: run.total.toLocaleString('en-US') })}
        </Text>
        {writable && (
          <Button size="compact-sm" variant="default" loading={stopping} onClick={() => void stop()}>
            {t('payroll.run.cancel')}
          </Button>
        )}
      </Group>
    </Alert>
  )
}
