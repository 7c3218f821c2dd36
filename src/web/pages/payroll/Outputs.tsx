import { Button, Group, Text } from '@mantine/core'
import { useState } from 'react'
import { file, post, save } from '../../api/client.ts'
import { dialogs } from '../../shell/dialogs/index.ts'
import { showPdf } from '../../shell/print.ts'
import { toast, toastError } from '../../shell/toast.ts'
import classes from './payroll.module.css'
import { type PayrollKey, t } from './text.ts'

interface Output {
  readonly name: string
  readonly title: PayrollKey
  readonly help: PayrollKey
  /** States of the payroll in which there is such a paper. */
  readonly from: 'computed' | 'processed' | 'posted'
  readonly run: () => Promise<unknown>
}
const RANK = { computed: 1, processed: 2, posted: 3 } as const
const REACHED: Readonly<Record<string, number>> = { draft: 0, declined: 1, precomputed: 1, processed: 2, approved: 2, posted: 3 }

const paper = (path: string, json: object) => file('post', path, { json }).then(showPdf)

/** Papers and files of a payroll. */
export function Outputs({ id, status, mayPost }: { id: number; status: string; mayPost: boolean }) {
  const [busy, setBusy] = useState<string | null>(null)
  const outputs: Output[] = [
    {
      name: 'payslips',
      title: 'payroll.out.payslips',
      help: 'payroll.out.payslipsHelp',
      from: 'computed',
      run: () => paper(`payroll/${id}/reports/payslip`, {}),
    },
    {
      name: 'register',
      title: 'payroll.out.register',
      help: 'payroll.out.registerHelp',
      from: 'computed',
      run: () => file('get', `payroll/${id}/export-employees`).then(save),
    },
    {
      name: 'proof',
      title: 'payroll.out.proof',
      help: 'payroll.out.proofHelp',
      from: 'computed',
      run: () => paper('payroll/printPayrollProofList', { payroll_id: id }),
    },
    {
      name: 'entries',
      title: 'payroll.out.entries',
      help: 'payroll.out.entriesHelp',
      from: 'computed',
      run: () => paper('payroll/printEntries', { payroll_id: id }),
    },
    {
      name: 'items',
      title: 'payroll.out.items',
      help: 'payroll.out.itemsHelp',
      from: 'computed',
      run: () => paper(`payroll/${id}/reports/pay_item`, {}),
    },
    {
      name: 'time',
      title: 'payroll.out.time',
      help: 'payroll.out.timeHelp',
      from: 'computed',
      run: () => paper(`payroll/${id}/reports/dtr`, {}),
    },
    {
      name: 'recon',
      title: 'payroll.out.recon',
      help: 'payroll.out.reconHelp',
      from: 'computed',
      run: () => paper('payroll/printRecon', { current_payroll_id: id }),
    },
    {
      name: 'recon2',
      title: 'payroll.out.recon2',
      help: 'payroll.out.recon2Help',
      from: 'computed',
      run: () => paper('payroll/printRecon2', { current_payroll_id: id }),
    },
    {
      name: 'letter',
      title: 'payroll.out.letter',
      help: 'payroll.out.letterHelp',
      from: 'processed',
      run: () => file('get', 'payroll/generate-transmittal', { params: { payroll_id: id } }).then(showPdf),
    },
    {
      name: 'bank',
      title: 'payroll.out.bank',
      help: 'payroll.out.bankHelp',
      from: 'processed',
      run: () => file('get', 'payroll/generate-text-docs', { params: { payroll_id: id } }).then(save),
    },
    ...(mayPost
      ? [{ name: 'mail', title: 'payroll.out.mail', help: 'payroll.out.mailHelp', from: 'posted', run: () => mail(id) } as const]
      : []),
  ]
  const run = async (output: Output) => {
    setBusy(output.name)
    try {
      await output.run()
    } catch (error) {
      toastError(error)
    } finally {
      setBusy(null)
    }
  }
  return (
    <ul className={classes.outputs}>
      {outputs.map((output) => {
        const open = (REACHED[status] ?? 0) >= RANK[output.from]
        return (
          <li key={output.name}>
            <Group justify="space-between" wrap="nowrap" gap="md">
              <div>
                <Text fw={500}>{t(output.title)}</Text>
                <Text size="sm" c="dimmed">
                  {open ? t(output.help) : t(`payroll.out.after.${output.from}`)}
                </Text>
              </div>
              <Button
                variant="default"
                size="sm"
                disabled={!open}
                loading={busy === output.name}
                aria-label={`${t('payroll.out.get')}: ${t(output.title)}`}
                onClick={() => void run(output)}
              >
                {t('payroll.out.get')}
              </Button>
            </Group>
          </li>
        )
      })}
    </ul>
  )
}

async function mail(id: number): Promise<void> {
  if (!(await dialogs.confirm({ title: t('payroll.out.mail'), message: t('payroll.out.mailAsk'), confirm: t('payroll.out.mail') }))) return
  await post(`payroll/${id}/mail-payslips`)
  toast('success', t('payroll.out.mailed'))
}
