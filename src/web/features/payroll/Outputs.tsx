import { Button, Group, Text } from '@mantine/core'
import { useState } from 'react'
import { file, save } from '../../api/client.ts'
import { refreshRecords } from '../../api/queries.ts'
import { dialogs } from '../../ui/dialogs/index.ts'
import { showPdf } from '../../ui/print.ts'
import { toastError } from '../../ui/toast.ts'
import { sendPayslips } from './mail-payslips.ts'
import { PayslipMails } from './PayslipMails.tsx'
import classes from './payroll.module.css'
import { type PayrollKey, t } from './text.ts'
import type { Standing } from './types.ts'

interface Output {
  readonly name: string
  readonly title: PayrollKey
  readonly help: PayrollKey
  /** Distinguishes it from others with the same title: the bank, and how many employees it pays. */
  readonly subject?: string
  /** States of the payroll in which this output exists. */
  readonly from: 'computed' | 'processed' | 'posted'
  readonly run: () => Promise<unknown>
}
const RANK = { computed: 1, processed: 2, posted: 3 } as const
const REACHED: Readonly<Record<string, number>> = { draft: 0, declined: 1, precomputed: 1, processed: 2, approved: 2, posted: 3 }

const paper = (path: string, json: object) => file('post', path, { json }).then(showPdf)

interface Props {
  readonly id: number
  readonly status: string
  readonly mayPost: boolean
  readonly banks: Standing['banks']
  readonly withoutEmail: number
}

/** Printouts and files of a payroll. */
export function Outputs({ id, status, mayPost, banks, withoutEmail }: Props) {
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
    // Each bank gets a letter and a file of its own; where no employee has an account, the server refuses.
    ...(banks.length ? banks : [undefined]).flatMap((bank): Output[] => {
      const params = { payroll_id: id, bank_id: bank?.id }
      const subject = bank && t('payroll.out.of', { bank: bank.name, count: bank.employees })
      return [
        {
          name: `letter-${bank?.id}`,
          title: 'payroll.out.letter',
          help: 'payroll.out.letterHelp',
          ...(subject && { subject }),
          from: 'processed',
          run: () => file('get', 'payroll/generate-transmittal', { params }).then(showPdf),
        },
        {
          name: `bank-${bank?.id}`,
          title: 'payroll.out.bank',
          help: 'payroll.out.bankHelp',
          ...(subject && { subject }),
          from: 'processed',
          run: () => file('get', 'payroll/generate-text-docs', { params }).then(save),
        },
      ]
    }),
    ...(mayPost
      ? [
          {
            name: 'mail',
            title: 'payroll.out.mail',
            help: 'payroll.out.mailHelp',
            from: 'posted',
            run: () => mail(id, withoutEmail),
          } as const,
        ]
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
    <>
      <ul className={classes.outputs}>
        {outputs.map((output) => {
          const title = t(output.title)
          const name = [title, output.subject].filter(Boolean).join(' · ')
          const open = (REACHED[status] ?? 0) >= RANK[output.from]
          return (
            <li key={output.name}>
              <Group justify="space-between" wrap="nowrap" gap="md">
                <div>
                  <Text fw={500}>{title}</Text>
                  <Text size="sm" c="dimmed">
                    {open
                      ? (output.subject ?? t(output.help))
                      : [output.subject, t(`payroll.out.after.${output.from}`)].filter(Boolean).join(' · ')}
                  </Text>
                </div>
                <Button
                  variant="default"
                  size="sm"
                  style={{ flex: 'none' }}
                  disabled={!open}
                  loading={busy === output.name}
                  aria-label={`${t(output.name === 'mail' ? 'payroll.out.send' : 'payroll.out.get')}: ${name}`}
                  onClick={() => void run(output)}
                >
                  {t(output.name === 'mail' ? 'payroll.out.send' : 'payroll.out.get')}
                </Button>
              </Group>
            </li>
          )
        })}
      </ul>
      {mayPost && status === 'posted' && <PayslipMails id={id} />}
    </>
  )
}

async function mail(id: number, withoutEmail: number): Promise<void> {
  const missing = withoutEmail ? [t('payroll.out.noAddress', { count: withoutEmail })] : []
  const message = [t('payroll.out.mailAsk'), ...missing].join(' ')
  if (!(await dialogs.confirm({ title: t('payroll.out.mail'), message, confirm: t('payroll.out.mail') }))) return
  await sendPayslips(id)
  await refreshRecords('payroll')
}
