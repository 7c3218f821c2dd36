import { BarChart } from '@mantine/charts'
import '@mantine/charts/styles.layer.css'

/** Ticks are short: the table has the exact numbers. */
const short = new Intl.NumberFormat('en-US', { notation: 'compact', maximumFractionDigits: 1 })
const tick = (value: unknown): string => (typeof value === 'number' ? short.format(value) : String(value))
const sizeTick = (value: unknown): string => tick(typeof value === 'number' ? Math.abs(value) : value)

/** Height of a horizontal bar with its label, every one of which is shown; and of the legend and the axis around them. */
const ROW = 18
const AROUND = 64

export interface PlotSeries {
  readonly name: string
  readonly color: string
}

/** Bars, hidden from screen readers: the table beside them has the same data. Loads the chart library. */
export default function Plot({
  rows,
  series,
  height,
  sideways = false,
  stacked = false,
  mirrored = false,
  format,
}: {
  /** The label under `label`, a value under the name of each series. */
  rows: readonly Record<string, string | number>[]
  series: readonly PlotSeries[]
  height: number
  /** Horizontal bars, with the labels at the side. */
  sideways?: boolean
  stacked?: boolean
  /** The first series is drawn to the left of zero: its sign only says the side. */
  mirrored?: boolean
  format?: ((value: number) => string) | undefined
}) {
  return (
    <div aria-hidden>
      <BarChart
        h={sideways ? Math.max(height, rows.length * ROW + AROUND) : height}
        data={[...rows]}
        dataKey="label"
        type={stacked ? 'stacked' : 'default'}
        orientation={sideways ? 'vertical' : 'horizontal'}
        withLegend={series.length > 1}
        legendProps={{ itemSorter: null, verticalAlign: 'top', height: 32 }}
        series={[...series]}
        {...(format && { valueFormatter: format })}
        yAxisProps={{ width: 48, allowDecimals: false, ...(sideways ? { interval: 0 } : { tickFormatter: tick }) }}
        {...(sideways && { xAxisProps: { allowDecimals: false, tickFormatter: mirrored ? sizeTick : tick } })}
        // Values below zero are on the other side of it, not on top.
        barChartProps={{ accessibilityLayer: false, ...(stacked && { stackOffset: 'sign' as const }) }}
        barProps={{ isAnimationActive: false, maxBarSize: 26 }}
      />
    </div>
  )
}
