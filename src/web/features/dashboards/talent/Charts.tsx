import { numberText } from '../../../records/index/format.ts'
import { useListHref } from '../../../routing/list-href.ts'
import { Chart } from '../charts/Chart.tsx'
import { t } from '../text.ts'
import { aged, yearOf } from './filters.ts'
import type { TalentFigures } from './types.ts'

type Rows<K extends keyof TalentFigures> = NonNullable<TalentFigures[K]>
const ACCENT = 'var(--mantine-primary-color-filled)'

export function Years({ rows }: { rows: Rows<'year_employees'> }) {
  const wayTo = useListHref()
  return (
    <Chart
      title={t('talent.years')}
      rowKind={t('talent.year')}
      rows={rows.map(({ year, headcount, hired, separated }) => ({
        label: String(year),
        ways: {
          hired: wayTo('employee', `?${yearOf('date_hired', year)}`),
          separated: wayTo('employee', `?${yearOf('date_separated', year)}`),
        },
        values: { headcount, hired, separated },
      }))}
      series={[
        { key: 'headcount', name: t('talent.headcount'), color: ACCENT },
        { key: 'hired', name: t('talent.hired'), color: 'indigo.5' },
        { key: 'separated', name: t('talent.separated'), color: 'red.6' },
      ]}
    />
  )
}

const lastDay = (month: string): string => {
  const [year = 0, number = 0] = month.split('-').map(Number)
  return `${month}-${String(new Date(Date.UTC(year, number, 0)).getUTCDate()).padStart(2, '0')}`
}

export function Expenses({ rows }: { rows: Rows<'payroll_expenses'> }) {
  const wayTo = useListHref()
  return (
    <Chart
      title={t('talent.expenses')}
      rowKind={t('talent.month')}
      rows={rows.map(({ month, gross, employer }) => ({
        label: month.replace('-', '/'),
        to: wayTo('payroll', `?filter[status]=posted&filter[payout_date][gte]=${month}-01&filter[payout_date][lte]=${lastDay(month)}`),
        values: { gross, employer },
      }))}
      series={[
        { key: 'gross', name: t('talent.gross'), color: ACCENT },
        { key: 'employer', name: t('talent.employer'), color: 'orange.6' },
      ]}
      stacked
      format={(value) => numberText(value, 'money')}
    />
  )
}

export function Pyramid({ rows }: { rows: Rows<'population_pyramid'> }) {
  const wayTo = useListHref()
  const way = (gender: string, from: number, to: number) =>
    wayTo('employee', `?filter[status]=active&filter[gender]=${gender}&${aged('birth_at', from, to)}`)
  return (
    <Chart
      title={t('talent.pyramid')}
      rowKind={t('talent.age')}
      rows={[...rows].reverse().map(({ age_from, age_to, male, female }) => ({
        label: `${age_from}–${age_to}`,
        ways: { male: way('Male', age_from, age_to), female: way('Female', age_from, age_to) },
        values: { male, female },
      }))}
      series={[
        { key: 'male', name: t('talent.male'), color: ACCENT },
        { key: 'female', name: t('talent.female'), color: 'grape.6' },
      ]}
      sideways
      mirrored
    />
  )
}
