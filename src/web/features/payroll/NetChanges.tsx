import { Anchor, Group, NativeSelect, Text, TextInput } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router-dom'
import { useModuleRoute } from '../../routing/module-route.tsx'
import { Await } from '../../ui/Await.tsx'
import { ScrollRegion } from '../../ui/ScrollRegion.tsx'
import { money, signed } from './money.ts'
import { narrowedNet, netTotals } from './net-changes.ts'
import classes from './payroll.module.css'
import { type Against, netChangesQuery } from './queries.ts'
import { t, word } from './text.ts'
import type { NetChange } from './types.ts'

/** Least changes to choose from, in percent. */
const LEAST = [0, 5, 10, 20, 50]

/** Net pay of each employee against an earlier payroll, the largest change first. */
export function NetChangeList({ id, onOpen }: { id: number; onOpen: (employee: number) => void }) {
  const { base } = useModuleRoute()
  const [against, setAgainst] = useState<Against>('previous')
  const [search, setSearch] = useState('')
  const [least, setLeast] = useState(0)
  const query = useQuery(netChangesQuery(id, against))
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
          value={search}
          onChange={(event) => setSearch(event.currentTarget.value)}
          className={classes.search}
        />
        <NativeSelect
          aria-label={t('payroll.leastChange')}
          value={String(least)}
          onChange={(event) => setLeast(Number(event.currentTarget.value))}
          data={LEAST.map((percent) => ({
            value: String(percent),
            label: percent ? t('payroll.changedBy', { percent }) : t('payroll.anyChange'),
          }))}
        />
      </Group>
      <Await query={query} height={300}>
        {({ previous, rows }) =>
          previous ? (
            <>
              <Text size="sm" c="dimmed" mb="xs">
                {t('payroll.comparedWith')}{' '}
                <Anchor component={Link} to={`${base}/view/${previous.id}`} size="sm">
                  {previous.name}
                </Anchor>
                {'. '}
                {totalsText(rows)}
              </Text>
              <NetChangeTable rows={narrowedNet(rows, { search, least })} onOpen={onOpen} />
            </>
          ) : (
            <p className={classes.nothing}>{t('payroll.noEarlier')}</p>
          )
        }
      </Await>
    </>
  )
}

const totalsText = (rows: readonly NetChange[]): string => {
  const { variance, ...counts } = netTotals(rows)
  return t('payroll.netTotals', { ...counts, variance: signed(variance) })
}

function NetChangeTable({ rows, onOpen }: { rows: readonly NetChange[]; onOpen: (employee: number) => void }) {
  if (!rows.length) return <p className={classes.nothing}>{t('payroll.nobody')}</p>
  const heads = [t('payroll.previous'), t('payroll.current'), t('payroll.variance'), '%']
  return (
    <ScrollRegion role="region" label={t('payroll.byNet')} className={classes.sideways}>
      <table className={classes.plain}>
        <thead>
          <tr>
            <th scope="col">{t('payroll.employee')}</th>
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
              <td data-end>{money(row.previous_amount)}</td>
              <td data-end>{money(row.current_amount)}</td>
              <td data-end>{signed(row.variance)}</td>
              <td data-end>{row.variance_percent === null ? '–' : `${row.variance_percent.toFixed(1)}%`}</td>
              <td>{row.reason ? word('payroll.why', row.reason) : ''}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollRegion>
  )
}
