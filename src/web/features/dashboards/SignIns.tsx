import { BarChart } from '@mantine/charts'
import '@mantine/charts/styles.layer.css'
import { VisuallyHidden } from '@mantine/core'
import { formatDate } from '../../fields/dates.ts'
import { t } from './text.ts'
import type { CommandFigures } from './types.ts'

/** Sign-ins per day as bars, and as a table for users who cannot see the bars. */
export default function SignIns({ days }: { days: CommandFigures['logins_per_day'] }) {
  const data = days.map(({ date, count, failed }) => ({
    day: formatDate(date).slice(5),
    [t('command.succeeded')]: count,
    [t('command.failed')]: failed,
  }))
  return (
    <>
      <div aria-hidden>
        <BarChart
          h={220}
          data={data}
          dataKey="day"
          type="stacked"
          withLegend
          legendProps={{ verticalAlign: 'top', height: 32 }}
          series={[
            { name: t('command.succeeded'), color: 'var(--mantine-primary-color-filled)' },
            { name: t('command.failed'), color: 'red.6' },
          ]}
          yAxisProps={{ width: 32, allowDecimals: false }}
          barChartProps={{ accessibilityLayer: false }}
          barProps={{ isAnimationActive: false, maxBarSize: 28 }}
        />
      </div>
      <VisuallyHidden>
        <table>
          <caption>{t('command.signInsText', { count: days.length })}</caption>
          <thead>
            <tr>
              <th scope="col">{t('command.date')}</th>
              <th scope="col">{t('command.succeeded')}</th>
              <th scope="col">{t('command.failed')}</th>
            </tr>
          </thead>
          <tbody>
            {days.map(({ date, count, failed }) => (
              <tr key={date}>
                <th scope="row">{formatDate(date)}</th>
                <td>{count}</td>
                <td>{failed}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </VisuallyHidden>
    </>
  )
}
