import { Alert, Progress, Stack, Text } from '@mantine/core'
import { useEffect, useState } from 'react'
import type { Endpoint, Module, Row } from '../../../engine/module.ts'
import { call, file, get, save } from '../../api/client.ts'
import { refreshRecords } from '../../api/queries.ts'
import { label, t } from '../../i18n/index.ts'
import { dialogs } from '../../shell/dialogs/index.ts'
import { toast, toastError } from '../../shell/toast.ts'
import { InputForm } from './transition.tsx'

/** A call of the module that is offered as a button. */
export type OfferedCall = Endpoint & { readonly button: NonNullable<Endpoint['button']> }

const isOffered = (one: Endpoint): one is OfferedCall => one.button !== undefined
/** Calls offered above the list, and those offered on a record. What the person may not do has been left out before. */
export const listCalls = (module: Module): OfferedCall[] => module.endpoints.filter(isOffered).filter(({ path }) => !path.includes('{id}'))
export const recordCalls = (module: Module): OfferedCall[] => module.endpoints.filter(isOffered).filter(({ path }) => path.includes('{id}'))

interface Line {
  readonly text: string
  readonly source?: string
}
interface Answer {
  readonly job_id?: string
  readonly lines?: readonly Line[]
  readonly problems?: readonly { readonly message: string; readonly employee?: string; readonly label?: string }[]
}
interface Job {
  readonly state: 'created' | 'active' | 'completed' | 'failed'
  readonly done: number | null
  readonly total: number | null
  readonly error: string | null
  readonly result: Answer | null
}

const POLL_MS = 700

/** How far a job is, until it is done or has failed. */
function Following({ id, onDone }: { id: string; onDone: (job: Job) => void }) {
  const [job, setJob] = useState<Job>()
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>
    let gone = false
    const look = async () => {
      const now = await get<Job>(`jobs/${id}`).catch(() => undefined)
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
        {job?.total ? t('calls.progress', { done: String(job.done ?? 0), total: String(job.total) }) : t('calls.started')}
      </Text>
      <Progress value={share} aria-label={t('calls.progressLabel')} animated />
    </Stack>
  )
}

const follow = (title: string, id: string): Promise<Job | undefined> =>
  dialogs.modal<Job>({ title, width: 420 }, (close) => <Following id={id} onDone={close} />)

/** Sentences that a call answered: an explanation, or what could not be done. */
const showLines = (title: string, lines: readonly Line[], warning = false): Promise<unknown> =>
  dialogs.modal({ title, width: 620 }, () => {
    const list = (
      <Stack gap={6} component="ol" m={0} pl="lg">
        {lines.map((line) => (
          <li key={line.text}>
            {line.text}
            {line.source && (
              <Text span size="xs" c="dimmed">
                {' '}
                {line.source}
              </Text>
            )}
          </li>
        ))}
      </Stack>
    )
    return warning ? <Alert color="yellow">{list}</Alert> : list
  })

/** Asks for the call's input, makes it, follows the job that it started, and tells what came of it. */
export async function runCall(module: Module, offered: OfferedCall, id?: number): Promise<void> {
  const { button } = offered
  const title = label(button.title)
  const path = `${module.name}/${offered.path.replace('{id}', String(id ?? ''))}`
  const asks = offered.method === 'GET'
  const send = async (input: Row): Promise<Answer> => {
    if (button.download) {
      const given = Object.fromEntries(Object.entries(input).filter(([, value]) => value !== null && value !== undefined)) as Record<
        string,
        string
      >
      save(await file(asks ? 'get' : 'post', path, asks ? { params: given } : { json: input }))
      return {}
    }
    const { data } = await call<Answer | null>(
      offered.method.toLowerCase() as Lowercase<Endpoint['method']>,
      path,
      asks ? {} : { json: input },
    )
    return data ?? {}
  }
  try {
    const answer = button.input.length
      ? await dialogs.modal<Answer>({ title, width: 520 }, (close) => (
          <InputForm title={title} input={button.input} send={send} onCancel={() => close()} onDone={close} />
        ))
      : await send({})
    if (!answer) return
    const job = answer.job_id ? await follow(title, answer.job_id) : undefined
    if (answer.job_id) await refreshRecords(module.name)
    if (job?.state === 'failed') return void toast('danger', job.error ?? t('calls.failed'))
    if (answer.job_id && !job) return
    const told = job?.result ?? answer
    if (told.lines) return void (await showLines(title, told.lines))
    if (!asks) {
      await refreshRecords(module.name)
      toast('success', t('calls.done', { action: title }))
    }
    if (told.problems?.length)
      await showLines(
        title,
        told.problems.map((one) => ({ text: [one.employee ?? one.label, one.message].filter(Boolean).join(': ') })),
        true,
      )
  } catch (error) {
    toastError(error)
  }
}
