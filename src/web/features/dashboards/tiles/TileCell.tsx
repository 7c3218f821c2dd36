import { Button, Skeleton } from '@mantine/core'
import type { ComponentType } from 'react'
import type { TileType } from '../../../../engine/model/dashboard.ts'
import type { TileAnswer } from '../../../../engine/model/tile-answer.ts'
import { Card } from '../Card.tsx'
import { label, t } from '../text.ts'
import { ChartTile, FigureTile, FunnelTile, ProgressTile, RankingTile } from './FigureTiles.tsx'
import { CalendarTile, ListTile, ShortcutsTile, TextTile } from './RecordTiles.tsx'
import classes from './tiles.module.css'

const KINDS: Readonly<Record<TileType, ComponentType<{ tile: TileAnswer }>>> = {
  figure: FigureTile,
  progress: ProgressTile,
  chart: ChartTile,
  ranking: RankingTile,
  funnel: FunnelTile,
  list: ListTile,
  calendar: CalendarTile,
  text: TextTile,
  shortcuts: ShortcutsTile,
}

/** A tile by its type; one that could not be read says why, and the others stand beside it. */
export function TileBody({ tile, onRetry }: { tile: TileAnswer; onRetry: () => void }) {
  if (tile.error === undefined) {
    const Kind = KINDS[tile.stages ? 'funnel' : tile.type]
    return <Kind tile={tile} />
  }
  return (
    <Card title={label(tile.title)}>
      <div className={classes.failed} role="alert">
        <span>{label(tile.error)}</span>
        <Button size="compact-sm" variant="default" onClick={onRetry}>
          {t('tiles.retry')}
        </Button>
      </div>
    </Card>
  )
}

const HEIGHTS: Partial<Record<TileType, number>> = { figure: 92, progress: 92, text: 96, shortcuts: 40 }
const CARD = 300

/** A tile that is being read, in its place. */
export const TileLoading = ({ type, title }: Pick<TileAnswer, 'type' | 'title'>) => (
  <Skeleton height={HEIGHTS[type] ?? CARD} radius={8} role="status" aria-busy aria-label={`${label(title)}: ${t('dashboard.loading')}`} />
)
