import { Anchor, Button, Group, NativeSelect, Text, TextInput } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router-dom'
import { save } from '../../api/client.ts'
import { useModuleRoute } from '../../routing/module-route.tsx'
import { Await } from '../../ui/Await.tsx'
import { ScrollRegion } from '../../ui/ScrollRegion.tsx'
import { money, signed } from './money.ts'
import { narrowedNet, netCsv, netTotals, valuesOf } from './net-changes.ts'
import classes from './payroll.module.css'
import { type Against, netChangesQuery } from './queries.ts'
import { t, word } from './text.ts'
import type { NetChange } from './types.ts'

/** Least changes to choose from, in percent and in pesos. */
const LEAST = [0, 5, 10, 20, 50]
const AMOUNTS = [0, 500, 1000, 5000, 10_000]

/** Net pay of each employee against an earlier payroll, the largest change first. */
export function NetChangeList({ id, onOpen }: { id: number; onOpen: (employee: number) => void }) {
  const { base } = useModuleRoute()
  const [against, setAgainst] = useState<Against>('previous')
  const [filter, setFilter] = useState({ search: '', least: 0, amount: 0, department: '', cause: '' })
  const narrow = (change: Partial<typeof filter>) => setFilter((before) => ({ ...before, ...change }))
  const query = useQuery(netChangesQuery(id, against))
  const all = query.data?.rows ?? []
  const rows = narrowedNet(all, filter)
  const changed = narrowedNet(all, { search: '', least: 0 })
  const options = (name: 'department' | 'cause', every: string, text: (value: string) => string) => [
    { value: '', label: every },
    ...valuesOf(changed, name).map((value) => ({ value, label: text(value) })),
  ]
  return (
    <>
      <Group gap="sm" mb="xs">
        <NativeSelect
          aria-label={t('payroll.comparedWith')}
          value={against}
          onChange={(event) => setAgainst(event.currentTarget.value as Against)}
          data={[
            { value: 'previous', label: t('payroll.against.previous') },
            { value: 'same_cutoff', label: t('payroll.against.same_cutoff') },
          ]}
        />
        <TextInput
          type="search"
          aria-label={t('payroll.search')}
          placeholder={t('payroll.search')}
          leftSection={<IconSearch size={16} stroke={1.6} />}
          value={filter.search}
          onChange={(event) => narrow({ search: event.currentTarget.value })}
          className={classes.search}
        />
        <NativeSelect
          aria-label={t('payroll.leastChange')}
          value={String(filter.least)}
          onChange={(event) => narrow({ least: Number(event.currentTarget.value) })}
          data={LEAST.map((percent) => ({
            value: String(percent),
            label: percent ? t('payroll.changedBy', { percent }) : t('payroll.anyChange'),
          }))}
        />
        <NativeSelect
          aria-label={t('payroll.leastAmount')}
          value={String(filter.amount)}
          onChange={(event) => narrow({ amount: Number(event.currentTarget.value) })}
          data={AMOUNTS.map((amount) => ({
            value: String(amount),
            label: amount ? t('payroll.changedByAmount', { amount: amount.toLocaleString('en-US') }) : t('payroll.anyAmount'),
          }))}
        />
        <NativeSelect
          aria-label={t('payroll.department')}
          value={filter.department}
          onChange={(event) => narrow({ department: event.currentTarget.value })}
          data={options('department', t('payroll.allDepartments'), String)}
        />
        <NativeSelect
          aria-label={t('payroll.reason')}
          value={filter.cause}
          onChange={(event) => narrow({ cause: event.currentTarget.value })}
          data={options('cause', t('payroll.allReasons'), why)}
        />
        <Button variant="default" disabled={!rows.length} onClick={() => exportCsv(rows, `net-pay-${id}-${against}.csv`)}>
          {t('payroll.exportCsv')}
        </Button>
      </Group>
      <Await query={query} height={300}>
        {({ previous }) =>
          previous ? (
            <>
              <Text size="sm" c="dimmed" mb="xs">
                {t('payroll.comparedWith')}{' '}
                <Anchor component={Link} to={`${base}/view/${previous.id}`} size="sm">
                  {previous.name}
                </Anchor>
                {'. '}
                {totalsText(all)}
              </Text>
              <NetChangeTable rows={rows} onOpen={onOpen} />
            </>
          ) : (
            <p className={classes.nothing}>{t('payroll.noEarlier')}</p>
          )
        }
      </Await>
    </>
  )
}

const why = (cause: string): string => word('payroll.why', cause)

const headsOf = (): string[] => [
  t('payroll.employee'),
  t('payroll.department'),
  t('payroll.previous'),
  t('payroll.current'),
  t('payroll.variance'),
  '%',
  t('payroll.reason'),
]

const exportCsv = (rows: readonly NetChange[], name: string): void =>
  save({ blob: new Blob([netCsv(rows, headsOf(), why)], { type: 'text/csv;charset=utf-8' }), name })

const totalsText = (rows: readonly NetChange[]): string => {
  const { variance, ...counts } = netTotals(rows)
  return t('payroll.netTotals', { ...counts, variance: signed(variance) })
}

function NetChangeTable({ rows, onOpen }: { rows: readonly NetChange[]; onOpen: (employee: number) => void }) {
  if (!rows.length) return <p className={classes.nothing}>{t('payroll.nobody')}</p>
  const [employee, department, ...heads] = headsOf().slice(0, -1)
  return (
    <ScrollRegion role="region" label={t('payroll.byNet')} className={classes.sideways}>
      <table className={classes.plain}>
        <thead>
          <tr>
            <th scope="col">{employee}</th>
            <th scope="col">{department}</th>
            {heads.map((head) => (
              <th key={head} scope="col" data-end>
                {head}
              </th>
            ))}
            <th scope="col">{t('payroll.reason')}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.employee_id}>
              <td>
                <button type="button" className={classes.opener} onClick={() => onOpen(row.employee_id)}>
                  {row.employee.label}
                </button>
              </td>
              <td>{row.department ?? ''}</td>
              <td data-end>{money(row.previous_amount)}</td>
              <td data-end>{money(row.current_amount)}</td>
              <td data-end>{signed(row.variance)}</td>
              <td data-end>{row.variance_percent === null ? '–' : `${row.variance_percent.toFixed(1)}%`}</td>
              <td>{row.cause ? why(row.cause) : ''}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollRegion>
  )
}
