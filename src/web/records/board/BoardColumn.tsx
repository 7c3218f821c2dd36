import { ActionIcon, Button, Loader } from '@mantine/core'
import { IconDotsVertical } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { type DragEvent, useState } from 'react'
import { Link } from 'react-router-dom'
import type { Aggregate } from '../../../engine/model/aggregate.ts'
import type { Field, RowFilter } from '../../../engine/model/module.ts'
import { listQuery } from '../../api/queries.ts'
import type { RecordRow } from '../../api/types.ts'
import { ToneBadge } from '../../fields/ToneBadge.tsx'
import { label } from '../../i18n/index.ts'
import { ErrorPage } from '../../ui/ErrorPage.tsx'
import { Late } from '../../ui/Late.tsx'
import { toast } from '../../ui/toast.ts'
import { narrowed } from '../figures/drill.ts'
import { t } from '../figures/text.ts'
import { figureText } from '../figures/words.ts'
import { CellValue, nowhere } from '../index/cells.tsx'
import { numberText } from '../index/format.ts'
import { queryParams } from '../index/url-state.ts'
import type { LayoutProps } from '../layouts/layout-props.ts'
import { nameOf } from '../title.ts'
import styles from './board.module.css'
import { type BoardColumnOf, factsOf } from './columns.ts'
import { moveTo } from './moves.ts'
import type { Moved } from './use-move.ts'

const CARDS = 20

interface Props extends LayoutProps {
  column: BoardColumnOf
  columns: readonly BoardColumnOf[]
  field: Field
  answer: Aggregate
  dragged: RecordRow | undefined
  onDrag: (record: RecordRow | undefined) => void
  move: (moved: Moved) => Promise<void>
}

/** One column: its records a page at a time, and a place to drop cards on. */
export const BoardColumn = (props: Props) => {
  const { module, state, column, field, answer, dragged, can, move, onDrag } = props
  const [limit, setLimit] = useState(CARDS)
  const [isOver, setOver] = useState(false)
  const [count, sum] = column.figures
  const filter: RowFilter[string] = column.key === null ? { null: true } : { eq: column.key }
  const params = queryParams({ ...state, filters: narrowed(state.filters, { [field.name]: filter }) })
  const query = useQuery({ ...listQuery(module.name, { ...params, page: 1, limit }), enabled: Number(count) > 0 })
  const possible = dragged && moveTo({ module, can, field }, dragged, column.key)
  const amount = answer.measures[1]
  const drop = (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    onDrag(undefined)
    if (possible?.kind === 'refused') toast('warning', possible.reason)
    else if (dragged) void move({ record: dragged, to: column.key, title: column.title })
  }
  return (
    <section
      className={styles.column}
      aria-label={t('board.column', { title: column.title, count: numberText(count ?? 0, 'integer') })}
      data-possible={possible && possible.kind !== 'refused' && possible.kind !== 'same' ? true : undefined}
      data-refused={possible?.kind === 'refused' || undefined}
      data-over={isOver || undefined}
      data-empty={Number(count) === 0 || undefined}
      onDragOver={(event) => {
        if (!dragged) return
        event.preventDefault()
        setOver(true)
      }}
      // Going over a card within the column is no leaving.
      onDragLeave={(event) => event.currentTarget.contains(event.relatedTarget as Node | null) || setOver(false)}
      onDrop={drop}
    >
      <header className={styles.head}>
        {column.tone ? <ToneBadge tone={column.tone} text={column.title} /> : <strong>{column.title}</strong>}
        <span className={styles.count}>{numberText(count ?? 0, 'integer')}</span>
        {amount && sum ? <span className={styles.sum}>{figureText(amount, sum)}</span> : null}
      </header>
      {possible?.kind === 'refused' && isOver && <p className={styles.reason}>{possible.reason}</p>}
      {query.isError ? (
        <ErrorPage error={query.error} onRetry={query.refetch} />
      ) : Number(count) === 0 ? (
        <p className={styles.empty}>{t('board.empty')}</p>
      ) : query.data ? (
        <>
          <ul className={styles.cards}>
            {(query.data.rows as RecordRow[]).map((record) => (
              <Card key={record.id} {...props} record={record} />
            ))}
          </ul>
          {query.data.pagination.total > limit && (
            <Button size="compact-xs" variant="subtle" onClick={() => setLimit(Math.min(limit + CARDS, 100))}>
              {t('board.add')}
            </Button>
          )}
        </>
      ) : (
        <Loader size="xs" role="status" aria-label={t('figures.loading')} />
      )}
    </section>
  )
}

const Card = ({
  module,
  arrangement,
  record,
  field,
  columns,
  can,
  rowPath,
  pathOf,
  dragged,
  onDrag,
  move,
}: Props & { record: RecordRow }) => {
  const name = nameOf(module, record) ?? String(record.id)
  const path = rowPath?.(record)
  const moves = columns.flatMap((column) => {
    const possible = moveTo({ module, can, field }, record, column.key)
    if (possible.kind === 'same' || possible.kind === 'refused') return []
    return [{ title: column.title, run: () => void move({ record, to: column.key, title: column.title }) }]
  })
  return (
    <li
      className={styles.card}
      draggable
      data-dragged={dragged?.id === record.id || undefined}
      onDragStart={(event) => {
        event.dataTransfer.effectAllowed = 'move'
        event.dataTransfer.setData('text/plain', name)
        onDrag(record)
      }}
      onDragEnd={() => onDrag(undefined)}
    >
      <div className={styles.top}>
        {path ? (
          <Link to={path} title={name} draggable={false} data-row-link>
            {name}
          </Link>
        ) : (
          <span title={name}>{name}</span>
        )}
        {moves.length > 0 && (
          <Late
            kind="menu"
            items={moves}
            button={
              <ActionIcon variant="subtle" color="gray" size={24} aria-label={t('board.move', { record: name })}>
                <IconDotsVertical size={15} />
              </ActionIcon>
            }
          />
        )}
      </div>
      <dl className={styles.facts}>
        {factsOf(module, arrangement, field, record).map((fact) => (
          <div key={fact.path}>
            <dt>{label(fact.title)}</dt>
            <dd>
              <CellValue module={module} column={fact} row={record} pathOf={path ? nowhere : pathOf} />
            </dd>
          </div>
        ))}
      </dl>
    </li>
  )
}
