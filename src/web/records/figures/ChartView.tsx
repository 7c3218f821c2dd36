import { SegmentedControl, Skeleton } from '@mantine/core'
import { lazy, Suspense, useMemo } from 'react'
import { Link } from 'react-router-dom'
import type { Aggregate } from '../../../engine/model/aggregate.ts'
import { withinTime } from '../../ui/chunk.ts'
import { ScrollRegion } from '../../ui/ScrollRegion.tsx'
import { CHART_KINDS, type ChartKind, type ListState } from '../index/url-state.ts'
import type { LayoutProps } from '../layouts/layout-props.ts'
import { Answered } from './Answered.tsx'
import { listOfGroup } from './drill.ts'
import { ChooseOne, DownloadMenu, FigureBar } from './FigureBar.tsx'
import { choicesOf, groupChoices, measureChoices, wordsOf } from './fields.ts'
import styles from './figures.module.css'
import { plotted } from './series.ts'
import { type FiguresKey, t } from './text.ts'
import { downloadFigures, groupTitle, measureTitle, useFigures } from './use-figures.ts'
import { figureText } from './words.ts'

const Plots = lazy(withinTime(() => import('./Plots.tsx')))

/** Groups drawn at most: more bars than these are narrower than their gaps. */
const MOST_GROUPS = 60
const MOST_CELLS = 5000
const HEIGHT = 380

/** A figure of a list as a chart, with the table that it was drawn from beside it. */
const ChartView = ({ module, state, setState, narrow }: LayoutProps) => {
  const choices = choicesOf(module, state)
  const [axis, series] = [wordsOf(choices.group)[0], wordsOf(choices.across)[0]]
  const measure = wordsOf(choices.measure)[0]!
  const kind: ChartKind = state.chart ?? 'bar'
  const sections = useMemo(() => [groupChoices(module), measureChoices(module)] as const, [module])
  const isDate = axis?.includes(':') ?? false
  const request = {
    group: [axis, series].flatMap((name) => name ?? []),
    measure: [measure],
    limit: series ? MOST_CELLS : MOST_GROUPS,
    others: !series,
    sort: isDate ? axis! : `-${measure}`,
  }
  const query = useFigures(module.name, state, request, axis !== undefined)
  const choose = (change: Partial<ListState>) => setState({ group: axis ?? '', across: series ?? '', measure, ...change })
  return (
    <>
      <FigureBar>
        <SegmentedControl
          size="xs"
          aria-label={t('figures.kind')}
          value={kind}
          onChange={(chart) => choose({ chart: chart as ChartKind })}
          data={CHART_KINDS.map((value) => ({ value, label: t(`figures.kind.${value}` as FiguresKey) }))}
        />
        <ChooseOne
          label={t('figures.measure')}
          sections={sections[1]}
          value={measure}
          onChange={(next) => choose({ measure: next ?? 'count' })}
        />
        <ChooseOne label={t('figures.axis')} sections={sections[0]} value={axis} onChange={(next) => choose({ group: next ?? '' })} />
        <ChooseOne
          label={t('figures.series')}
          sections={sections[0]}
          value={series}
          clearable
          onChange={(next) => choose({ across: next ?? '' })}
        />
        <DownloadMenu onDownload={(format) => downloadFigures(module.name, { state, request, spread: series ? 1 : 0, format })} />
      </FigureBar>
      <Answered query={query}>{(answer) => <Drawn {...{ answer, kind, state, narrow }} />}</Answered>
    </>
  )
}

const Drawn = ({ answer, kind, state, narrow }: { answer: Aggregate; kind: ChartKind; state: ListState; narrow: boolean }) => {
  const measure = answer.measures[0]!
  const name = measureTitle(measure)
  const { points, series } = useMemo(() => plotted(answer, name), [answer, name])
  const format = (value: number) => figureText(measure, value)
  const isPie = kind === 'pie' && points.every(({ values }) => series.every((each) => (values[each] ?? 0) >= 0))
  return (
    <div className={styles.chart} data-narrow={narrow || undefined}>
      <div className={styles.plot}>
        {kind === 'pie' && !isPie && <p className={styles.note}>{t('figures.notAdded')}</p>}
        <Suspense fallback={<Skeleton height={HEIGHT} />}>
          <Plots kind={kind === 'pie' && !isPie ? 'bar' : kind} {...{ points, series, format }} height={HEIGHT} />
        </Suspense>
      </div>
      <ScrollRegion label={t('figures.table')} className={styles.beside}>
        <table className={styles.pivot} aria-label={t('figures.table')}>
          <thead>
            <tr>
              <th scope="col">{groupTitle(answer.groups[0]!)}</th>
              {series.map((each) => (
                <th key={each} scope="col" data-end>
                  {each}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {points.map((point) => (
              <tr key={point.label}>
                <th scope="row">
                  <Link to={listOfGroup(state, point.filter)}>{point.label}</Link>
                </th>
                {series.map((each) => (
                  <td key={each} data-end>
                    {point.values[each] === undefined ? '' : format(point.values[each])}
                  </td>
                ))}
              </tr>
            ))}
            {answer.others?.groups ? (
              <tr>
                <th scope="row">{t('figures.others', { count: answer.others.groups })}</th>
                <td data-end>{figureText(measure, answer.others.values[0])}</td>
              </tr>
            ) : null}
          </tbody>
          {series.length === 1 && answer.totals && (
            <tfoot>
              <tr>
                <th scope="row">{t('figures.total')}</th>
                <td data-end>{figureText(measure, answer.totals.values[0])}</td>
              </tr>
            </tfoot>
          )}
        </table>
      </ScrollRegion>
    </div>
  )
}

export default ChartView
