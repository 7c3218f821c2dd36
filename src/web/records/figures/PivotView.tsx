import { type CSSProperties, useMemo, useState } from 'react'
import { Link } from 'react-router-dom'
import type { Aggregate, Figure, MeasureColumn } from '../../../engine/model/aggregate.ts'
import type { RowFilter } from '../../../engine/model/field.ts'
import { ScrollRegion } from '../../ui/ScrollRegion.tsx'
import type { ListState } from '../index/url-state.ts'
import type { LayoutProps } from '../layouts/layout-props.ts'
import { Answered } from './Answered.tsx'
import { ChooseMany } from './ChooseMany.tsx'
import { listOfGroup } from './drill.ts'
import { useExchange } from './exchange.ts'
import { DownloadMenu, FigureBar, SwapButton } from './FigureBar.tsx'
import { choicesOf, groupChoices, measureChoices, wordsOf } from './fields.ts'
import styles from './figures.module.css'
import { type Head, type PivotSort, pivotOf, sortedRows } from './pivot.ts'
import { t } from './text.ts'
import { downloadFigures, groupTitle, measureTitle, useFigures } from './use-figures.ts'
import { figureText } from './words.ts'

const MOST_GROUPS = 2
const MOST_MEASURES = 4
const MOST_ROWS = 1000
const MOST_COLUMNS = 60
const MOST_CELLS = 5000
/** Percent of the accent in the cell with the largest figure. */
const STRONGEST_SHADE = 34

/** Figures of a list by two dimensions, with the sums of both. */
const PivotView = ({ module, state, setState }: LayoutProps) => {
  const choices = choicesOf(module, state)
  const [down, across, measure] = [wordsOf(choices.group), wordsOf(choices.across), wordsOf(choices.measure)]
  const [sort, setSort] = useState<PivotSort>()
  const sections = useMemo(() => [groupChoices(module), measureChoices(module)] as const, [module])

  const cells = useFigures(module.name, state, {
    group: [...down, ...across],
    measure,
    limit: MOST_CELLS,
    sort: [...down, ...across].join(','),
  })
  const rows = useFigures(module.name, state, { group: down, measure, limit: MOST_ROWS, sort: down.join(',') })
  const columns = useFigures(module.name, state, { group: across, measure, limit: MOST_COLUMNS, sort: across.join(',') }, across.length > 0)
  const choose = (change: Partial<ListState>) => {
    setSort(undefined)
    setState({ group: down.join(','), across: across.join(','), measure: measure.join(','), ...change })
  }
  const { bar, exchangeOf } = useExchange({ rows: down, columns: across }, MOST_GROUPS, (next) =>
    choose({ group: next.rows.join(','), across: next.columns.join(',') }),
  )
  const failed = [cells, rows, columns].find(({ isError }) => isError)
  return (
    <>
      <FigureBar ref={bar}>
        <ChooseMany
          label={t('figures.rows')}
          sections={sections[0]}
          value={down}
          most={MOST_GROUPS}
          onChange={(next) => choose({ group: next.join(',') })}
          exchange={exchangeOf('rows')}
        />
        <SwapButton onSwap={() => choose({ group: across.join(','), across: down.join(',') })} />
        <ChooseMany
          label={t('figures.columns')}
          sections={sections[0]}
          value={across}
          most={MOST_GROUPS}
          onChange={(next) => choose({ across: next.join(',') })}
          exchange={exchangeOf('columns')}
        />
        <ChooseMany
          label={t('figures.measures')}
          sections={sections[1]}
          value={measure}
          most={MOST_MEASURES}
          onChange={(next) => choose({ measure: next.join(',') })}
        />
        <DownloadMenu
          onDownload={(format) =>
            downloadFigures(module.name, {
              state,
              request: { group: [...down, ...across], measure },
              spread: down.length ? across.length : 0,
              format,
            })
          }
        />
      </FigureBar>
      <Answered query={failed ?? cells}>
        {(answer) =>
          rows.data && (across.length === 0 || columns.data) ? (
            <PivotTable
              state={state}
              cells={answer}
              rows={rows.data}
              columns={across.length ? columns.data! : { ...rows.data, groups: [], rows: [] }}
              sort={sort}
              onSort={setSort}
            />
          ) : null
        }
      </Answered>
    </>
  )
}

interface TableProps {
  state: ListState
  cells: Aggregate
  rows: Aggregate
  columns: Aggregate
  sort: PivotSort | undefined
  onSort: (sort: PivotSort) => void
}

