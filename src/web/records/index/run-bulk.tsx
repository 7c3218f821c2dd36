/** Runs an action on one or many records of a list: asks for its input, sends it once and shows the result of each record. */
import { Button, Group, Stack, Textarea, TextInput } from '@mantine/core'
import { IconAlertTriangle, IconCircleCheck } from '@tabler/icons-react'
import { type FormEvent, type ReactNode, useId, useState } from 'react'
import { Link } from 'react-router-dom'
import type { Field, Module, Row } from '../../../engine/model/module.ts'
import { call, type Params, post } from '../../api/client.ts'
import { refreshRecords } from '../../api/queries.ts'
import { DateField } from '../../fields/inputs/DateFields.tsx'
import { label, t } from '../../i18n/index.ts'
import { dialogs } from '../../ui/dialogs/index.ts'
import { toast } from '../../ui/toast.ts'
import { adviceOn } from '../actions/advice.tsx'
import { follow } from '../actions/job.tsx'
import styles from './BulkBar.module.css'
import { type BulkAction, type BulkResult, countOf, rowName } from './bulk.ts'
import type { PathOf } from './cells.tsx'
import { saidOfMany } from './said-of-many.ts'

type Input = Record<string, string>

const InputForm = ({ action, note, onDone }: { action: BulkAction; note: ReactNode; onDone: (input?: Input) => void }) => {
  const id = useId()
  const [input, setInput] = useState<Input>({})
  const [tried, setTried] = useState(false)
  const problem = ({ name, required, schema }: Field): string | undefined => {
    const value = input[name]?.trim() ?? ''
    if (required && !value) return t('signIn.required')
    const least = typeof schema.minLength === 'number' ? schema.minLength : 0
    return value && value.length < least ? t('bulk.tooShort', { count: least }) : undefined
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setTried(true)
    if (!action.input.some(problem)) onDone(input)
  }
  return (
    <form onSubmit={submit}>
      <Stack gap="sm">
        <span>{t('bulk.will', { action: label(action.title), count: countOf(action) })}</span>
        {note}
        {action.input.map((field, index) => {
          if (field.type === 'date')
            return (
              <DateField
                key={field.name}
                id={`${id}-${field.name}`}
                field={field}
                required={field.required}
                value={input[field.name] ?? null}
                onChange={(day) => setInput({ ...input, [field.name]: String(day ?? '') })}
                error={(tried && problem(field)) || undefined}
                autoFocus={index === 0}
              />
            )
          const common = {
            label: label(field.title),
            withAsterisk: field.required,
            value: input[field.name] ?? '',
            onChange: (event: { currentTarget: { value: string } }) => setInput({ ...input, [field.name]: event.currentTarget.value }),
            error: tried && problem(field),
            ...(index === 0 && { 'data-autofocus': true }),
          }
          return field.type === 'longtext' ? (
            <Textarea key={field.name} {...common} autosize minRows={2} />
          ) : (
            <TextInput key={field.name} {...common} />
          )
        })}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={() => onDone()}>
            {t('dialog.cancel')}
          </Button>
          <Button type="submit" {...(action.danger && { color: 'red' })}>
            {label(action.title)}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}

const askInput = (action: BulkAction, note: ReactNode): Promise<Input | undefined> =>
  dialogs.modal<Input>({ title: label(action.title), width: 460 }, (close) => <InputForm action={action} note={note} onDone={close} />)

const confirmed = (action: BulkAction, selected: number, note: ReactNode): Promise<boolean> => {
  const skipped = selected - countOf(action)
  const message = [
    t('bulk.will', { action: label(action.title), count: countOf(action) }),
    ...(skipped > 0 ? [t('bulk.skips', { count: skipped })] : []),
    ...(action.danger ? [t('dialog.danger')] : []),
  ].join('\n')
  return dialogs[action.danger ? 'danger' : note ? 'warning' : 'confirm']({
    title: label(action.title),
    message,
    note,
    confirm: label(action.title),
  })
}

const nameOf = (rows: readonly Row[], { id, module, label: named }: BulkResult): string => {
  if (named) return named
  const row = rows.find((candidate) => (module ? candidate.id === `${module}:${id}` : Number(candidate.id) === id))
  return row ? rowName(row) : String(id)
}

/** The rule of a refusal that the user can confirm, which is asked for one record at a time. */
const CONFIRM_RULE = 'E_CONFIRM'
/** Results that are listed one by one; of many, those that went well are only counted. */
const MOST_LISTED = 50
const worthShowing = (results: readonly BulkResult[]) => (result: BulkResult) =>
  results.length <= MOST_LISTED || !result.success || result.notes !== undefined

/** The name of a record that was made, as the way to it. */
const Made = ({ path, onOpen, children }: { path: string | undefined; onOpen: () => void; children: ReactNode }) =>
  path ? (
    <Link to={path} onClick={() => onOpen()}>
      {children}
    </Link>
  ) : (
    children
  )

interface Results {
  readonly module: Module
  readonly action: BulkAction
  readonly results: readonly BulkResult[]
  readonly rows: readonly Row[]
  readonly pathOf: PathOf | undefined
}

const showResults = ({ module, action, results, rows, pathOf }: Results): void => {
  const done = results.filter(({ success }) => success).length
  const all = done === results.length
  if (all && !pathOf && !results.some(({ notes }) => notes)) {
    toast('success', saidOfMany(module, action, results))
    return
  }
  void dialogs.modal({ title: t('bulk.results', { action: label(action.title) }), width: 560 }, (close) => (
    <>
      <p className={styles.summary}>{all ? saidOfMany(module, action, results) : t('bulk.partly', { done, count: results.length })}</p>
      <ul className={styles.results}>
        {results.filter(worthShowing(results)).map(({ id, module, success, message, rule, notes, label: named }) => (
          <li key={`${module ?? ''}${id}`} data-success={success || undefined} data-noted={notes ? true : undefined}>
            {success && !notes ? <IconCircleCheck size={16} aria-hidden /> : <IconAlertTriangle size={16} aria-hidden />}
            <strong>
              <Made path={success && module ? pathOf?.(module, id) : undefined} onOpen={close}>
                {nameOf(rows, { id, success, ...(module && { module }), ...(named && { label: named }) })}
              </Made>
            </strong>
            <span>
              {success
                ? [t('bulk.ok'), ...(notes ?? [])].join('. ')
                : [message, rule === CONFIRM_RULE && t('bulk.confirmThere')].filter(Boolean).join(' ')}
            </span>
          </li>
        ))}
      </ul>
    </>
  ))
}

/** All records that the list finds, beyond those that were ticked. */
export interface Matching {
  /** The parameters of the list. */
  readonly params: Params
  readonly total: number
  /** All of them are chosen, not only the ticked ones. */
  readonly chosen: boolean
  readonly onChoose: () => void
}

/** The action on all that match, with their number; undefined when it can be done to none of them. */
const counted = async (module: Module, action: BulkAction, on: Matching): Promise<BulkAction | undefined> => {
  const { count } = await post<{ count: number }>(`${module.name}/bulk/${action.name}/matching`, { matching: on.params })
  if (count === 0) toast('warning', t('bulk.noneReady', { action: label(action.title) }))
  return count > 0 ? { ...action, count } : undefined
}

/** What an action is on beside the rows ticked. */
interface BulkContext {
  /** All records that the list finds, in place of those ticked. */
  readonly all?: Matching
  /** The parameters of the report whose rows are ticked. */
  readonly parameters?: Params
  /** Addresses of records, for what was made. */
  readonly pathOf?: PathOf
}

/** Runs it on `rows`, or on `all` that the list finds; false where it was called off. Throws `ApiError`. */
export const runBulk = async (module: Module, asked: BulkAction, rows: readonly Row[], context: BulkContext = {}): Promise<boolean> => {
  const { all, parameters = {}, pathOf } = context
  const action = all ? await counted(module, asked, all) : asked
  if (!action) return false
  const targets = all
    ? { matching: { ...all.params, expected: all.total } }
    : action.keys
      ? { rows: action.keys, parameters }
      : action.rows
        ? { rows: action.rows }
        : { ids: action.ids, ...(action.versions && { versions: action.versions }) }
  const note =
    action.advice &&
    (await adviceOn(module, action.name, all ? { matching: all.params } : action.ids, (id) => nameOf(rows, { id, success: true })))
  const input = action.input.length > 0 ? await askInput(action, note) : {}
  if (!input || (action.input.length === 0 && !(await confirmed(action, all ? all.total : rows.length, note)))) return false
  const answer = await call<BulkResult[]>('post', `${module.name}/${action.path ?? `bulk/${action.name}`}`, {
    json: { ...targets, ...input },
  })
  const { job_id } = answer as { job_id?: string }
  const job = job_id ? await follow<BulkResult[]>(label(action.title), job_id) : undefined
  if (job?.state === 'failed') toast('danger', job.error ?? t('calls.failed'))
  else if (!job_id || job)
    showResults({ module, action, results: job?.result ?? answer.data, rows, pathOf: action.path ? pathOf : undefined })
  await refreshRecords(module.name)
  return true
}
