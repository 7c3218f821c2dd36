import { Badge, Tabs } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useId, useMemo, useRef, useState } from 'react'
import { useNavigate, useParams, useSearchParams } from 'react-router-dom'
import type { Module } from '../../../engine/model/module.ts'
import { recordQuery, refreshRecords } from '../../api/queries.ts'
import type { RecordRow } from '../../api/types.ts'
import { ActionBar } from '../../records/actions/ActionBar.tsx'
import formClasses from '../../records/form/form.module.css'
import { RecordForm } from '../../records/form/RecordForm.tsx'
import { RecordStore } from '../../records/form/store.ts'
import { Rail } from '../../records/panels/Rail.tsx'
import { RecordFailure, RecordLoading } from '../../records/view/states.tsx'
import { Awaiting, titleOf, useRecordActions } from '../../records/view/ViewPage.tsx'
import { useCommands } from '../../routing/commands.ts'
import { useModuleRoute } from '../../routing/module-route.tsx'
import { usePageTitle } from '../../ui/page-title.ts'
import { Adjustments } from './Adjustments.tsx'
import { Changes } from './Changes.tsx'
import { ContributionSums } from './ContributionSums.tsx'
import { EmployeeDrawer } from './EmployeeDrawer.tsx'
import { Header } from './Header.tsx'
import { Outputs } from './Outputs.tsx'
import { Problems } from './Problems.tsx'
import classes from './payroll.module.css'
import { differentProblems } from './problem-groups.ts'
import { problemsQuery, standingQuery } from './queries.ts'
import { Register } from './Register.tsx'
import { RunProgress } from './RunProgress.tsx'
import { Steps } from './Steps.tsx'
import { t } from './text.ts'

/** States in which a payroll can still be changed. */
const OPEN: ReadonlySet<unknown> = new Set(['draft', 'precomputed', 'declined'])

/** The usual next step where more than one is possible. */
const NEXT: Readonly<Record<string, string>> = { precomputed: 'process' }

/** The workbench of one payroll: its state, the pay of all employees with the reason for it, and its outputs. */
export default function PayrollView() {
  const { module } = useModuleRoute()
  const id = Number(useParams().id)
  const query = useQuery(recordQuery(module.name, id))
  if (query.isError) return <RecordFailure error={query.error} onRetry={() => void query.refetch()} />
  if (!query.data) return <RecordLoading />
  return <Workbench key={id} module={module} record={query.data} />
}

