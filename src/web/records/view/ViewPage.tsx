import { Alert } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useId, useMemo, useRef, useState } from 'react'
import { useLocation, useNavigate, useParams } from 'react-router-dom'
import type { Module, Row } from '../../../engine/model/module.ts'
import { remove } from '../../api/client.ts'
import { ApiError } from '../../api/errors.ts'
import { queryClient, recordQuery, refreshAfterDelete, refreshRecords } from '../../api/queries.ts'
import type { RecordRow } from '../../api/types.ts'
import { FigureLinks, RecordLinks } from '../../fields/links.ts'
import { label, t } from '../../fields/text.ts'
import { useCommands } from '../../routing/commands.ts'
import { useModuleRoute } from '../../routing/module-route.tsx'
import { dialogs } from '../../ui/dialogs/index.ts'
import { returnFocus } from '../../ui/focus.ts'
import { usePageTitle } from '../../ui/page-title.ts'
import { printRecord } from '../../ui/print.ts'
import { scrollToTop } from '../../ui/scroll.ts'
import { toast, toastError } from '../../ui/toast.ts'
import { ActionBar, type BarAction } from '../actions/ActionBar.tsx'
import { recordCalls, runCall } from '../actions/offered.ts'
import { printTitle, saidOf } from '../actions/said.ts'
import { runTransition } from '../actions/transition.ts'
import { calculatorFor } from '../form/calculator.ts'
import classes from '../form/form.module.css'
import { RecordForm } from '../form/RecordForm.tsx'
import { RecordStore } from '../form/store.ts'
import { useEnv } from '../form/useEnv.ts'
import { useHomes, usePathOf, useRecordDrill } from '../index/use-records.ts'
import { Rail } from '../panels/Rail.tsx'
import { RecordTags } from '../tags/RecordTags.tsx'
import { nameOf } from '../title.ts'
import { neighbours } from './neighbours.ts'
import { nextStep } from './next-step.ts'
import { Outcome, useOutcome } from './Outcome.tsx'
import { Parts } from './Parts.tsx'
import { withPart } from './parts.ts'
import { printable } from './printable.ts'
import { RecordHeader } from './RecordHeader.tsx'
import { StateReason } from './StateReason.tsx'
import { RecordFailure, RecordLoading } from './states.tsx'

/** A record read-only, in the form's layout, with its history and related records beside it. */
export default function ViewPage() {
  const { module } = useModuleRoute()
  const id = Number(useParams().id)
  const query = useQuery(recordQuery(module.name, id))
  // Who decided on a record may lose access to it by that: what was decided stays in sight, without actions.
  const isGone = query.error instanceof ApiError && query.error.status === 404 && query.data !== undefined
  const record = useMemo(() => (query.data && isGone ? { ...query.data, actions: [] } : query.data), [query.data, isGone])
  if (query.isError && !isGone) return <RecordFailure error={query.error} onRetry={() => void query.refetch()} />
  if (!record) return <RecordLoading />
  return <RecordView key={id} module={module} record={record} isGone={isGone} />
}

