import { Button, Select } from '@mantine/core'
import { IconFileExport, IconLayoutGridAdd } from '@tabler/icons-react'
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useMemo, useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import { modulesOf } from '../../../../engine/model/dashboard.ts'
import type { TileAnswer, TilesAnswer } from '../../../../engine/model/tile-answer.ts'
import { file, get, save } from '../../../api/client.ts'
import { dropdownQuery } from '../../../api/queries.ts'
import { useModuleRoute } from '../../../routing/module-route.tsx'
import { useHere } from '../../../routing/navigation.ts'
import { Failed } from '../../../ui/Await.tsx'
import { Late } from '../../../ui/Late.tsx'
import { usePageTitle } from '../../../ui/page-title.ts'
import { toastError } from '../../../ui/toast.ts'
import dashboard from '../dashboard.module.css'
import { type DashboardKey, label, t } from '../text.ts'
import { useRefresh } from '../useRefresh.ts'
import { placesOf } from './places.ts'
import { TileBody, TileLoading } from './TileCell.tsx'
import classes from './tiles.module.css'

const ApplicationOverview = lazy(() => import('../../home/ApplicationOverview.tsx'))
const Arranging = lazy(() => import('./Arranging.tsx'))

/** Periods that a reader can choose. */
const PERIODS = ['today', 'this_week', 'this_month', 'last_month', 'this_quarter', 'last_quarter', 'this_year', 'last_year'] as const

interface Choice {
  readonly period?: string | undefined
  /** Ids of the records that the tiles are narrowed to, by the name of their list. */
  readonly narrowed: Readonly<Record<string, string>>
}

const idsOf = (narrowed: Choice['narrowed']) => Object.fromEntries(Object.entries(narrowed).map(([name, id]) => [`${name}_id`, id]))

const paramsOf = ({ period, narrowed }: Choice): Readonly<Record<string, string>> => ({ ...(period && { period }), ...idsOf(narrowed) })

const tilesQuery = (module: string, { period, narrowed }: Choice) =>
  queryOptions({
    queryKey: ['dashboard', module, period ?? '', narrowed],
    queryFn: ({ signal }) => get<TilesAnswer>(`${module}/tiles`, paramsOf({ period, narrowed }), signal),
    placeholderData: keepPreviousData,
  })

/** Modules whose records the tiles are made of. */
const countedIn = (tiles: readonly TileAnswer[]): string[] =>
  tiles.flatMap(({ module, records, rows = [], stages = [] }) => [
    ...(module ? [module] : []),
    ...(records ? [records.module] : []),
    ...rows.flatMap((row) => row.module ?? []),
    ...stages.map((stage) => stage.module),
  ])

/** The period of all tiles, and what they are narrowed to, in the address: a link keeps them. */
function useChoice(first: string | undefined, narrow: readonly string[]) {
  const [search, setSearch] = useSearchParams()
  const choice: Choice = {
    period: first && (search.get('period') ?? first),
    narrowed: Object.fromEntries(narrow.flatMap((name) => (search.get(name) ? [[name, search.get(name)!]] : []))),
  }
  const choose = (name: string, value: string | null) =>
    setSearch(
      (before) => {
        const after = new URLSearchParams(before)
        if (value && value !== (name === 'period' ? first : undefined)) after.set(name, value)
        else after.delete(name)
        return after
      },
      { replace: true },
    )
  return { choice, choose }
}

