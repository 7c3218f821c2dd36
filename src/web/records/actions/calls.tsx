import { Alert, Stack, Text } from '@mantine/core'
import type { Endpoint, Module, Row } from '../../../engine/model/module.ts'
import { call, file, save } from '../../api/client.ts'
import { refreshRecords } from '../../api/queries.ts'
import { label, t } from '../../i18n/index.ts'
import { dialogs } from '../../ui/dialogs/index.ts'
import { toast, toastError } from '../../ui/toast.ts'
import type { BulkResult } from '../index/bulk.ts'
import type { Filters } from '../index/url-state.ts'
import { askInput } from './askInput.tsx'
import { type Band, HourBands } from './HourBands.tsx'
import { follow } from './job.tsx'
import type { CallOf, OfferedCall } from './offered-call.ts'

interface Line {
  readonly text: string
  readonly source?: string
}
interface Answer {
  readonly job_id?: string
  /** The result in a sentence. */
  readonly note?: string
  readonly lines?: readonly Line[]
  /** Stretches of a day that are drawn above the lines. */
  readonly bands?: readonly Band[]
  /** Records of the module that the result leads to: conditions of its list. */
  readonly found?: { readonly title: string; readonly filters: Filters }
  readonly problems?: readonly { readonly message: string; readonly employee?: string; readonly label?: string }[]
}
/** A call can change the records beside its own as well: members that it added or removed are in a panel. */
const refreshWithPanels = async (module: Module): Promise<void> => {
  const modules = new Set([module.name, ...module.panels.map((panel) => panel.module)])
  await Promise.all([...modules].map(refreshRecords))
}

/** Results record by record, in a sentence with the refused ones. */
const ofEach = (results: readonly BulkResult[]): Answer => {
  const refused = results.filter(({ success }) => !success)
  return {
    note: t('calls.ofMany', { done: results.length - refused.length, count: results.length }),
    problems: refused.map(({ id, label: named, message }) => ({ message: message ?? t('calls.failed'), label: named ?? `#${id}` })),
  }
}

/** Sentences in the response of a call: an explanation, or the failed parts. */
const showLines = (
  title: string,
  lines: readonly Line[],
  { warning = false, bands = [] }: { readonly warning?: boolean; readonly bands?: readonly Band[] } = {},
): Promise<unknown> =>
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
    if (warning) return <Alert color="yellow">{list}</Alert>
    return (
      <>
        <HourBands bands={bands} />
        {list}
      </>
    )
  })

/** Asks for the call's input, makes the call, follows the job that it started, and shows the result. */
export default async function runCall(module: Module, offered: OfferedCall, { id, given, show }: CallOf = {}): Promise<void> {
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
  const advise = button.advice
    ? (input: Row) =>
        import('./advice.tsx').then(({ adviceOnCall }) => adviceOnCall(module, `${offered.method} ${offered.path}`, { id, input }))
    : undefined
  try {
    const answer = button.input.length
      ? await askInput(title, {
          title,
          module,
          request: `call ${offered.method} ${offered.path}`,
          input: button.input,
          given,
          advise,
          send,
        })
      : await send({})
    if (!answer) return
    const job = answer.job_id ? await follow<Answer>(title, answer.job_id) : undefined
    if (answer.job_id) await refreshWithPanels(module)
    if (job?.state === 'failed') return void toast('danger', job.error ?? t('calls.failed'))
    if (answer.job_id && !job) return
    const outcome: unknown = job?.result ?? answer
    const outcomes = Array.isArray(outcome) ? ofEach(outcome as readonly BulkResult[]) : (outcome as Answer)
    if (outcomes.lines) return void (await showLines(title, outcomes.lines, { bands: outcomes.bands ?? [] }))
    if (!asks) {
      await refreshWithPanels(module)
      const { found } = outcomes
      toast(
        outcomes.note && outcomes.problems?.length ? 'warning' : 'success',
        outcomes.note ?? t('calls.done', { action: title }),
        found && show ? { action: { title: label(found.title), run: () => show(found.filters) }, stays: true } : {},
      )
    }
    if (outcomes.problems?.length)
      await showLines(
        title,
        outcomes.problems.map((problem) => ({
          text: [problem.employee ?? problem.label, problem.message && label(problem.message)].filter(Boolean).join(': '),
        })),
        { warning: true },
      )
  } catch (error) {
    toastError(error)
  }
}
