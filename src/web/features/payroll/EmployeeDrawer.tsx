import { Alert, Button, Drawer, Group, Tabs } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Row } from '../../../engine/model/module.ts'
import { file, post } from '../../api/client.ts'
import { ApiError } from '../../api/errors.ts'
import { refreshRecords } from '../../api/queries.ts'
import { Await } from '../../ui/Await.tsx'
import { dialogs } from '../../ui/dialogs/index.ts'
import { showPdf } from '../../ui/print.ts'
import { toast, toastError } from '../../ui/toast.ts'
import { ChangeTable } from './Changes.tsx'
import { Explanation, Pair } from './Explanation.tsx'
import { money } from './money.ts'
import classes from './payroll.module.css'
import { changesQuery, traceQuery } from './queries.ts'
import { rateFormulas } from './rate-formulas.ts'
import { dated, label, t } from './text.ts'
import type { Problem } from './types.ts'

/** One employee's pay in a payroll: every figure with its reason, and the changes since the payroll before. */
export function EmployeeDrawer({
  id,
  employee,
  problems,
  mayCompute,
  editable,
  printable,
  onClose,
}: {
  id: number
  employee: number | null
  problems: readonly Problem[]
  mayCompute: boolean
  /** Whether employees can be added to this payroll and taken out of it. */
  editable: boolean
  /** Whether this payroll has payslips. */
  printable: boolean
  onClose: () => void
}) {
  return (
    <Drawer
      opened={employee !== null}
      onClose={onClose}
      position="right"
      size="min(620px, 100vw)"
      title={t('payroll.payOf')}
      closeButtonProps={{ 'aria-label': t('payroll.close') }}
      transitionProps={{ duration: 120 }}
    >
      {employee !== null && <Pay key={employee} {...{ id, employee, problems, mayCompute, editable, printable, onClose }} />}
    </Drawer>
  )
}

function Pay({
  id,
  employee,
  problems,
  mayCompute,
  editable,
  printable,
  onClose,
}: {
  id: number
  employee: number
  problems: readonly Problem[]
  mayCompute: boolean
  editable: boolean
  printable: boolean
  onClose: () => void
}) {
  const [busy, setBusy] = useState(false)
  const trace = useQuery(traceQuery(id, employee))
  const employeeProblems = problems.filter((problem) => problem.employee_id === employee)
  const name = trace.data?.employee.label ?? employeeProblems[0]?.employee?.label
  const isMissing = employeeProblems.some(({ kind }) => kind === 'not_in_payroll')
  const isMember = !isMissing && !employeeProblems.some(({ kind }) => kind === 'no_pay_group')
  const send = async (path: string, body: Row, done: string): Promise<void> => {
    setBusy(true)
    try {
      await post(`payroll/${id}/${path}`, body)
      await refreshRecords('payroll')
      toast('success', done)
    } catch (error) {
      toastError(error)
    } finally {
      setBusy(false)
    }
  }
  const compute = () => send('precompute-employee', { employee_id: employee }, t('payroll.computed'))
  const add = () => send('employee', { employee_ids: [employee] }, t('payroll.memberAdded'))
  const takeOut = async () => {
    const isSure = await dialogs.warning({ title: name ?? '', message: t('payroll.takeOutHelp'), confirm: t('payroll.takeOut') })
    if (!isSure) return
    await send('bulk-delete-employee', { employee_ids: [employee] }, t('payroll.memberTakenOut'))
    onClose()
  }
  const print = () => file('post', `payroll/${id}/reports/payslip`, { json: { employee_id: employee } }).then(showPdf, toastError)
  const notYet = trace.error instanceof ApiError && trace.error.status === 404
  return (
    <div className={classes.drawer}>
      {name && <p className={classes.name}>{name}</p>}
      <Group gap="xs">
        {editable && isMissing && (
          <Button size="compact-sm" loading={busy} onClick={() => void add()}>
            {t('payroll.addMember')}
          </Button>
        )}
        {mayCompute && isMember && (
          <Button size="compact-sm" variant="default" loading={busy} onClick={() => void compute()}>
            {t('payroll.computeAgain')}
          </Button>
        )}
        {printable && trace.data && (
          <Button size="compact-sm" variant="default" onClick={() => void print()}>
            {t('payroll.payslipPdf')}
          </Button>
        )}
        {editable && isMember && (
          <Button size="compact-sm" variant="default" disabled={busy} onClick={() => void takeOut()}>
            {t('payroll.takeOut')}
          </Button>
        )}
      </Group>
      {employeeProblems.map((problem) => (
        <Alert key={problem.kind + problem.message} color={problem.severity === 'error' ? 'red' : 'yellow'} p="xs">
          {dated(label(problem.message))}
        </Alert>
      ))}
      {notYet ? (
        <p className={classes.nothing}>{t('payroll.notComputed')}</p>
      ) : (
        <Await query={trace} height={360}>
          {(slip) => (
            <>
              <dl className={classes.sums}>
                <Pair name={t('payroll.gross')} value={money(slip.gross)} />
                <Pair name={t('payroll.contributions')} value={money(slip.contributions)} />
                <Pair name={t('payroll.tax')} value={money(slip.tax)} />
                <Pair name={t('payroll.deductions')} value={money(slip.deductions)} />
                <Pair name={t('payroll.net')} value={money(slip.net_pay)} />
              </dl>
              <Tabs defaultValue="lines" keepMounted={false}>
                <Tabs.List mb="md">
                  <Tabs.Tab value="lines">{t('payroll.explained')}</Tabs.Tab>
                  <Tabs.Tab value="changes">{t('payroll.changes')}</Tabs.Tab>
                </Tabs.List>
                <Tabs.Panel value="lines">
                  <dl className={classes.rates}>
                    <Pair name={t('payroll.monthlyRate')} value={money(slip.rates.monthly)} note={rateFormulas(slip.rates).monthly} />
                    <Pair name={t('payroll.dailyRate')} value={money(slip.rates.daily)} note={rateFormulas(slip.rates).daily} />
                    <Pair name={t('payroll.hourlyRate')} value={money(slip.rates.hourly)} note={rateFormulas(slip.rates).hourly} />
                  </dl>
                  <Explanation slip={slip} />
                </Tabs.Panel>
                <Tabs.Panel value="changes">
                  <OwnChanges id={id} employee={employee} />
                </Tabs.Panel>
              </Tabs>
            </>
          )}
        </Await>
      )}
    </div>
  )
}

function OwnChanges({ id, employee }: { id: number; employee: number }) {
  const query = useQuery(changesQuery(id, 1, { employee }))
  return <Await query={query}>{({ rows }) => <ChangeTable rows={rows} withEmployee={false} />}</Await>
}
