import { Skeleton } from '@mantine/core'
import { IconAlertTriangle, IconArrowDown, IconArrowUp } from '@tabler/icons-react'
import { useVirtualizer } from '@tanstack/react-virtual'
import { type KeyboardEvent, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { Failed } from '../../ui/Await.tsx'
import { COLUMNS, PHONE_COLUMNS, type RegisterColumn, who } from './columns.ts'
import { money } from './money.ts'
import classes from './payroll.module.css'
import { t } from './text.ts'
import type { Problem, RegisterFilter, RegisterRow } from './types.ts'
import { useRegister } from './useRegister.ts'

const ROW = { desk: 40, phone: 56 } as const
const OVERSCAN = 10

/** The rows in sight of a register of any length. Arrows move from row to row, Enter opens. */
export function RegisterTable({
  id,
  filter,
  phone,
  problems,
  onSort,
  onOpen,
}: {
  id: number
  filter: RegisterFilter
  phone: boolean
  problems: readonly Problem[]
  onSort: (sort: string) => void
  onOpen: (employee: number) => void
}) {
  const scroller = useRef<HTMLDivElement>(null)
  const [span, setSpan] = useState({ first: 0, last: 0 })
  const { query, total, rowAt } = useRegister(id, filter, span.first, span.last)
  const columns = phone ? PHONE_COLUMNS : COLUMNS
  const wrong = useMemo(() => counted(problems), [problems])
  const [focus, setFocus] = useState<number | null>(null)
  const virtualizer = useVirtualizer({
    count: total,
    getScrollElement: () => scroller.current,
    estimateSize: () => (phone ? ROW.phone : ROW.desk),
    overscan: OVERSCAN,
    onChange: (instance) => {
      const items = instance.getVirtualItems()
      const next = { first: items[0]?.index ?? 0, last: items.at(-1)?.index ?? 0 }
      setSpan((before) => (before.first === next.first && before.last === next.last ? before : next))
    },
  })
  const items = virtualizer.getVirtualItems()
  // A row that was moved to may have to be drawn first.
  useLayoutEffect(() => {
    if (focus === null) return
    const button = scroller.current?.querySelector<HTMLButtonElement>(`[data-at="${focus}"]`)
    if (!button) return
    button.focus({ preventScroll: true })
    setFocus(null)
  })
  if (query.isError) return <Failed query={query} />
  const move = (event: KeyboardEvent<HTMLDivElement>) => {
    const rowIndex = Number((event.target as HTMLElement).dataset.at)
    if (Number.isNaN(rowIndex)) return
    const to = { ArrowDown: rowIndex + 1, ArrowUp: rowIndex - 1, Home: 0, End: total - 1, PageDown: rowIndex + 10, PageUp: rowIndex - 10 }[
      event.key
    ]
    if (to === undefined) return
    event.preventDefault()
    const next = Math.min(Math.max(to, 0), total - 1)
    virtualizer.scrollToIndex(next)
    setFocus(next)
  }
  const before = items[0]?.start ?? 0
  const after = virtualizer.getTotalSize() - (items.at(-1)?.end ?? 0)
  const spacer = (height: number) =>
    height > 0 && (
      <tr aria-hidden>
        <td colSpan={columns.length} style={{ height, padding: 0, border: 0 }} />
      </tr>
    )
  const width = columns.reduce((sum, column) => sum + column.width, 0)
  return (
    <>
      <p className={classes.count} role="status">
        {query.data ? t('payroll.found', { count: total, total: total.toLocaleString('en-US') }) : t('payroll.loading')}
      </p>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the arrows belong to the buttons inside, which bubble here. */}
      <div ref={scroller} className={classes.scroller} onKeyDown={move}>
        <table className={classes.table} style={{ minWidth: width }} aria-rowcount={total + 1} aria-busy={query.isPending}>
          <caption className={classes.hidden}>{t('payroll.register')}</caption>
          <colgroup>
            {columns.map((column) => (
              <col key={column.name} style={{ width: `${(100 * column.width) / width}%` }} />
            ))}
          </colgroup>
          <thead>
            <tr aria-rowindex={1}>
              {columns.map((column) => (
                <Heading key={column.name} column={column} sort={filter.sort} onSort={onSort} />
              ))}
            </tr>
          </thead>
          <tbody>
            {query.isPending && <Skeletons columns={columns} />}
            {spacer(before)}
            {items.map(({ index }) => (
              <RegisterLine
                key={index}
                index={index}
                row={rowAt(index)}
                columns={columns}
                height={phone ? ROW.phone : ROW.desk}
                phone={phone}
                wrong={wrong}
                onOpen={onOpen}
              />
            ))}
            {spacer(after)}
          </tbody>
        </table>
        {query.data && total === 0 && <p className={classes.nothing}>{t('payroll.nobody')}</p>}
      </div>
    </>
  )
}

