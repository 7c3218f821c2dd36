import { post } from '../../api/client.ts'
import { follow } from '../../records/actions/job.tsx'
import { toast } from '../../ui/toast.ts'
import { t } from './text.ts'

/** Mails payslips of a payroll and reports how many were sent, failed, or have no address. */
export async function sendPayslips(id: number, body: { employee_ids?: readonly number[]; again?: boolean } = {}): Promise<void> {
  const { job_id } = await post<{ job_id: string }>(`payroll/${id}/mail-payslips`, body)
  const job = await follow<{ mailed: number; failed: number; no_address: number }>(t('payroll.out.mail'), job_id)
  // The job continues when the user leaves the page.
  if (!job) return toast('info', t('payroll.out.mailing'))
  if (job.state === 'failed' || !job.result) throw new Error(job.error ?? t('payroll.out.mailFailed'))
  const { mailed, failed, no_address } = job.result
  toast(
    failed || no_address ? 'warning' : 'success',
    [
      t('payroll.out.mailed', { count: mailed }),
      ...(failed ? [t('payroll.out.notMailed', { count: failed })] : []),
      ...(no_address ? [t('payroll.out.noAddress', { count: no_address })] : []),
    ].join(' '),
  )
}
