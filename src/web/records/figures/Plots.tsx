import { AreaChart, BarChart, LineChart, PieChart } from '@mantine/charts'
import '@mantine/charts/styles.layer.css'
import type { ChartKind } from '../index/url-state.ts'
import type { Point } from './series.ts'

/** Colours that differ in both schemes, the accent first. None is red, which stands for what is wrong. */
const COLORS = [
  'var(--mantine-primary-color-filled)',
  'blue.4',
  'orange.6',
  'grape.6',
  'yellow.6',
  'cyan.6',
  'gray.5',
  'lime.6',
  'indigo.3',
] as const
const colorOf = (index: number): string => COLORS[index % COLORS.length]!

/** Ticks are short: the table has the exact figures. */
const short = new Intl.NumberFormat('en-US', { notation: 'compact', maximumFractionDigits: 1 })
const tick = (value: unknown): string => (typeof value === 'number' ? short.format(value) : String(value))

/** Height of a line of the legend, and how many names of records it has room for. */
const LEGEND_LINE = 30
const NAMES_A_LINE = 2
/** A longer name has a line for itself on a phone. */
const SHORT_NAME = 16

/** Height of the names below a pie; 0 where it has more slices than colours, which the table beside it names. */
const heightOfNames = (points: readonly Point[]): number =>
  points.length > COLORS.length
    ? 0
    : LEGEND_LINE * Math.ceil(points.reduce((lines, { label }) => lines + (label.length > SHORT_NAME ? 1 : 1 / NAMES_A_LINE), 0))

interface Props {
  kind: ChartKind
  points: readonly Point[]
  series: readonly string[]
  height: number
  format: (value: number) => string
}

/** The drawing, hidden from screen readers: the table beside it has the same figures. Loads the chart library. */
const Plots = ({ kind, points, series, height, format }: Props) => {
  const isWhole = points.every(({ values }) => Object.values(values).every(Number.isInteger))
  const shared = {
    h: height,
    // By number: the library reads a dot in a name as a path.
    data: points.map(({ label, values }) => ({
      label,
      ...Object.fromEntries(series.map((name, index) => [`series${index}`, values[name] ?? 0])),
    })),
    dataKey: 'label',
    series: series.map((name, index) => ({ name: `series${index}`, label: name, color: colorOf(index) })),
    withLegend: series.length > 1,
    legendProps: { itemSorter: null, verticalAlign: 'top' as const, height: LEGEND_LINE * Math.ceil(series.length / NAMES_A_LINE) },
    valueFormatter: format,
    // Counts have no halves between them.
    yAxisProps: { width: 52, tickFormatter: tick, allowDecimals: !isWhole },
  }
  const names = heightOfNames(points)
  return (
    <div aria-hidden>
      {kind === 'line' ? (
        <LineChart {...shared} lineChartProps={{ accessibilityLayer: false }} lineProps={{ isAnimationActive: false }} />
      ) : kind === 'area' ? (
        <AreaChart {...shared} type="stacked" areaChartProps={{ accessibilityLayer: false }} areaProps={{ isAnimationActive: false }} />
      ) : kind === 'pie' ? (
        <PieChart
          h={height + names}
          size={height - 80}
          mx="auto"
          withTooltip
          tooltipDataSource="segment"
          withLegend={names > 0}
          legendProps={{ verticalAlign: 'bottom', height: names, itemSorter: null }}
          valueFormatter={format}
          pieChartProps={{ accessibilityLayer: false }}
          // Hidden from screen readers, so nothing in it takes the focus.
          pieProps={{ isAnimationActive: false, rootTabIndex: -1 }}
          data={points.map(({ label, values }, index) => ({
            name: label,
            value: series.reduce((sum, name) => sum + (values[name] ?? 0), 0),
            color: colorOf(index),
          }))}
        />
      ) : (
        <BarChart
          {...shared}
          type={kind === 'stacked' ? 'stacked' : 'default'}
          barChartProps={{ accessibilityLayer: false, ...(kind === 'stacked' && { stackOffset: 'sign' as const }) }}
          barProps={{ isAnimationActive: false, maxBarSize: 40 }}
        />
      )}
    </div>
  )
}

export default Plots
