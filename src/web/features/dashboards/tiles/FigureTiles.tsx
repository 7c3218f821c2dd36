import { IconAlertTriangle, IconArrowDownRight, IconArrowRight, IconArrowUpRight } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import type { TileAnswer } from '../../../../engine/model/tile-answer.ts'
import { changeOf, groupText } from '../../../records/figures/words.ts'
import { useListHref } from '../../../routing/list-href.ts'
import { Card } from '../Card.tsx'
import { BarList } from '../charts/BarList.tsx'
import { Chart } from '../charts/Chart.tsx'
import dashboard from '../dashboard.module.css'
import { label, t } from '../text.ts'
import classes from './tiles.module.css'
import { useWays } from './useWays.ts'
import { amountText, figureTitle, listQueryOf, shownOf, titleIn } from './words.ts'

/** A low tile: a name, a number, a note; all of it leads to the records. */
function Low({
  tile,
  value,
  note,
  to,
  late = false,
}: {
  tile: TileAnswer
  value: string
  note?: ReactNode
  to: string | undefined
  late?: boolean
}) {
  const inner = (
    <>
      <span className={dashboard.tileTitle}>{label(tile.title)}</span>
      <span className={classes.value} data-late={late || undefined}>
        {late && <IconAlertTriangle size={18} stroke={1.8} aria-label={t('tiles.late')} role="img" />}
        {value}
      </span>
      {note && <span className={classes.note}>{note}</span>}
    </>
  )
  const about = tile.description ? label(tile.description) : undefined
  return to ? (
    <Link to={to} className={classes.low} title={about}>
      {inner}
    </Link>
  ) : (
    <div className={classes.low} title={about}>
      {inner}
    </div>
  )
}

export function FigureTile({ tile }: { tile: TileAnswer }) {
  const { all } = useWays(tile)
  const shown = shownOf(tile)
  const { values = [], previous } = tile.totals ?? {}
  const measure = tile.measures?.[shown]
  if (!measure) return <Low tile={tile} value="–" to={all} />
  const value = values[shown]
  const change = previous && changeOf(value, previous[shown])
  const before = previous && t('tiles.before', { value: amountText(measure, previous[shown]) })
  const Arrow = change === undefined || change === 0 ? IconArrowRight : change > 0 ? IconArrowUpRight : IconArrowDownRight
  return (
    <Low
      tile={tile}
      value={amountText(measure, value)}
      to={all}
      late={tile.late === true && Number(value ?? 0) > 0}
      note={
        before && (
          <>
            {change !== undefined && (
              <span className={classes.change}>
                <Arrow size={14} stroke={2} aria-hidden />
                {change > 0 ? '+' : ''}
                {change}%
              </span>
            )}
            {before}
          </>
        )
      }
    />
  )
}

const WHOLE = 100

export function ProgressTile({ tile }: { tile: TileAnswer }) {
  const { all } = useWays(tile)
  const shown = shownOf(tile)
  const measure = tile.measures?.[shown]
  if (!measure) return <Low tile={tile} value="–" to={all} />
  const [value, goal = 0] = [Number(tile.totals?.values[shown] ?? 0), tile.goal]
  const percent = goal > 0 ? Math.round((WHOLE * value) / goal) : 0
  return (
    <Low
      tile={tile}
      to={all}
      value={`${percent}%`}
      note={
        <span className={classes.progress}>
          <span>{t('tiles.of', { value: amountText(measure, value), goal: amountText(measure, goal) })}</span>
          <span className={classes.track} aria-hidden>
            <span style={{ inlineSize: `${Math.max(0, Math.min(WHOLE, percent))}%` }} />
          </span>
        </span>
      }
    />
  )
}

/** None is red, which stands for what is wrong. */
const COLORS = [
  'var(--mantine-primary-color-filled)',
  'orange.6',
  'grape.6',
  'cyan.6',
  'lime.6',
  'gray.5',
  'blue.4',
  'yellow.7',
  'indigo.3',
] as const
const EARLIER = 'var(--mantine-color-gray-5)'

