import { useQuery } from '@tanstack/react-query'
import { Await } from '../../ui/Await.tsx'
import { ScrollRegion } from '../../ui/ScrollRegion.tsx'
import { money } from './money.ts'
import classes from './payroll.module.css'
import { contributionsQuery } from './queries.ts'
import { t } from './text.ts'

/** The amounts owed to each agency for this payroll. */
export function ContributionSums({ id }: { id: number }) {
  const query = useQuery(contributionsQuery(id))
  return (
    <Await query={query}>
      {({ sss, philhealth, pagibig, withholding_tax }) => {
        const rows: readonly [string, number | null, number | null, number | null][] = [
          [t('payroll.sss'), sss.employee, sss.employer, sss.ec],
          [t('payroll.philhealth'), philhealth.employee, philhealth.employer, null],
          [t('payroll.pagibig'), pagibig.employee, pagibig.employer, null],
          [t('payroll.tax'), withholding_tax, null, null],
        ]
        return (
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
                {rows.map(([name, ...amounts]) => (
                  <tr key={name}>
                    <th scope="row">{name}</th>
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
                  {[1, 2, 3].map((column) => (
                    <td key={column} data-end>
                      {money(rows.reduce((sum, row) => sum + Math.round(Number(row[column] ?? 0) * 100), 0) / 100)}
                    </td>
                  ))}
                </tr>
              </tfoot>
            </table>
          </ScrollRegion>
        )
      }}
    </Await>
  )
}
