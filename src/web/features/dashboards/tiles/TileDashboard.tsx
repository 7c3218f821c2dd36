import { Select } from '@mantine/core'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useMemo } from 'react'
import { useSearchParams } from 'react-router-dom'
import { get } from '../../../api/client.ts'
import { changeOf, figureText, filterQuery, groupText } from '../../../records/figures/words.ts'
import { useListHref } from '../../../routing/list-href.ts'
import { useModuleRoute } from '../../../routing/module-route.tsx'
import { useHere } from '../../../routing/navigation.ts'
import { Await } from '../../../ui/Await.tsx'
import { usePageTitle } from '../../../ui/page-title.ts'
import { Card } from '../Card.tsx'
import { BarList } from '../charts/BarList.tsx'
import { Chart } from '../charts/Chart.tsx'
import classes from '../dashboard.module.css'
import { Tile } from '../Tile.tsx'
import { type DashboardKey, label, t } from '../text.ts'
import { useRefresh } from '../useRefresh.ts'
import type { TileAnswer, TilesAnswer } from './types.ts'

const ApplicationOverview = lazy(() => import('../../home/ApplicationOverview.tsx'))

/** Periods that a reader can choose. */
const PERIODS = ['today', 'this_week', 'this_month', 'last_month', 'this_quarter', 'last_quarter', 'this_year', 'last_year'] as const

const tilesQuery = (module: string, period: string | undefined) =>
  queryOptions({
    queryKey: ['dashboard', module, period ?? ''],
    queryFn: ({ signal }) => get<TilesAnswer>(`${module}/tiles`, period ? { period } : undefined, signal),
  })

/** A dashboard that its descriptor declares: figures, charts and rankings of lists, each leading to its records. */
export default function TileDashboard() {
  const { module } = useModuleRoute()
  const [search, setSearch] = useSearchParams()
  const first = module.dashboard?.period
  const period = first && (search.get('period') ?? first)
  const query = useQuery(tilesQuery(module.name, period))
  const counted = useMemo(() => [...new Set(module.dashboard?.tiles.map(({ figures }) => figures.module))], [module])
  useRefresh(tilesQuery(module.name, period).queryKey, counted, false)
  // The first dashboard of an application is its first page: it bears its name, and has its open documents below.
  const { application } = useHere()
  const isApplicationDashboard =
    application?.groups.flatMap(({ modules }) => modules).find(({ kind }) => kind === 'dashboard')?.name === module.name
  const title = label(isApplicationDashboard ? application!.title : module.title)
  usePageTitle(label(module.title))
  return (
    <div className={classes.page}>
      <div className={classes.pageHead}>
        <h1 className={classes.title}>{title}</h1>
        {period && (
          <Select
            size="xs"
            aria-label={t('tiles.period')}
            allowDeselect={false}
            data={PERIODS.map((value) => ({ value, label: t(`tiles.${value}` as DashboardKey) }))}
            value={period}
            onChange={(value) => setSearch(value && value !== first ? { period: value } : {}, { replace: true })}
          />
        )}
      </div>
      <Await query={query} height={420}>
        {({ tiles }) => (tiles.length ? <Tiles tiles={tiles} /> : <p className={classes.nothing}>{t('tiles.nothing')}</p>)}
      </Await>
      {isApplicationDashboard && (
        <Suspense>
          <ApplicationOverview application={application!.name} />
        </Suspense>
      )}
    </div>
  )
}

function Tiles({ tiles }: { tiles: readonly TileAnswer[] }) {
  const figures = tiles.filter(({ type }) => type === 'figure')
  return (
    <>
      {figures.length > 0 && (
        <div className={`${classes.tiles} ${classes.amounts}`}>
          {figures.map((tile) => (
            <FigureTile key={tile.name} tile={tile} />
          ))}
        </div>
      )}
      <div className={classes.widgets}>
        {tiles.map((tile) =>
          tile.type === 'chart' ? (
            <ChartTile key={tile.name} tile={tile} />
          ) : tile.type === 'ranking' ? (
            <RankingTile key={tile.name} tile={tile} />
          ) : null,
        )}
      </div>
    </>
  )
}

/** The place of the figure that a tile shows. */
const shownOf = ({ names, show }: TileAnswer): number => Math.max(0, names.indexOf(show))

function FigureTile({ tile }: { tile: TileAnswer }) {
  const wayTo = useListHref()
  const shown = shownOf(tile)
  const { values = [], previous } = tile.totals ?? {}
  const change = previous && changeOf(values[shown], previous[shown])
  const before = previous && t('tiles.before', { value: figureText(tile.measures[shown]!, previous[shown]) })
  return (
    <Tile
      title={label(tile.title)}
      value={figureText(tile.measures[shown]!, values[shown])}
      note={change === undefined ? before : `${change > 0 ? '+' : ''}${change}% · ${before}`}
      to={wayTo(tile.module, filterQuery(tile.filter))}
    />
  )
}

function ChartTile({ tile }: { tile: TileAnswer }) {
  const wayTo = useListHref()
  const shown = shownOf(tile)
  const [measure, group] = [tile.measures[shown]!, tile.groups[0]!]
  const isCompared = tile.period !== undefined
  const series = [
    {
      key: 'now',
      name: isCompared ? t('tiles.thisPeriod') : label(measure.title ?? tile.title),
      color: 'var(--mantine-primary-color-filled)',
    },
    ...(isCompared ? [{ key: 'before', name: t('tiles.earlier'), color: 'var(--mantine-color-gray-5)' }] : []),
  ]
  return (
    <Chart
      title={label(tile.title)}
      rowKind={label(group.title)}
      series={series}
      format={(value) => figureText(measure, value)}
      rows={tile.rows.map((row) => ({
        label: groupText(group, row.keys[0], row.labels[0]),
        to: wayTo(tile.module, filterQuery({ ...tile.filter, ...row.filter })),
        values: { now: Number(row.values[shown] ?? 0), before: Number(row.previous?.[shown] ?? 0) },
      }))}
    />
  )
}

function RankingTile({ tile }: { tile: TileAnswer }) {
  const wayTo = useListHref()
  const shown = shownOf(tile)
  return (
    <Card title={label(tile.title)}>
      <BarList
        rows={tile.rows.map((row) => ({
          key: JSON.stringify(row.keys),
          label: row.keys.map((key, index) => groupText(tile.groups[index]!, key, row.labels[index])).join(' · '),
          value: Number(row.values[shown] ?? 0),
          text: figureText(tile.measures[shown]!, row.values[shown]),
          to: wayTo(tile.module, filterQuery({ ...tile.filter, ...row.filter })),
        }))}
      />
      {tile.description && <p className={classes.about}>{label(tile.description)}</p>}
    </Card>
  )
}
