import { ActionIcon, Button, VisuallyHidden } from '@mantine/core'
import { IconArrowLeft, IconArrowRight, IconMinus, IconPlus, IconX } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { GRID } from '../../../../engine/model/dashboard.ts'
import type { TileAnswer, TilesAnswer } from '../../../../engine/model/tile-answer.ts'
import { put, remove } from '../../../api/client.ts'
import { dialogs } from '../../../ui/dialogs/index.ts'
import { toast, toastError } from '../../../ui/toast.ts'
import { label, t } from '../text.ts'
import { moved, movedTo } from './layout.ts'
import { placesOf } from './places.ts'
import { TileBody } from './TileCell.tsx'
import classes from './tiles.module.css'

const STEP = 1
const LEAST = 2
const none = () => undefined

/** The tiles with what moves, widens and removes each: by buttons, which keys and fingers reach as well, or by dragging. */
export default function Arranging({ module, answer, onDone }: { module: string; answer: TilesAnswer; onDone: () => void }) {
  const client = useQueryClient()
  const [order, setOrder] = useState<readonly string[]>(answer.tiles.map(({ name }) => name))
  const [spans, setSpans] = useState<Readonly<Record<string, number>>>(
    Object.fromEntries(answer.tiles.map(({ name, span }) => [name, span])),
  )
  const [removed, setRemoved] = useState<TilesAnswer['removed']>(answer.removed)
  const [said, setSaid] = useState('')
  const [dragged, setDragged] = useState<string>()
  const [over, setOver] = useState<string>()
  const [isBusy, setBusy] = useState(false)
  const focus = useRef<string>(undefined)
  const region = useRef<HTMLDivElement>(null)
  useEffect(() => {
    // A button that moved with its tile keeps the focus.
    if (focus.current) region.current?.querySelector<HTMLElement>(`[data-tool="${CSS.escape(focus.current)}"]`)?.focus()
    focus.current = undefined
  })
  const byName = new Map(answer.tiles.map((tile) => [tile.name, tile]))
  const shown = order.flatMap((name) => {
    const tile = byName.get(name)
    return tile ? [{ ...tile, span: spans[name] ?? tile.span }] : []
  })
  const places = placesOf(shown)

  const finish = async (work: () => Promise<unknown>, text: string) => {
    setBusy(true)
    try {
      await work()
      await client.invalidateQueries({ queryKey: ['dashboard', module] })
      toast('success', text)
      onDone()
    } catch (error) {
      toastError(error)
    } finally {
      setBusy(false)
    }
  }
  const save = () => finish(() => put(`${module}/tiles`, { order, removed: removed.map(({ name }) => name), spans }), t('tiles.arranged'))
  const reset = async () => {
    if (await dialogs.warning({ title: t('tiles.reset'), message: t('tiles.resetText'), confirm: t('tiles.reset') }))
      await finish(() => remove(`${module}/tiles`), t('tiles.wasReset'))
  }
  const arrange = (next: readonly string[], tile: TileAnswer) => {
    setOrder(next)
    setSaid(t('tiles.movedTo', { title: label(tile.title), place: next.indexOf(tile.name) + 1, count: next.length }))
  }
  const drop = (tile: TileAnswer) => {
    setOrder(order.filter((name) => name !== tile.name))
    setRemoved([...removed, tile])
    setSaid(t('tiles.wasRemoved', { title: label(tile.title) }))
  }
  const restore = (tile: TilesAnswer['removed'][number]) => {
    setRemoved(removed.filter(({ name }) => name !== tile.name))
    setOrder([...order, tile.name])
    setSaid(t('tiles.wasPutBack', { title: label(tile.title) }))
  }
  /** A tile that was removed before has no content until the arrangement is saved. */
  const waiting = order.filter((name) => !byName.has(name))

  const tool = (
    tile: TileAnswer,
    key: 'tiles.earlierPlace' | 'tiles.laterPlace' | 'tiles.narrower' | 'tiles.wider' | 'tiles.remove',
    entry: { icon: ReactNode; off?: boolean; run: () => void },
  ) => {
    const text = t(key, { title: label(tile.title) })
    const id = `${tile.name} ${key}`
    return (
      <ActionIcon
        variant="subtle"
        color="gray"
        size="md"
        data-tool={id}
        aria-label={text}
        title={text}
        disabled={entry.off === true}
        onClick={() => {
          focus.current = id
          entry.run()
        }}
      >
        {entry.icon}
      </ActionIcon>
    )
  }
  const resize = (tile: TileAnswer, by: number) => setSpans({ ...spans, [tile.name]: Math.min(GRID, Math.max(LEAST, tile.span + by)) })
  return (
    <div ref={region}>
      <div className={classes.bar} style={{ marginBottom: 12 }}>
        <Button size="xs" loading={isBusy} onClick={() => void save()}>
          {t('tiles.done')}
        </Button>
        <Button size="xs" variant="default" onClick={onDone}>
          {t('tiles.cancel')}
        </Button>
        {answer.arranged && (
          <Button size="xs" variant="subtle" color="red" onClick={() => void reset()}>
            {t('tiles.reset')}
          </Button>
        )}
      </div>
      <VisuallyHidden role="status">{said}</VisuallyHidden>
      <div className={classes.grid}>
        {shown.map((tile, index) => (
          // biome-ignore lint/a11y/noStaticElementInteractions: dragging is a second way; the buttons do the same
          <div
            key={tile.name}
            className={classes.cell}
            style={places[index]}
            data-over={(over === tile.name && dragged !== tile.name) || undefined}
            onDragOver={(event) => {
              event.preventDefault()
              setOver(tile.name)
            }}
            onDrop={(event) => {
              event.preventDefault()
              const held = dragged && byName.get(dragged)
              if (held) arrange(movedTo(order, held.name, order.indexOf(tile.name)), held)
              setDragged(undefined)
              setOver(undefined)
            }}
          >
            {/* biome-ignore lint/a11y/noStaticElementInteractions: dragging is a second way; the buttons do the same */}
            <div className={classes.tools} draggable onDragStart={() => setDragged(tile.name)} onDragEnd={() => setOver(undefined)}>
              <span>{label(tile.title)}</span>
              {tool(tile, 'tiles.earlierPlace', {
                icon: <IconArrowLeft size={16} />,
                off: index === 0,
                run: () => arrange(moved(order, tile.name, -STEP as -1), tile),
              })}
              {tool(tile, 'tiles.laterPlace', {
                icon: <IconArrowRight size={16} />,
                off: index === shown.length - 1,
                run: () => arrange(moved(order, tile.name, STEP), tile),
              })}
              {tool(tile, 'tiles.narrower', { icon: <IconMinus size={16} />, off: tile.span <= LEAST, run: () => resize(tile, -STEP) })}
              {tool(tile, 'tiles.wider', { icon: <IconPlus size={16} />, off: tile.span >= GRID, run: () => resize(tile, STEP) })}
              {tool(tile, 'tiles.remove', { icon: <IconX size={16} />, run: () => drop(tile) })}
            </div>
            <TileBody tile={tile} onRetry={none} />
          </div>
        ))}
      </div>
      {(removed.length > 0 || waiting.length > 0) && (
        <div className={classes.removed} style={{ marginTop: 12 }}>
          {waiting.length > 0 && <span>{t('tiles.putBackSoon', { count: waiting.length })}</span>}
          {removed.map((tile) => (
            <Button
              key={tile.name}
              size="compact-sm"
              variant="default"
              leftSection={<IconPlus size={14} aria-hidden />}
              onClick={() => restore(tile)}
            >
              {label(tile.title)}
            </Button>
          ))}
        </div>
      )}
    </div>
  )
}
