import { Button, Loader } from '@mantine/core'
import { IconChevronRight } from '@tabler/icons-react'
import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { Link } from 'react-router-dom'
import type { Aggregate, AggregateSum } from '../../../engine/model/aggregate.ts'
import type { Column, Row } from '../../../engine/model/module.ts'
import { listQuery } from '../../api/queries.ts'
import { label } from '../../i18n/index.ts'
import { ErrorPage } from '../../ui/ErrorPage.tsx'
import { ScrollRegion } from '../../ui/ScrollRegion.tsx'
import { CellValue, nowhere } from '../index/cells.tsx'
import { fieldsOf, visibleColumns } from '../index/columns.ts'
import { numberText } from '../index/format.ts'
import { type ListState, queryParams } from '../index/url-state.ts'
import type { LayoutProps } from '../layouts/layout-props.ts'
import { nameOf } from '../title.ts'
import { Answered } from './Answered.tsx'
import { ChooseMany } from './ChooseMany.tsx'
import { narrowed } from './drill.ts'
import { DownloadMenu, FigureBar } from './FigureBar.tsx'
import { choicesOf, groupChoices, wordsOf } from './fields.ts'
import styles from './figures.module.css'
import { t } from './text.ts'
import { downloadFigures, useFigures } from './use-figures.ts'
import { figureText, groupText } from './words.ts'

const MOST_LEVELS = 3
const MOST_GROUPS = 200
const RECORDS = 25
/** Width of one level's indent, in pixels. */
const INDENT = 20
const SUMMED: readonly Column['type'][] = ['money', 'quantity']

/** What every level of the outline needs. */
interface Outline extends LayoutProps {
  readonly columns: readonly Column[]
  readonly groups: readonly string[]
  readonly measure: readonly string[]
}

const isSummed = (column: Column, { module }: LayoutProps): boolean =>
  SUMMED.includes(column.type) && !column.path.includes('.') && module.field[column.path] !== undefined && !column.byDigit

/** A list in groups, several levels deep, with the sums of each group; groups open onto their records. */
const GroupedView = (props: LayoutProps) => {
  const { module, state, setState, arrangement, narrow } = props
  const groups = wordsOf(choicesOf(module, state).group)
  const shown = visibleColumns(module, arrangement)
  const columns = narrow
    ? [
        shown[0]!,
        ...shown
          .slice(1)
          .filter((column) => isSummed(column, props))
          .slice(-1),
      ]
    : shown
  const measure = ['count', ...columns.filter((column) => isSummed(column, props)).map(({ path }) => `sum:${path}`)]
  const outline: Outline = { ...props, columns, groups, measure }
  const sections = useMemo(() => groupChoices(module), [module])
  const query = useFigures(module.name, state, { ...requestOf(outline, 0) }, groups.length > 0)
  return (
    <>
      <FigureBar>
        <ChooseMany
          label={t('figures.groupBy')}
          sections={sections}
          value={groups}
          most={MOST_LEVELS}
          onChange={(next) => setState({ group: next.join(',') })}
        />
        <DownloadMenu
          onDownload={(format) => {
            const request = { group: groups, measure, sort: groups.join(',') }
            downloadFigures(module.name, { state, request, spread: 0, subtotals: true, format })
          }}
        />
      </FigureBar>
      {groups.length === 0 ? (
        <p className={styles.nothing}>{t('figures.choose')}</p>
      ) : (
        <Answered query={query}>
          {(answer) => (
            <ScrollRegion label={t('layout.grouped')} className={styles.scroll}>
              <table className={styles.grouped} key={groups.join()}>
                <thead>
                  <tr>
                    {columns.map((column) => (
                      <th key={column.path} scope="col" data-end={column.align === 'end' || undefined}>
                        {label(column.title)}
                      </th>
                    ))}
                  </tr>
                </thead>
                <tbody>
                  <GroupRows outline={outline} answer={answer} state={state} level={0} />
                </tbody>
                {answer.totals && (
                  <tfoot>
                    <SumRow outline={outline} title={t('figures.total')} sum={answer.totals} />
                  </tfoot>
                )}
              </table>
            </ScrollRegion>
          )}
        </Answered>
      )}
    </>
  )
}

const requestOf = ({ groups, measure }: Outline, level: number) => {
  const group = groups[level]
  return { group: group ? [group] : [], measure, limit: MOST_GROUPS, others: true, ...(group && { sort: group }) }
}

/** Number of columns before the first sum: the name of a group spans them. */
const spanOf = ({ columns, measure }: Outline): number => {
  const first = columns.findIndex(({ path }) => measure.includes(`sum:${path}`))
  return first < 0 ? columns.length : Math.max(1, first)
}

/** The sums of a group below the columns that they are of. */
const Sums = ({ outline, values, answer }: { outline: Outline; values: AggregateSum['values']; answer?: Aggregate }) =>
  outline.columns.slice(spanOf(outline)).map((column) => {
    const place = outline.measure.indexOf(`sum:${column.path}`)
    const measure = answer?.measures[place] ?? {
      key: '',
      kind: 'sum' as const,
      type: column.type,
      ...(column.scale !== undefined && { scale: column.scale }),
    }
    return (
      <td key={column.path} data-end>
        {place < 0 ? null : figureText(measure as Aggregate['measures'][number], values[place])}
      </td>
    )
  })