/** A dashboard that its descriptor declares, as its reader has arranged it; each tile leads to its records. */
export default function TileDashboard() {
  const { module } = useModuleRoute()
  const narrow = module.dashboard?.narrow ?? []
  const { choice, choose } = useChoice(module.dashboard?.period, narrow)
  const query = useQuery(tilesQuery(module.name, choice))
  const { data } = query
  const [isArranging, setArranging] = useState(false)
  const counted = useMemo(
    () => [...new Set([...(module.dashboard?.tiles ?? []).flatMap(modulesOf), ...countedIn(data?.tiles ?? [])])],
    [module, data],
  )
  useRefresh(tilesQuery(module.name, choice).queryKey, counted, false)
  // The first dashboard of an application is its first page: it bears its name, and has its open documents below.
  const { application } = useHere()
  const isApplicationDashboard =
    application?.groups.flatMap(({ modules }) => modules).find(({ kind }) => kind === 'dashboard')?.name === module.name
  const title = label(isApplicationDashboard ? application!.title : module.title)
  usePageTitle(label(module.title))
  return (
    <div className={dashboard.page}>
      <div className={dashboard.pageHead}>
        <h1 className={dashboard.title}>{title}</h1>
        <div className={classes.bar}>
          {choice.period && (
            <Select
              size="xs"
              w={140}
              aria-label={t('tiles.period')}
              allowDeselect={false}
              data={PERIODS.map((value) => ({ value, label: t(`tiles.${value}` as DashboardKey) }))}
              value={choice.period}
              onChange={(value) => choose('period', value)}
            />
          )}
          {(data?.narrow ?? []).map(({ name, title }) => (
            <NarrowSelect
              key={name}
              list={name}
              title={label(title)}
              value={choice.narrowed[name]}
              onChange={(value) => choose(name, value)}
            />
          ))}
          {data && !isArranging && <ExportMenu module={module.name} tiles={data.tiles} choice={choice} />}
          {data && !isArranging && (
            <Button
              size="xs"
              variant="default"
              leftSection={<IconLayoutGridAdd size={16} stroke={1.6} aria-hidden />}
              onClick={() => setArranging(true)}
            >
              {t('tiles.arrange')}
            </Button>
          )}
        </div>
      </div>
      <div className={classes.region}>
        {data && isArranging ? (
          <Suspense fallback={<Loading tiles={data.tiles} />}>
            <Arranging module={module.name} answer={data} onDone={() => setArranging(false)} />
          </Suspense>
        ) : data ? (
          data.tiles.length ? (
            <Grid tiles={data.tiles} onRetry={() => void query.refetch()} />
          ) : (
            <p className={dashboard.nothing}>{t('tiles.nothing')}</p>
          )
        ) : query.isError ? (
          <Failed query={query} />
        ) : (
          <Loading tiles={module.dashboard?.tiles ?? []} />
        )}
      </div>
      {isApplicationDashboard && (
        <Suspense>
          <ApplicationOverview application={application!.name} />
        </Suspense>
      )}
    </div>
  )
}

/** Tiles that are tables by themselves: a file of their rows can be had alone. */
const isTable = ({ groups, stages, records, error }: TileAnswer): boolean =>
  error === undefined && Boolean(groups?.length || stages || records)

/** Downloads what the tiles show: all of them as a workbook, or the rows of one. */
function ExportMenu({ module, tiles, choice }: { module: string; tiles: readonly TileAnswer[]; choice: Choice }) {
  const download = (more: Readonly<Record<string, string>> = {}) =>
    void file('get', `${module}/tiles/export`, { params: { ...paramsOf(choice), ...more } }).then(save, toastError)
  const tables = tiles.filter(isTable)
  if (!tables.length && !tiles.some(({ totals }) => totals)) return null
  const items = [
    { title: t('tiles.exportAll'), run: () => download() },
    ...tables.map(({ name, title }) => ({ title: t('tiles.exportTile', { title: label(title) }), run: () => download({ tile: name }) })),
  ]
  return (
    <Late
      kind="menu"
      items={items}
      button={
        <Button size="xs" variant="default" leftSection={<IconFileExport size={16} stroke={1.6} aria-hidden />}>
          {t('tiles.export')}
        </Button>
      }
    />
  )
}

interface NarrowSelectProps {
  readonly list: string
  readonly title: string
  readonly value: string | undefined
  readonly onChange: (value: string | null) => void
}

/** Chooses the record of a list that the tiles are narrowed to. */
function NarrowSelect({ list, title, value, onChange }: NarrowSelectProps) {
  const { data = [] } = useQuery({ ...dropdownQuery(list, {}), retry: false })
  // A reader of one branch has nothing to choose.
  if (data.length < 2 && !value) return null
  return (
    <Select
      size="xs"
      w={180}
      clearable
      searchable
      aria-label={title}
      placeholder={title}
      data={data.map(({ id, label: text }) => ({ value: String(id), label: String(text) }))}
      value={value ?? null}
      onChange={onChange}
    />
  )
}

function Grid({ tiles, onRetry }: { tiles: readonly TileAnswer[]; onRetry: () => void }) {
  const places = placesOf(tiles)
  return (
    <div className={classes.grid}>
      {tiles.map((tile, index) => (
        <div key={tile.name} className={classes.cell} style={places[index]}>
          <TileBody tile={tile} onRetry={onRetry} />
        </div>
      ))}
    </div>
  )
}

function Loading({ tiles }: { tiles: readonly Pick<TileAnswer, 'name' | 'type' | 'title' | 'span'>[] }) {
  const places = placesOf(tiles)
  return (
    <div className={classes.grid}>
      {tiles.map((tile, index) => (
        <div key={tile.name} className={classes.cell} style={places[index]}>
          <TileLoading type={tile.type} title={tile.title} />
        </div>
      ))}
    </div>
  )
}
