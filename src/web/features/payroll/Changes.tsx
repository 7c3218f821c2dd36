import { Button, Group, NativeSelect, SegmentedControl, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Await } from '../../ui/Await.tsx'
import { ScrollRegion } from '../../ui/ScrollRegion.tsx'
import { money, signed } from './money.ts'
import { NetChangeList } from './NetChanges.tsx'
import classes from './payroll.module.css'
import { CHANGES, changesQuery } from './queries.ts'
import { t, word } from './text.ts'
import type { Change } from './types.ts'

const REASONS = ['new_hire', 'separated', 'rate_change', 'adjustment', 'schedule', 'attendance'] as const

/** What changed since an earlier payroll: the net pay of each employee, or every line with its reason. */
export function Changes({ id, onOpen }: { id: number; onOpen: (employee: number) => void }) {
  const [shown, setShown] = useState<'net' | 'lines'>('net')
  return (
    <>
      <SegmentedControl
        mb="sm"
        size="sm"
        aria-label={t('payroll.changes')}
        value={shown}
        onChange={(value) => setShown(value as typeof shown)}
        data={[
          { value: 'net', label: t('payroll.byNet') },
          { value: 'lines', label: t('payroll.byLine') },
        ]}
      />
      {shown === 'net' ? <NetChangeList id={id} onOpen={onOpen} /> : <LineChanges id={id} onOpen={onOpen} />}
    </>
  )
}

/** Every changed line, with its reason. */
function LineChanges({ id, onOpen }: { id: number; onOpen: (employee: number) => void }) {
  const [page, setPage] = useState(1)
  const [reason, setReason] = useState('')
  const query = useQuery(changesQuery(id, page, reason ? { reason } : {}))
  return (
    <Await query={query} height={300}>
      {({ rows, total, totals }) => (
        <>
          <Group gap="sm" mb="xs">
            <NativeSelect
              aria-label={t('payroll.reason')}
              value={reason}
              onChange={(event) => {
                setReason(event.currentTarget.value)
                setPage(1)
              }}
              data={[
                { value: '', label: t('payroll.allReasons') },
                ...REASONS.map((value) => ({ value, label: word('payroll.why', value) })),
              ]}
            />
            <Text size="sm" c="dimmed">
              {t('payroll.changeTotals', { count: total, variance: signed(totals.variance ?? 0) })}
            </Text>
          </Group>
          <ChangeTable rows={rows} withEmployee onOpen={onOpen} />
          {total > CHANGES && (
            <Group gap="xs" mt="sm">
              <Button size="compact-sm" variant="default" disabled={page === 1} onClick={() => setPage(page - 1)}>
                {t('payroll.before')}
              </Button>
              <Text size="sm" className="tabular">
                {t('payroll.page', { page, last: Math.ceil(total / CHANGES) })}
              </Text>
              <Button size="compact-sm" variant="default" disabled={page * CHANGES >= total} onClick={() => setPage(page + 1)}>
                {t('payroll.after')}
              </Button>
            </Group>
          )}
        </>
      )}
    </Await>
  )
}

export function ChangeTable({
  rows,
  withEmployee,
  onOpen,
}: {
  rows: readonly Change[]
  withEmployee: boolean
  onOpen?: (employee: number) => void
}) {
  if (!rows.length) return <p className={classes.nothing}>{t('payroll.noChanges')}</p>
  return (
    <ScrollRegion role="region" label={t('payroll.changes')} className={classes.sideways}>
      <table className={classes.plain}>
        <thead>
          <tr>
            {withEmployee && <th scope="col">{t('payroll.employee')}</th>}
            <th scope="col">{t('payroll.item')}</th>
            <th scope="col" data-end>
              {t('payroll.previous')}
            </th>
            <th scope="col" data-end>
              {t('payroll.current')}
            </th>
            <th scope="col" data-end>
              {t('payroll.variance')}
            </th>
            <th scope="col">{t('payroll.reason')}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row, index) => (
            <tr key={`${row.employee_id}-${row.item}-${index}`}>
              {withEmployee && (
                <td>
                  <button type="button" className={classes.opener} onClick={() => onOpen?.(row.employee_id)}>
                    {row.employee.label}
                  </button>
                </td>
              )}
              <td>{row.item}</td>
              <td data-end>{money(row.previous_amount)}</td>
              <td data-end>{money(row.current_amount)}</td>
              <td data-end>{signed(row.variance)}</td>
              <td>{word('payroll.why', row.reason)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollRegion>
  )
}
