import { Progress, Stack, Text } from '@mantine/core'
import { useEffect, useState } from 'react'
import { get } from '../../api/client.ts'
import { t } from '../../i18n/index.ts'
import { dialogs } from '../../ui/dialogs/index.ts'
import { numberText } from '../index/format.ts'

/** A job as the server reports it. */
interface Job<R = unknown> {
  readonly state: 'created' | 'active' | 'completed' | 'failed'
  readonly done: number | null
  readonly total: number | null
  readonly error: string | null
  readonly result: R | null
}

const POLL_MS = 700

/** How far a job is, until it is done or has failed. */
function Following<R>({ id, onDone }: { id: string; onDone: (job: Job<R>) => void }) {
  const [job, setJob] = useState<Job<R>>()
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>
    let gone = false
    const look = async () => {
      const now = await get<Job<R>>(`jobs/${id}`).catch(() => undefined)
      if (gone) return
      if (now) setJob(now)
      if (now?.state === 'completed' || now?.state === 'failed') return onDone(now)
      timer = setTimeout(() => void look(), POLL_MS)
    }
    void look()
    return () => {
      gone = true
      clearTimeout(timer)
    }
  }, [id, onDone])
  const share = job?.total ? ((job.done ?? 0) / job.total) * 100 : 0
  return (
    <Stack gap="xs">
      <Text size="sm" role="status">
        {job?.total
          ? t('calls.progress', { done: numberText(job.done ?? 0, 'integer'), total: numberText(job.total, 'integer') })
          : t('calls.started')}
      </Text>
      <Progress value={share} aria-label={t('calls.progressLabel')} animated />
    </Stack>
  )
}

/** Shows how far a job is until it has ended; undefined when the person stopped looking. */
export const follow = <R,>(title: string, id: string): Promise<Job<R> | undefined> =>
  dialogs.modal<Job<R>>({ title, width: 420 }, (close) => <Following id={id} onDone={close} />)