const PivotTable = ({ state, cells, rows, columns, sort, onSort }: TableProps) => {
  const pivot = useMemo(() => pivotOf(cells, rows, columns), [cells, rows, columns])
  const { measures } = cells
  const many = measures.length > 1
  const to = (...filters: RowFilter[]) => listOfGroup(state, Object.assign({}, ...filters))
  const shade = (values: readonly Figure[] | undefined): CSSProperties | undefined => {
    const size = Math.abs(Number(values?.[0] ?? 0))
    return size > 0 && pivot.largest > 0
      ? ({ '--shade': `${Math.round((STRONGEST_SHADE * size) / pivot.largest)}%` } as CSSProperties)
      : undefined
  }
  const sorting = (column: string | undefined, measure: number) => ({
    'aria-sort':
      sort && sort.column === column && sort.measure === measure
        ? sort.descending
          ? ('descending' as const)
          : ('ascending' as const)
        : undefined,
  })
  const sortBy = (column: string | undefined, measure: number) =>
    onSort({
      ...(column !== undefined && { column }),
      measure,
      descending: !(sort && sort.column === column && sort.measure === measure && sort.descending),
    })
  const heads: readonly (Head | undefined)[] = [...pivot.columns, undefined]
  const title = (head: Head | undefined) => head?.names.join(' · ') ?? t('figures.total')
  return (
    <ScrollRegion label={t('layout.pivot')} className={styles.scroll}>
      <table className={styles.pivot}>
        <thead>
          <tr>
            {rows.groups.map((group) => (
              <th key={group.key} scope="col" rowSpan={many ? 2 : 1}>
                {groupTitle(group)}
              </th>
            ))}
            {heads.map((head) =>
              many ? (
                <th key={head?.id ?? 'total'} scope="colgroup" colSpan={measures.length} data-end data-total={!head || undefined}>
                  {title(head)}
                </th>
              ) : (
                <SortHead
                  key={head?.id ?? 'total'}
                  total={!head}
                  {...sorting(head?.id, 0)}
                  text={title(head)}
                  onSort={() => sortBy(head?.id, 0)}
                />
              ),
            )}
          </tr>
          {many && (
            <tr>
              {heads.flatMap((head) =>
                measures.map((measure, index) => (
                  <SortHead
                    key={`${head?.id} ${measure.key}`}
                    total={!head}
                    {...sorting(head?.id, index)}
                    text={measureTitle(measure)}
                    onSort={() => sortBy(head?.id, index)}
                  />
                )),
              )}
            </tr>
          )}
        </thead>
        <tbody>
          {sortedRows(pivot, sort).map((row) => (
            <tr key={row.id}>
              {row.names.map((name, index) => (
                <th key={rows.groups[index]!.key} scope="row">
                  {index === 0 ? (
                    <Link to={to(row.filter)} title={name}>
                      {name}
                    </Link>
                  ) : (
                    <span title={name}>{name}</span>
                  )}
                </th>
              ))}
              {pivot.columns.map((column) => {
                const values = pivot.cell(row, column)
                return <Cells key={column.id} {...{ measures, values }} to={to(row.filter, column.filter)} style={shade(values)} />
              })}
              <Cells measures={measures} values={row.values} to={to(row.filter)} total />
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row" colSpan={Math.max(1, rows.groups.length)}>
              {t('figures.total')}
            </th>
            {pivot.columns.map((column) => (
              <Cells key={column.id} measures={measures} values={column.values} to={to(column.filter)} total />
            ))}
            <Cells measures={measures} values={pivot.totals} total />
          </tr>
        </tfoot>
      </table>
    </ScrollRegion>
  )
}

interface SortHeadProps {
  text: string
  total: boolean
  onSort: () => void
  'aria-sort': 'ascending' | 'descending' | undefined
}

const SortHead = ({ text, total, onSort, 'aria-sort': sorted }: SortHeadProps) => (
  <th scope="col" data-end data-total={total || undefined} aria-sort={sorted}>
    <button type="button" className={styles.sort} aria-label={t('figures.sortBy', { figure: text })} onClick={onSort}>
      {text}
      {sorted && <span aria-hidden>{sorted === 'descending' ? ' ↓' : ' ↑'}</span>}
    </button>
  </th>
)

interface CellsProps {
  measures: readonly MeasureColumn[]
  values: readonly Figure[] | undefined
  to?: string
  total?: boolean
  style?: CSSProperties | undefined
}

const Cells = ({ measures, values, to, total, style }: CellsProps) =>
  measures.map((measure, index) => {
    const value = values?.[index]
    const text = value === null || value === undefined ? '' : figureText(measure, value)
    return (
      <td key={measure.key} data-end data-total={total || undefined} style={index === 0 ? style : undefined}>
        {text && to ? <Link to={to}>{text}</Link> : text}
      </td>
    )
  })

export default PivotView
