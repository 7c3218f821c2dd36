import { lazy, Suspense } from 'react'
import type { Module } from '../../../engine/model/module.ts'
import { label } from '../../i18n/index.ts'
import { usePageTitle } from '../../ui/page-title.ts'
import { ColumnsMenu } from './ColumnsMenu.tsx'
import { PLAIN } from './columns.ts'
import { FilterBar } from './FilterBar.tsx'
import { IndexHead } from './IndexHead.tsx'
import styles from './IndexPage.module.css'
import { IndexRows } from './IndexRows.tsx'
import { SearchBox } from './SearchBox.tsx'
import { queryParams } from './url-state.ts'
import { type IndexController, useIndexController } from './use-index-controller.tsx'
import { ViewsMenu } from './ViewsMenu.tsx'

const BulkBar = lazy(() => import('./BulkBar.tsx'))
const ReportParameters = lazy(() => import('./ReportParameters.tsx'))

/** A board of people is narrowed by what its rows are: filters of their records do not apply to it. */
const ofPeople = (module: Module): Module => {
  const { person } = module.planner!
  const through = `${module.field[person]?.refAs}.`
  return {
    ...module,
    fields: module.fields.filter(({ name }) => name === person),
    filters: module.filters.filter((name) => name === person || name.startsWith(through)),
  }
}

/** What narrows a list and arranges it: search, filters, saved views, columns. */
const Tools = ({ list }: { list: IndexController }) => {
  const { state, setState, arrangement, setArrangement } = list
  const module = list.layout === 'planner' ? ofPeople(list.module) : list.module
  return (
    <div className={styles.tools}>
      <SearchBox field={list.searchField} value={state.search} onSearch={(search) => setState({ search, page: 1 }, { replace: true })} />
      <FilterBar module={module} state={state} setState={setState} />
      <div className={styles.arrange}>
        <ViewsMenu {...{ module, state, setState, arrangement, setArrangement }} />
        {!list.narrow && ['list', 'grouped', 'board'].includes(list.layout) && (
          <ColumnsMenu module={module} table={list.table} onReset={() => setArrangement(PLAIN)} />
        )}
      </div>
    </div>
  )
}

/** The list of a module's records, or the rows of a report. */
const IndexPage = () => {
  const list = useIndexController()
  const { module, chosen, matching, exportRows } = list
  usePageTitle(label(module.title))
  return (
    <div className={styles.page}>
      <IndexHead list={list} />
      {module.report?.note && <p className={styles.note}>{label(module.report.note)}</p>}
      {!module.report && <Tools list={list} />}
      {list.parameters.length > 0 && (
        <Suspense>
          <ReportParameters
            key={`${list.layout}:${list.state.view ?? ''}`}
            parameters={list.parameters}
            filters={list.state.filters}
            onShow={(filters, options) => list.setState({ filters, page: 1 }, options)}
          />
        </Suspense>
      )}
      {chosen.chosen.size > 0 && list.layout === 'list' && (
        <Suspense>
          <BulkBar
            module={module}
            rows={[...chosen.chosen.values()]}
            can={list.can}
            pathOf={list.pathOf}
            {...(module.report && { parameters: queryParams(list.state) })}
            {...(matching && { matching })}
            onExport={() => exportRows('xlsx', matching?.chosen ? {} : { ids: [...chosen.chosen.keys()] })}
            onClear={chosen.clear}
          />
        </Suspense>
      )}
      <IndexRows list={list} />
    </div>
  )
}

export default IndexPage
