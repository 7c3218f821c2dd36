import { Button, Group, TextInput, Title } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Await } from '../../ui/Await.tsx'
import { ScrollRegion } from '../../ui/ScrollRegion.tsx'
import { money } from './money.ts'
import classes from './payroll.module.css'
import { contributionLinesQuery, contributionsQuery } from './queries.ts'
import { t } from './text.ts'
import type { Agency } from './types.ts'

/** The amounts owed to each agency for this payroll; an agency opens to the amounts of each employee. */
export function ContributionSums({ id, onOpen }: { id: number; onOpen: (employee: number) => void }) {
  const [agency, setAgency] = useState<Agency | null>(null)
  const query = useQuery(contributionsQuery(id))
  return (
    <Await query={query}>
      {({ sss, philhealth, pagibig, withholding_tax }) => {
        const rows: readonly [Agency, string, number | null, number | null, number | null][] = [
          ['sss', t('payroll.sss'), sss.employee, sss.employer, sss.ec],
          ['philhealth', t('payroll.philhealth'), philhealth.employee, philhealth.employer, null],
          ['pagibig', t('payroll.pagibig'), pagibig.employee, pagibig.employer, null],
          ['withholding_tax', t('payroll.tax'), withholding_tax, null, null],
        ]
        return (
          <>
            <ScrollRegion role="region" label={t('payroll.contributions')} className={classes.sideways}>
              <table className={classes.plain}>
                <thead>
                  <tr>
                    <th scope="col">{t('payroll.agency')}</th>
                    <th scope="col" data-end>
                      {t('payroll.employeeShare')}
                    </th>
                    <th scope="col" data-end>
                      {t('payroll.employer')}
                    </th>
                    <th scope="col" data-end>
                      {t('payroll.ec')}
                    </th>
                  </tr>
                </thead>
                <tbody>
                  {rows.map(([key, name, ...amounts]) => (
                    <tr key={key}>
                      <th scope="row">
                        <button type="button" className={classes.opener} aria-expanded={agency === key} onClick={() => setAgency(key)}>
                          {name}
                        </button>
                      </th>
                      {amounts.map((amount, index) => (
                        <td key={index} data-end>
                          {money(amount)}
                        </td>
                      ))}
                    </tr>
                  ))}
                </tbody>
                <tfoot>
                  <tr>
                    <th scope="row">{t('payroll.total')}</th>
                    {([2, 3, 4] as const).map((column) => (
                      <td key={column} data-end>
                        {money(rows.reduce((sum, row) => sum + Math.round(Number(row[column] ?? 0) * 100), 0) / 100)}
                      </td>
                    ))}
                  </tr>
                </tfoot>
              </table>
            </ScrollRegion>
            {agency && (
              <AgencyLines
                id={id}
                agency={agency}
                title={rows.find(([name]) => name === agency)?.[1] ?? ''}
                onOpen={onOpen}
                onClose={() => setAgency(null)}
              />
            )}
          </>
        )
      }}
    </Await>
  )
}

interface LinesProps {
  readonly id: number
  readonly agency: Agency
  readonly title: string
  readonly onOpen: (employee: number) => void
  readonly onClose: () => void
}

/** What each employee and the employer owe to one agency; an employee opens to the explanation of the pay. */
function AgencyLines({ id, agency, title, onOpen, onClose }: LinesProps) {
  const [search, setSearch] = useState('')
  const query = useQuery(contributionLinesQuery(id, agency))
  const words = search.trim().toLocaleLowerCase().split(/\s+/)
  const shares = agency === 'withholding_tax' ? (['employee_share'] as const) : (['employee_share', 'employer_share'] as const)
  const columns = agency === 'sss' ? ([...shares, 'ec'] as const) : shares
  const heads = { employee_share: t('payroll.employeeShare'), employer_share: t('payroll.employer'), ec: t('payroll.ec') }
  return (
    <section aria-label={title}>
      <Group gap="sm" mt="lg" mb="xs" justify="space-between">
        <Title order={3} size="h5">
          {title}
        </Title>
        <Group gap="sm">
          <TextInput
            type="search"
            aria-label={t('payroll.search')}
            placeholder={t('payroll.search')}
            leftSection={<IconSearch size={16} stroke={1.6} />}
            value={search}
            onChange={(event) => setSearch(event.currentTarget.value)}
            className={classes.search}
          />
          <Button variant="default" onClick={onClose}>
            {t('payroll.closeLines')}
          </Button>
        </Group>
      </Group>
      <Await query={query} height={200}>
        {(lines) => {
          const shown = lines.filter(({ employee }) => words.every((word) => String(employee.label).toLocaleLowerCase().includes(word)))
          if (!shown.length) return <p className={classes.nothing}>{t('payroll.nobody')}</p>
          return (
            <ScrollRegion role="region" label={title} className={classes.sideways}>
              <table className={classes.plain}>
                <thead>
                  <tr>
                    <th scope="col">{t('payroll.employee')}</th>
                    {columns.map((column) => (
                      <th key={column} scope="col" data-end>
                        {heads[column]}
                      </th>
                    ))}
                  </tr>
                </thead>
                <tbody>
                  {shown.map((line) => (
                    <tr key={line.employee_id}>
                      <td>
                        <button type="button" className={classes.opener} onClick={() => onOpen(line.employee_id)}>
                          {line.employee.label}
                        </button>
                      </td>
                      {columns.map((column) => (
                        <td key={column} data-end>
                          {money(line[column])}
                        </td>
                      ))}
                    </tr>
                  ))}
                </tbody>
              </table>
            </ScrollRegion>
          )
        }}
      </Await>
    </section>
  )
}
