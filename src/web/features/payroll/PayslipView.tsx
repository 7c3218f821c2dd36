import { Alert, Button } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate, useParams } from 'react-router-dom'
import { recordQuery } from '../../api/queries.ts'
import type { RecordRow } from '../../api/types.ts'
import { formatDate } from '../../fields/dates.ts'
import { refLabel } from '../../fields/types.ts'
import { ActionBar } from '../../records/actions/ActionBar.tsx'
import { RecordFailure, RecordLoading } from '../../records/view/states.tsx'
import { useCommands } from '../../routing/commands.ts'
import { useModuleRoute } from '../../routing/module-route.tsx'
import { Await } from '../../ui/Await.tsx'
import { usePageTitle } from '../../ui/page-title.ts'
import { printRecord } from '../../ui/print.ts'
import { toastError } from '../../ui/toast.ts'
import { Explanation, Pair } from './Explanation.tsx'
import explained from './explanation.module.css'
import { money } from './money.ts'
import classes from './payroll.module.css'
import { explanationQuery } from './queries.ts'
import { label, t, word } from './text.ts'

/** A payslip that explains each amount; laid out for the employee's phone. */
export default function PayslipView() {
  const { module } = useModuleRoute()
  const id = Number(useParams().id)
  const query = useQuery(recordQuery(module.name, id))
  if (query.isError) return <RecordFailure error={query.error} onRetry={() => void query.refetch()} />
  if (!query.data) return <RecordLoading />
  return <Payslip record={query.data} />
}

function Payslip({ record }: { record: RecordRow }) {
  const { module, base } = useModuleRoute()
  const navigate = useNavigate()
  const [busy, setBusy] = useState(false)
  const query = useQuery(explanationQuery(record.id))
  const title = refLabel(record.pay_period) || label(module.singular)
  usePageTitle(title)
  useCommands([{ id: 'view.back', title: t('payroll.back'), keys: ['escape'], hidden: true, run: () => void navigate(base) }])
  const print = async () => {
    setBusy(true)
    await printRecord(module.name, record.id).catch(toastError)
    setBusy(false)
  }
  return (
    <>
      <ActionBar title={title} module={module} back={base} actions={[]} />
      <div className={classes.slip}>
        <div className={classes.slipNet}>
          <p>{refLabel(record.employee)}</p>
          <p>{t('payroll.netOf', { tag: word('payroll.tags', String(record.payroll_tag)), date: formatDate(record.payout_date) })}</p>
          <p className={classes.slipAmount}>{money(record.net_pay)}</p>
          <dl className={explained.pairs}>
            <Pair name={t('payroll.gross')} value={money(record.gross)} />
            <Pair name={t('payroll.allDeductions')} value={money(record.total_deductions)} />
          </dl>
          <Button mt="md" loading={busy} leftSection={<IconDownload size={16} stroke={1.6} />} onClick={() => void print()}>
            {t('payroll.payslipPdf')}
          </Button>
        </div>
        <p className={classes.message} style={{ margin: 0 }}>
          {t('payroll.openHint')}
        </p>
        <Await query={query} height={420}>
          {(slip) => (
            <>
              {!slip.agrees && <Alert color="yellow">{t('payroll.differs')}</Alert>}
              <Explanation slip={slip} level={2} />
            </>
          )}
        </Await>
      </div>
    </>
  )
}