function RecordView({ module, record, isGone }: { module: Module; record: RecordRow; isGone: boolean }) {
  const { application, base, can } = useModuleRoute()
  const linkTo = usePathOf(application)
  const figureLink = useRecordDrill(module, application, record)
  const navigate = useNavigate()
  const env = useEnv(module.lookups)
  const idPrefix = `${useId()}-`
  const [store] = useState(() => new RecordStore(module, record, calculatorFor(module, env)))
  useEffect(() => store.load(record), [store, record])
  const name = titleOf(module, record)
  usePageTitle(name)
  useTitleFocus()
  const [outcome, setOutcome] = useOutcome(module, record.id)
  const { bar, busyRun } = useRecordActions(module, record, name, setOutcome)
  const context = useMemo(() => ({ store, mode: 'view' as const, editable: [], idPrefix }), [store, idPrefix])
  const { previous, next } = neighbours(module.name, record.id)
  const editing = withPart(`${base}/edit/${record.id}`, useLocation().search)
  const editable = can('edit') && bar.all.some((action) => action.name === 'edit' && !action.disabled)
  useCommands([
    { id: 'view.edit', title: t('view.edit'), keys: ['e'], disabled: !editable, run: () => void navigate(editing) },
    { id: 'view.back', title: t('view.back'), keys: ['escape'], hidden: true, run: () => void navigate(base) },
    ...bar.all
      .filter((action) => !action.disabled && action.name !== 'edit')
      .map((action) => ({ id: `view.${action.name}`, title: action.title, run: action.run })),
  ])
  return (
    <RecordLinks value={linkTo}>
      <FigureLinks value={figureLink}>
        <div className={classes.page} aria-busy={busyRun !== null}>
          <ActionBar
            title={name}
            module={module}
            record={record}
            back={base}
            previous={previous === undefined ? undefined : `${base}/view/${previous}`}
            next={next === undefined ? undefined : `${base}/view/${next}`}
            primary={bar.primary}
            actions={bar.rest}
          />
          <RecordHeader module={module} record={record} />
          <RecordTags module={module} record={record} writable={can('edit')} />
          <Processing record={record} />
          <StateReason module={module} record={record} />
          <Awaiting record={record} />
          <Blocked module={module} record={record} />
          {isGone && (
            <Alert color="gray" mb="md" py="xs" role="note">
              {t(outcome ? 'view.decided' : 'view.gone')}
            </Alert>
          )}
          {outcome && <Outcome {...outcome} module={module} record={record} />}
          <div className={classes.layout} data-table={module.lines.length > 0 || undefined}>
            <div style={{ minWidth: 0 }}>
              <Parts
                module={module}
                record={record}
                writable={can('edit')}
                form={(tab) => <RecordForm module={module} context={tab === undefined ? context : { ...context, tab }} />}
              />
            </div>
            {!isGone && <Rail module={module} record={record} />}
          </div>
        </div>
      </FigureLinks>
    </RecordLinks>
  )
}

/** After its form was saved, and the input that was typed in is gone, the record's title has the focus. */
function useTitleFocus(): void {
  const saved = Boolean((useLocation().state as { saved?: boolean } | null)?.saved)
  useEffect(() => {
    if (saved) returnFocus(undefined)
  }, [saved])
}

/** A large document is posted by a job: that it is at work, or why it failed. */
function Processing({ record }: { record: RecordRow }) {
  const { processing } = record
  if (!processing) return null
  const failed = processing.state === 'failed'
  return (
    <Alert color={failed ? 'red' : 'blue'} mb="md" role={failed ? 'alert' : 'status'}>
      {failed ? t('view.processingFailed', { reason: processing.error ?? '' }) : t('view.processing')}
    </Alert>
  )
}

/** The users whom the author can ask about the decision. */
export function Awaiting({ record }: { record: RecordRow }) {
  if (!record.awaiting?.length) return null
  return (
    <Alert color="gray" mb="md" py="xs" role="note">
      {t('view.awaiting', { names: record.awaiting.join(', ') })}
    </Alert>
  )
}

/** Why the next step is not the reader's to take: its button is missing above. */
function Blocked({ module, record }: { module: Module; record: RecordRow }) {
  const { can } = useModuleRoute()
  const steps = (record.actions ?? []).filter(({ name }) => module.workflow?.transitions[name]?.tone === 'primary')
  const blocked = steps.find(({ others_only, code }) => others_only && can(code))
  if (!blocked || steps.some(({ allowed }) => allowed) || record.awaiting?.length) return null
  return (
    <Alert color="gray" mb="md" py="xs" role="note">
      {t('view.blocked', { action: label(blocked.title), reason: blocked.reason ?? '' })}
    </Alert>
  )
}

/** Number or name of a record, as its title. */
export const titleOf = (module: Module, record: RecordRow): string => nameOf(module, record) ?? `${label(module.singular)} #${record.id}`

