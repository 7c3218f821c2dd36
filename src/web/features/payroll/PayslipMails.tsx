import { Badge, Button, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { refreshRecords } from '../../api/queries.ts'
import { formatDateTime } from '../../fields/dates.ts'
import { Await } from '../../ui/Await.tsx'
import { ScrollRegion } from '../../ui/ScrollRegion.tsx'
import { toastError } from '../../ui/toast.ts'
import { sendPayslips } from './mail-payslips.ts'
import classes from './payroll.module.css'
import { payslipMailsQuery } from './queries.ts'
import { t, word } from './text.ts'

const COLORS = { sent: 'green', failed: 'red', no_address: 'yellow', not_sent: 'gray' } as const

/** What became of each employee's payslip mail, with a button that sends it, again where it was sent. */
export function PayslipMails({ id }: { id: number }) {
  const query = useQuery(payslipMailsQuery(id))
  const [busy, setBusy] = useState<number | null>(null)
  const send = async (employee: number) => {
    setBusy(employee)
    try {
      await sendPayslips(id, { employee_ids: [employee], again: true })
    } catch (error) {
      toastError(error)
    } finally {
      setBusy(null)
      await refreshRecords('payroll')
    }
  }
  return (
    <Await query={query} height={120}>
      {(rows) => (
        <details className={classes.kind}>
          <summary>
            <strong>{t('payroll.mails.title')}</strong>
            <span className="tabular">
              {t('payroll.mails.count', { sent: rows.filter(({ state }) => state === 'sent').length, count: rows.length })}
            </span>
          </summary>
          <ScrollRegion role="region" label={t('payroll.mails.title')} className={classes.sideways}>
            <table className={classes.plain}>
              <thead>
                <tr>
                  <th scope="col">{t('payroll.employee')}</th>
                  <th scope="col">{t('payroll.mails.address')}</th>
                  <th scope="col">{t('payroll.mails.state')}</th>
                  <th scope="col" aria-label={t('payroll.out.send')} />
                </tr>
              </thead>
              <tbody>
                {rows.map((row) => (
                  <tr key={row.employee_id}>
                    <td>{row.employee.label}</td>
                    <td>{row.email ?? ''}</td>
                    <td>
                      <Badge size="sm" variant="light" tt="none" color={COLORS[row.state]} autoContrast>
                        {word('payroll.mails', row.state)}
                      </Badge>{' '}
                      <Text span size="sm" c="dimmed">
                        {row.mailed_at ? formatDateTime(row.mailed_at) : row.error}
                      </Text>
                    </td>
                    <td data-end>
                      {row.email && (
                        <Button
                          size="compact-sm"
                          variant="default"
                          loading={busy === row.employee_id}
                          aria-label={`${t(row.state === 'sent' ? 'payroll.mails.again' : 'payroll.out.send')}: ${String(row.employee.label)}`}
                          onClick={() => void send(row.employee_id)}
                        >
                          {t(row.state === 'sent' ? 'payroll.mails.again' : 'payroll.out.send')}
                        </Button>
                      )}
                    </td>
                  </tr>
                ))}
              </tbody>
            </table>
          </ScrollRegion>
        </details>
      )}
    </Await>
  )
}