const SumRow = ({ outline, title, sum }: { outline: Outline; title: string; sum: AggregateSum }) => (
  <tr data-total>
    <th scope="row" colSpan={spanOf(outline)}>
      {title}
    </th>
    <Sums outline={outline} values={sum.values} />
  </tr>
)

interface GroupRowsProps {
  outline: Outline
  answer: Aggregate
  /** The list narrowed to the groups above. */
  state: ListState
  level: number
}

const GroupRows = ({ outline, answer, state, level }: GroupRowsProps) => {
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set())
  const toggle = (id: string) =>
    setOpen((before) => (before.has(id) ? new Set([...before].filter((other) => other !== id)) : new Set([...before, id])))
  const group = answer.groups[0]!
  return (
    <>
      {answer.rows.map((row) => {
        const id = JSON.stringify(row.keys)
        const isOpen = open.has(id)
        const name = groupText(group, row.keys[0], row.labels[0])
        return (
          <GroupRow
            key={id}
            head={
              <tr className={styles.group} data-level={level}>
                <th scope="row" colSpan={spanOf(outline)} style={{ paddingInlineStart: 8 + level * INDENT }}>
                  <button type="button" className={styles.toggle} aria-expanded={isOpen} onClick={() => toggle(id)}>
                    <IconChevronRight size={16} aria-hidden />
                    {name} <span className={styles.size}>{numberText(row.values[0] ?? 0, 'integer')}</span>
                  </button>
                </th>
                <Sums outline={outline} values={row.values} answer={answer} />
              </tr>
            }
          >
            {isOpen && <Within outline={outline} level={level + 1} state={{ ...state, filters: narrowed(state.filters, row.filter) }} />}
          </GroupRow>
        )
      })}
      {answer.others?.groups ? (
        <SumRow outline={outline} title={t('figures.others', { count: answer.others.groups })} sum={answer.others} />
      ) : null}
    </>
  )
}

const GroupRow = ({ head, children }: { head: React.ReactNode; children: React.ReactNode }) => (
  <>
    {head}
    {children}
  </>
)

const Message = ({ outline, children }: { outline: Outline; children: React.ReactNode }) => (
  <tr>
    <td colSpan={outline.columns.length}>{children}</td>
  </tr>
)

/** A row in place of what is not here yet, or why it does not come. */
const Pending = ({ outline, query }: { outline: Outline; query: UseQueryResult<unknown> }) => (
  <Message outline={outline}>
    {query.isError ? (
      <ErrorPage error={query.error} onRetry={query.refetch} />
    ) : (
      <Loader size="xs" role="status" aria-label={t('figures.loading')} />
    )}
  </Message>
)

/** What is inside of a group: the groups of the next level, or its records. */
const Within = ({ outline, level, state }: { outline: Outline; level: number; state: ListState }) => {
  const deeper = level < outline.groups.length
  const query = useFigures(outline.module.name, state, requestOf(outline, level), deeper)
  if (!deeper) return <Records outline={outline} level={level} state={state} />
  if (!query.data) return <Pending outline={outline} query={query} />
  return <GroupRows outline={outline} answer={query.data} state={state} level={level} />
}

/** The records of a group, a page at a time. */
const Records = ({ outline, level, state }: { outline: Outline; level: number; state: ListState }) => {
  const [pages, setPages] = useState(1)
  return Array.from({ length: pages }, (_, index) => (
    <Page key={index} {...{ outline, level, state }} page={index + 1} {...(index === pages - 1 && { onMore: () => setPages(pages + 1) })} />
  ))
}

interface PageProps {
  outline: Outline
  level: number
  state: ListState
  page: number
  onMore?: () => void
}

const Page = ({ outline, level, state, page, onMore }: PageProps) => {
  const { module, columns, rowPath, pathOf } = outline
  const params = { ...queryParams(state), page, limit: RECORDS, fields: fieldsOf(columns) }
  const query = useQuery(listQuery(module.name, params))
  if (!query.data) return <Pending outline={outline} query={query} />
  const isMore = query.data.pagination.total > page * RECORDS
  const cell = (row: Row, column: Column, isFirst: boolean) => {
    const path = isFirst ? rowPath?.(row) : undefined
    const value = <CellValue module={module} column={column} row={row} pathOf={path ? nowhere : pathOf} />
    return path ? (
      <Link to={path} data-row-link>
        {/* A record without a value in its first column still needs a name to be opened by. */}
        {row[column.path] === null || row[column.path] === '' ? nameOf(module, row) : value}
      </Link>
    ) : (
      value
    )
  }
  return (
    <>
      {query.data.rows.map((row) => (
        <tr key={String(row.id)}>
          {columns.map((column, index) => (
            <td
              key={column.path}
              data-end={column.align === 'end' || undefined}
              style={index === 0 ? { paddingInlineStart: 12 + level * INDENT } : undefined}
            >
              {cell(row, column, index === 0)}
            </td>
          ))}
        </tr>
      ))}
      {isMore && onMore && (
        <Message outline={outline}>
          <Button size="compact-xs" variant="subtle" onClick={onMore}>
            {t('figures.more')}
          </Button>
        </Message>
      )}
    </>
  )
}

export default GroupedView
