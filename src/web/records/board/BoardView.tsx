import { Loader } from '@mantine/core'
import { useMemo, useState } from 'react'
import type { Aggregate } from '../../../engine/model/aggregate.ts'
import type { RecordRow } from '../../api/types.ts'
import { label } from '../../i18n/index.ts'
import { ErrorPage } from '../../ui/ErrorPage.tsx'
import { ScrollRegion } from '../../ui/ScrollRegion.tsx'
import { ChooseOne, FigureBar } from '../figures/FigureBar.tsx'
import { firstMeasure, wordsOf } from '../figures/fields.ts'
import { t } from '../figures/text.ts'
import { useFigures } from '../figures/use-figures.ts'
import { boardFields } from '../layouts/board-fields.ts'
import type { LayoutProps } from '../layouts/layout-props.ts'
import { BoardColumn } from './BoardColumn.tsx'
import styles from './board.module.css'
import { type BoardColumnOf, columnsOf } from './columns.ts'
import { useMove } from './use-move.ts'

/** Groups of a reference that become columns. */
const MOST_COLUMNS = 30

/** The records as cards in columns by their status, a choice or a reference; moving a card takes the step or makes the change. */
const BoardView = (props: LayoutProps) => {
  const { module, state, setState, can } = props
  const fields = useMemo(() => boardFields(module), [module])
  const asked = wordsOf(state.group)[0]
  const by = fields.find(({ name }) => name === asked) ?? fields[0]!
  const measure = [...new Set(['count', firstMeasure(module)])]
  const query = useFigures(module.name, state, { group: [by.name], measure, limit: MOST_COLUMNS, sort: by.name })
  const [dragged, setDragged] = useState<RecordRow>()
  const move = useMove(module, by.field, can)
  return (
    <>
      <FigureBar>
        <ChooseOne
          label={t('board.by')}
          sections={[{ group: t('figures.record'), items: fields.map(({ name, title }) => ({ value: name, label: label(title) })) }]}
          value={by.name}
          onChange={(next) => setState({ group: next ?? '' })}
        />
      </FigureBar>
      {query.isError ? (
        <ErrorPage error={query.error} onRetry={query.refetch} />
      ) : query.data ? (
        <ScrollRegion label={t('layout.board')} className={styles.board}>
          {columnsIn(query.data, props, by).map((column) => (
            <BoardColumn
              key={String(column.key)}
              {...{ ...props, column, field: by.field, dragged, move, answer: query.data }}
              columns={columnsIn(query.data, props, by)}
              onDrag={setDragged}
            />
          ))}
        </ScrollRegion>
      ) : (
        <Loader size="sm" role="status" aria-label={t('figures.loading')} />
      )}
    </>
  )
}

const columnsIn = (answer: Aggregate, { module }: LayoutProps, by: ReturnType<typeof boardFields>[number]): readonly BoardColumnOf[] =>
  columnsOf(module, by.field, answer)

export default BoardView