/** The actions on the record from the server's response, ordered for the bar. */
export function useRecordActions(module: Module, record: RecordRow, name: string, onDone: (said: string) => void = () => undefined) {
  const done = useRef(onDone)
  done.current = onDone
  const { base, can, pages, application } = useModuleRoute()
  const homes = useHomes(application, 'new')
  const env = useEnv(module.lookups)
  const navigate = useNavigate()
  const { search } = useLocation()
  const [busyRun, setBusy] = useState<string | null>(null)

  const run = async (action: string, work: () => Promise<RecordRow | null | undefined>) => {
    setBusy(action)
    try {
      const answer = await work()
      if (!answer) return
      if (answer.processing) toast('info', t('view.processing'))
      queryClient.setQueryData(recordQuery(module.name, record.id).queryKey, answer)
      void refreshRecords(module.name)
      void queryClient.invalidateQueries({ queryKey: ['rail', module.name, record.id] })
      if (answer.processing) return
      toast('success', saidOf(module, answer, action))
      scrollToTop()
      done.current(saidOf(module, answer, action))
    } catch (error) {
      toastError(error)
      // The refused action may have been stale on screen.
      void refreshRecords(module.name)
    } finally {
      setBusy(null)
    }
  }

  const all = (record.actions ?? []).flatMap((action): BarAction[] => {
    const title = label(action.title)
    const disabled = action.allowed ? undefined : (action.reason ?? '')
    const transition = module.workflow?.transitions[action.name]
    if (action.transition && transition) {
      return [
        {
          name: action.name,
          title,
          disabled,
          tone: transition.tone ?? 'default',
          busy: busyRun === action.name,
          run: () => void run(action.name, () => runTransition(module, transition, record)),
        },
      ]
    }
    switch (action.name) {
      case 'edit':
        return [
          {
            name: 'edit',
            title,
            disabled,
            prominent: true,
            firstOnPhone: isForTyping(module, record),
            run: () => void navigate(withPart(`${base}/edit/${record.id}`, search)),
          },
        ]
      case 'delete':
        return [
          { name: 'delete', title, disabled, tone: 'danger', run: () => void remover(module, record, name, () => void navigate(base)) },
        ]
      default:
        return []
    }
  })
  for (const recordCall of recordCalls(module, record))
    all.push({
      name: `call-${recordCall.path}`,
      title: label(recordCall.button.title),
      prominent: recordCall.button.tone === 'primary',
      run: () => void runCall(module, recordCall, { id: Number(record.id) }),
    })
  if (module.print.length && can('view')) {
    const forms = printable(module, record, env)
    for (const form of forms) {
      all.push({
        name: `print-${form.name}`,
        title: printTitle(module, form),
        prominent: form === forms[0],
        run: () => void printRecord(module.name, record.id, form.name).catch(toastError),
      })
    }
  }
  for (const page of pages ?? []) {
    if (!can(page.code)) continue
    all.push({
      name: `page-${page.path}`,
      title: label(page.title),
      prominent: true,
      run: () => void navigate(`${base}/${record.id}/${page.path}`),
    })
  }
  if (can('new') && module.actions.new)
    all.push({ name: 'duplicate', title: t('view.duplicate'), run: () => void navigate(`${base}/new?copy=${record.id}`) })
  // Of a record that is not in force nothing is made; of one that is served in full, the menu says why not.
  const inForce = !module.workflow || (record.is_posted === true && record.is_closed !== true)
  for (const target of inForce ? (module.targets ?? []) : []) {
    const open = record.open_targets?.includes(target.module) === true
    const source = `from=${target.via ?? module.name}&ids=${(target.via ? record.open_sources?.[target.module] : undefined) ?? record.id}`
    all.push({
      name: `create-${target.module}`,
      title: target.action ? label(target.action) : t('view.createNamed', { name: label(target.title) }),
      prominent: target.exception !== true,
      disabled: open ? undefined : t('view.nothingOpen'),
      // People stay in the application where they work, as long as it has the module.
      run: () => void navigate(`/${homes.get(target.module) ?? target.application}/${target.module}/new?${source}`),
    })
  }
  const primary = nextStep(all, module, record)
  return { bar: { all, primary, rest: all.filter((action) => action !== primary) }, busyRun }
}

async function remover(module: Module, record: RecordRow, name: string, done: () => void): Promise<void> {
  if (!(await dialogs.danger({ confirm: t('view.delete') }))) return
  try {
    await remove(`${module.name}/${record.id}`)
    void refreshAfterDelete(module.name, record.id)
    toast('success', t('view.deleted', { name }))
    done()
  } catch (error) {
    toastError(error)
  }
}

/** Whether rows are what is still entered in the record's state, as in a count that has begun. */
const isForTyping = (module: Module, record: Row): boolean => {
  const edit = module.workflow?.states[String(record.status)]?.edit
  return Array.isArray(edit) && module.lines.some(({ name }) => edit.includes(name))
}