type Wrong = ReadonlyMap<number, { errors: number; all: number }>
function counted(problems: readonly Problem[]): Wrong {
  const result = new Map<number, { errors: number; all: number }>()
  for (const { employee_id, severity } of problems) {
    if (employee_id === null) continue
    const known = result.get(employee_id) ?? { errors: 0, all: 0 }
    result.set(employee_id, { errors: known.errors + (severity === 'error' ? 1 : 0), all: known.all + 1 })
  }
  return result
}

function Heading({ column, sort, onSort }: { column: RegisterColumn; sort: string; onSort: (sort: string) => void }) {
  const sorted = sort === column.name ? 'ascending' : sort === `-${column.name}` ? 'descending' : undefined
  // Amounts are looked at from the largest down.
  const first = column.money ? `-${column.name}` : column.name
  const second = column.money ? column.name : `-${column.name}`
  return (
    <th scope="col" data-end={column.money || undefined} aria-sort={sorted}>
      <button type="button" className={classes.sorter} onClick={() => onSort(sort === first ? second : first)}>
        <span>{t(column.title)}</span>
        {sorted === 'ascending' && <IconArrowUp size={14} aria-hidden />}
        {sorted === 'descending' && <IconArrowDown size={14} aria-hidden />}
      </button>
    </th>
  )
}

function RegisterLine({
  index,
  row,
  columns,
  height,
  phone,
  wrong,
  onOpen,
}: {
  index: number
  row: RegisterRow | undefined
  columns: readonly RegisterColumn[]
  height: number
  phone: boolean
  wrong: Wrong
  onOpen: (employee: number) => void
}) {
  if (!row)
    return (
      <tr style={{ height }} aria-rowindex={index + 2}>
        <td colSpan={columns.length}>
          <Skeleton height={10} width="60%" />
        </td>
      </tr>
    )
  const problems = wrong.get(row.id)
  return (
    <tr
      style={{ height }}
      aria-rowindex={index + 2}
      data-opens
      onClick={(event) => {
        if (!(event.target as HTMLElement).closest('button')) onOpen(row.id)
      }}
    >
      {columns.map((column) => (
        <td key={column.name} data-end={column.money || undefined}>
          {column.name === 'employee' ? (
            <span className={classes.person}>
              <button type="button" className={classes.opener} data-at={index} onClick={() => onOpen(row.id)}>
                {who(row)}
              </button>
              {problems && (
                <span
                  className={classes.wrong}
                  data-severity={problems.errors ? 'error' : 'warning'}
                  title={t('payroll.problemCount', { count: problems.all })}
                >
                  <IconAlertTriangle size={14} stroke={1.8} aria-hidden />
                  <span className={classes.hidden}>{t('payroll.problemCount', { count: problems.all })}</span>
                </span>
              )}
              {phone && <span className={classes.under}>{row.department}</span>}
            </span>
          ) : column.money ? (
            row.state === 'computed' ? (
              money(row[column.name])
            ) : (
              column.name === 'net_pay' && (
                <span className={classes.state}>{t(row.state === 'failed' ? 'payroll.state.failed' : 'payroll.state.pending')}</span>
              )
            )
          ) : (
            String(row[column.name] ?? '')
          )}
        </td>
      ))}
    </tr>
  )
}

const Skeletons = ({ columns }: { columns: readonly RegisterColumn[] }) =>
  Array.from({ length: 8 }, (_, index) => (
    <tr key={index} style={{ height: ROW.desk }}>
      <td colSpan={columns.length}>
        <Skeleton height={10} width={`${50 + ((index * 13) % 40)}%`} />
      </td>
    </tr>
  ))