/** Rows and series of a chart: by the second group, by the figures, or by the period compared with. */
function useSeries(tile: TileAnswer) {
  const ways = useWays(tile)
  const shown = shownOf(tile)
  const { rows = [], groups = [], measures = [] } = tile
  const textOf = (index: number, key: unknown, name: string | null | undefined) =>
    titleIn(tile, String(key)) ?? groupText(groups[index]!, key, name)
  if (groups.length > 1) {
    const names = [...new Map(rows.map((row) => [JSON.stringify(row.keys[1]), textOf(1, row.keys[1], row.labels[1])])).values()]
    const points = new Map<string, { label: string; to: string | undefined; values: Record<string, number> }>()
    for (const row of rows) {
      const key = JSON.stringify(row.keys[0])
      const point = points.get(key) ?? { label: textOf(0, row.keys[0], row.labels[0]), to: undefined, values: {} }
      point.values[textOf(1, row.keys[1], row.labels[1])] = Number(row.values[shown] ?? 0)
      points.set(key, point)
    }
    return { rows: [...points.values()], series: names.map((name, index) => ({ key: name, name, color: COLORS[index % COLORS.length]! })) }
  }
  const label0 = (row: (typeof rows)[number]) => textOf(0, row.keys[0], row.labels[0])
  if (tile.show === undefined && measures.length > 1)
    return {
      rows: rows.map((row) => ({
        label: label0(row),
        to: ways.ofRow(row),
        ways: Object.fromEntries(measures.map(({ key }, index) => [key, ways.ofValue(row, index)])),
        values: Object.fromEntries(measures.map(({ key }, index) => [key, Number(row.values[index] ?? 0)])),
      })),
      series: measures.map(({ key }, index) => ({ key, name: figureTitle(tile, index), color: COLORS[index % COLORS.length]! })),
    }
  // An earlier period without anything is no comparison.
  const isCompared = rows.some(({ previous }) => Number(previous?.[shown] ?? 0) !== 0)
  return {
    rows: rows.map((row) => ({
      label: label0(row),
      to: ways.ofRow(row),
      values: { now: Number(row.values[shown] ?? 0), before: Number(row.previous?.[shown] ?? 0) },
    })),
    series: [
      { key: 'now', name: isCompared ? t('tiles.thisPeriod') : figureTitle(tile, shown), color: COLORS[0] },
      ...(isCompared ? [{ key: 'before', name: t('tiles.earlier'), color: EARLIER }] : []),
    ],
  }
}

export function ChartTile({ tile }: { tile: TileAnswer }) {
  const { rows, series } = useSeries(tile)
  const measure = tile.measures?.[shownOf(tile)]
  const group = tile.groups?.[0]
  if (!rows.length || !measure || !group)
    return (
      <Card title={label(tile.title)}>
        <p className={dashboard.nothing}>{t('tiles.none')}</p>
      </Card>
    )
  const kind = tile.chart ?? 'bar'
  return (
    <Chart
      title={label(tile.title)}
      rowKind={titleIn(tile, group.key) ?? label(group.title)}
      series={series}
      rows={rows}
      kind={kind === 'line' || kind === 'area' || kind === 'pie' ? kind : 'bar'}
      stacked={kind === 'stacked'}
      mirrored={kind === 'mirrored'}
      sideways={kind === 'mirrored'}
      format={(value) => amountText(measure, value)}
    />
  )
}

export function RankingTile({ tile }: { tile: TileAnswer }) {
  const ways = useWays(tile)
  const shown = shownOf(tile)
  const { rows = [], groups = [], measures = [] } = tile
  const measure = measures[shown]
  return (
    <Card title={label(tile.title)}>
      {measure && rows.length ? (
        <BarList
          {...(measure.type === 'percent' && { most: WHOLE })}
          rows={rows.map((row) => ({
            key: JSON.stringify(row.keys),
            label: row.keys
              .map((key, index) => titleIn(tile, String(key)) ?? groupText(groups[index]!, key, row.labels[index]))
              .join(' · '),
            value: Number(row.values[shown] ?? 0),
            text: amountText(measure, row.values[shown]),
            note: measures
              .flatMap((other, index) => (index === shown ? [] : `${figureTitle(tile, index)} ${amountText(other, row.values[index])}`))
              .join(' · '),
            to: ways.ofRow(row) ?? ways.ofValue(row, shown),
          }))}
        />
      ) : (
        <p className={dashboard.nothing}>{t('tiles.none')}</p>
      )}
    </Card>
  )
}

export function FunnelTile({ tile }: { tile: TileAnswer }) {
  const wayTo = useListHref()
  const { stages = [] } = tile
  const values = stages.map(({ value }) => Number(value ?? 0))
  const [most, first = 0] = [Math.max(1, ...values), values[0]]
  return (
    <Card title={label(tile.title)}>
      <ol className={classes.funnel}>
        {stages.map((stage, index) => {
          const to = wayTo(stage.module, listQueryOf({ ...stage.filter }))
          const share = tile.type === 'funnel' && index > 0 && first > 0 ? `${Math.round((WHOLE * values[index]!) / first)}%` : undefined
          return (
            <li key={stage.name}>
              <span>{to ? <Link to={to}>{label(stage.title)}</Link> : label(stage.title)}</span>
              <span className="tabular">
                {share && <span className={classes.share}>{share}</span>}
                {amountText(stage.measure, stage.value)}
              </span>
              <span className={classes.stage} style={{ inlineSize: `${Math.max(0, (WHOLE * values[index]!) / most)}%` }} aria-hidden />
            </li>
          )
        })}
      </ol>
    </Card>
  )
}