function Workbench({ module, record }: { module: Module; record: RecordRow }) {
  const { application, base, can } = useModuleRoute()
  const navigate = useNavigate()
  const [search, setSearch] = useSearchParams()
  const { id } = record
  const status = String(record.status)
  const name = titleOf(module, record)
  usePageTitle(name)
  const { bar, busyRun } = useRecordActions(module, record, name)
  const next = bar.all.find((action) => action.name === NEXT[status] && !action.disabled) ?? bar.primary
  const standing = useQuery(standingQuery(id))
  const problems = useQuery(problemsQuery(id))
  const run = standing.data?.run ?? null
  const running = run?.state === 'running'
  useFinished(running)
  const matches = problems.data ?? []
  const employee = Number(search.get('employee')) || null
  const show = (changes: Readonly<Record<string, string | null>>) =>
    setSearch((before) => {
      const next = new URLSearchParams(before)
      for (const [key, value] of Object.entries(changes)) value === null ? next.delete(key) : next.set(key, value)
      return next
    })
  const open = (employeeId: number) => show({ employee: String(employeeId) })
  const editable = can('edit') && OPEN.has(status) && !running
  useCommands([
    { id: 'view.back', title: t('payroll.back'), keys: ['escape'], hidden: true, run: () => void navigate(base) },
    { id: 'view.edit', title: t('payroll.edit'), keys: ['e'], disabled: !editable, run: () => void navigate(`${base}/edit/${id}`) },
    ...bar.all
      .filter((action) => !action.disabled && !running && action.name !== 'edit')
      .map((action) => ({ id: `view.${action.name}`, title: action.title, run: action.run })),
  ])
  return (
    <div className={formClasses.page} aria-busy={busyRun !== null}>
      <ActionBar
        title={name}
        module={module}
        record={record}
        back={base}
        primary={running ? undefined : next}
        actions={running ? [] : bar.all.filter((action) => action !== next)}
      />
      <div className={classes.head}>
        <Header record={record} previous={standing.data?.previous} />
        <Steps status={status} />
        <Awaiting record={record} />
        {status === 'declined' && record.declined_reason ? (
          <p className={classes.declined}>{t('payroll.declined', { reason: String(record.declined_reason) })}</p>
        ) : null}
        <RunProgress id={id} run={run} writable={can('process')} />
      </div>
      <Tabs value={search.get('tab') ?? 'register'} onChange={(tab) => show({ tab: tab === 'register' ? null : tab })} keepMounted={false}>
        <Tabs.List mb="md" className={classes.tabs}>
          <Tabs.Tab value="register">{t('payroll.register')}</Tabs.Tab>
          <Tabs.Tab
            value="problems"
            rightSection={
              matches.length > 0 && (
                <Badge
                  size="sm"
                  variant="light"
                  color={matches.some((problem) => problem.severity === 'error') ? 'red' : 'yellow'}
                  autoContrast
                >
                  {differentProblems(matches).toLocaleString('en-US')}
                </Badge>
              )
            }
          >
            {t('payroll.problems')}
          </Tabs.Tab>
          <Tabs.Tab value="changes">{t('payroll.changes')}</Tabs.Tab>
          <Tabs.Tab value="adjustments">{t('payroll.adjustments')}</Tabs.Tab>
          <Tabs.Tab value="contributions">{t('payroll.contributions')}</Tabs.Tab>
          <Tabs.Tab value="outputs">{t('payroll.outputs')}</Tabs.Tab>
          <Tabs.Tab value="record">{t('payroll.record')}</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="register">
          <Register id={id} standing={standing.data} problems={matches} onOpen={open} />
        </Tabs.Panel>
        <Tabs.Panel value="problems">{problems.data && <Problems problems={problems.data} onOpen={open} />}</Tabs.Panel>
        <Tabs.Panel value="changes">
          <Changes id={id} onOpen={open} />
        </Tabs.Panel>
        <Tabs.Panel value="adjustments">
          <Adjustments id={id} period={Number(record.pay_period_id)} list={`/${application}/payroll_adjustment`} editable={editable} />
        </Tabs.Panel>
        <Tabs.Panel value="contributions">
          <ContributionSums id={id} onOpen={open} />
        </Tabs.Panel>
        <Tabs.Panel value="outputs">
          <Outputs
            id={id}
            status={status}
            mayPost={can('post')}
            banks={standing.data?.banks ?? []}
            withoutEmail={standing.data?.without_email ?? 0}
          />
        </Tabs.Panel>
        <Tabs.Panel value="record">
          <Details module={module} record={record} />
        </Tabs.Panel>
      </Tabs>
      <EmployeeDrawer
        id={id}
        employee={employee}
        problems={matches}
        mayCompute={can('process') && OPEN.has(status) && !running}
        editable={editable}
        printable={status !== 'draft'}
        onClose={() => show({ employee: null })}
      />
    </div>
  )
}

/** When a precomputation ends, everything about payrolls is read again. */
function useFinished(running: boolean): void {
  const before = useRef(running)
  useEffect(() => {
    if (before.current && !running) void refreshRecords('payroll')
    before.current = running
  }, [running])
}

/** The record itself, with its history and its related records. */
function Details({ module, record }: { module: Module; record: RecordRow }) {
  const idPrefix = `${useId()}-`
  const [store] = useState(() => new RecordStore(module, record))
  useEffect(() => store.load(record), [store, record])
  const context = useMemo(() => ({ store, mode: 'view' as const, editable: [], idPrefix }), [store, idPrefix])
  return (
    <div className={formClasses.layout}>
      <div style={{ minWidth: 0 }}>
        <RecordForm module={module} context={context} />
      </div>
      <Rail module={module} record={record} />
    </div>
  )
}
