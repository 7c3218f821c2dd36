import { Button, Skeleton, VisuallyHidden } from '@mantine/core'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import { Link } from 'react-router-dom'
import { withinTime } from '../../../ui/chunk.ts'
import { ScrollRegion } from '../../../ui/ScrollRegion.tsx'
import { Card } from '../Card.tsx'
import { t } from '../text.ts'
import classes from './charts.module.css'
import type { PlotSeries } from './Plot.tsx'

const Plot = lazy(withinTime(() => import('./Plot.tsx')))
const Plots = lazy(withinTime(() => import('../../../records/figures/Plots.tsx')))

interface ChartSeries extends PlotSeries {
  /** The key of the value in a row. */
  readonly key: string
}
interface ChartRow {
  readonly label: string
  /** The list from which the figure was counted. */
  readonly to?: string | undefined
  /** The same for single values, where they are counted from different records. */
  readonly ways?: Readonly<Record<string, string | undefined>>
  readonly values: Readonly<Record<string, number>>
}

/**
 * A chart with the table behind it: screen readers read the table, and users who want the numbers or the lists behind
 * them can show it in place of the bars.
 */
export function Chart({
  title,
  rowKind,
  rows,
  series,
  kind = 'bar',
  height = 230,
  sideways = false,
  stacked = false,
  mirrored = false,
  format = (value: number) => value.toLocaleString('en-US'),
  aside,
}: {
  title: string
  /** The kind of rows: Year, Month, Age. */
  rowKind: string
  rows: readonly ChartRow[]
  series: readonly ChartSeries[]
  kind?: 'bar' | 'line' | 'area' | 'pie'
  height?: number
  sideways?: boolean
  stacked?: boolean
  /** The first series is drawn to the left. */
  mirrored?: boolean
  format?: (value: number) => string
  aside?: ReactNode
}) {
  const [asTable, setAsTable] = useState(false)
  const drawn = rows.map((row) => ({
    label: row.label,
    ...Object.fromEntries(
      series.map((chartSeries, index) => [chartSeries.name, (mirrored && index === 0 ? -1 : 1) * (row.values[chartSeries.key] ?? 0)]),
    ),
  }))
  const swap = (
    <Button
      size="compact-xs"
      variant="subtle"
      aria-label={`${title}: ${t(asTable ? 'dashboard.asChart' : 'dashboard.asTable')}`}
      onClick={() => setAsTable(!asTable)}
    >
      {t(asTable ? 'dashboard.asChart' : 'dashboard.asTable')}
    </Button>
  )
  const table = (linked: boolean) => <ChartTable {...{ title, rowKind, rows, series, format, linked }} />
  return (
    <Card title={title} aside={aside ?? swap}>
      {asTable ? (
        <ScrollRegion label={title} className={classes.scroll} style={{ maxHeight: height }}>
          {table(true)}
        </ScrollRegion>
      ) : (
        <>
          <Suspense fallback={<Skeleton height={height} />}>
            {kind === 'bar' ? (
              <Plot
                rows={drawn}
                series={series}
                height={height}
                sideways={sideways}
                stacked={stacked || mirrored}
                mirrored={mirrored}
                format={(value) => format(mirrored ? Math.abs(value) : value)}
              />
            ) : (
              <Plots
                kind={kind}
                points={rows.map((row) => ({
                  label: row.label,
                  filter: {},
                  values: Object.fromEntries(series.map(({ key, name }) => [name, row.values[key] ?? 0])),
                }))}
                series={series.map(({ name }) => name)}
                height={height}
                format={format}
              />
            )}
          </Suspense>
          <VisuallyHidden>{table(false)}</VisuallyHidden>
        </>
      )}
    </Card>
  )
}

const Value = ({ value, to }: { value: string; to: string | undefined }) => (to ? <Link to={to}>{value}</Link> : value)

function ChartTable({
  title,
  rowKind,
  rows,
  series,
  format,
  linked,
}: {
  title: string
  rowKind: string
  rows: readonly ChartRow[]
  series: readonly ChartSeries[]
  format: (value: number) => string
  linked: boolean
}) {
  return (
    <table className={classes.table}>
      <caption>{title}</caption>
      <thead>
        <tr>
          <th scope="col">{rowKind}</th>
          {series.map((chartSeries) => (
            <th key={chartSeries.key} scope="col" data-end>
              {chartSeries.name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.label}>
            <th scope="row">{linked && row.to ? <Link to={row.to}>{row.label}</Link> : row.label}</th>
            {series.map((chartSeries) => (
              <td key={chartSeries.key} data-end>
                <Value value={format(row.values[chartSeries.key] ?? 0)} to={linked ? row.ways?.[chartSeries.key] : undefined} />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
