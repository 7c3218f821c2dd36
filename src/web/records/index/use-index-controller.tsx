import { useMediaQuery } from '@mantine/hooks'
import { useAtom } from 'jotai'
import { lazy, Suspense, useMemo, useRef } from 'react'
import { beginsElsewhere } from '../../../engine/model/kind.ts'
import type { Module, Row } from '../../../engine/model/module.ts'
import { file, save } from '../../api/client.ts'
import { label, t } from '../../i18n/index.ts'
import { useModuleRoute } from '../../routing/module-route.tsx'
import { dialogs } from '../../ui/dialogs/index.ts'
import { printReport } from '../../ui/print.ts'
import { toastError } from '../../ui/toast.ts'
import { listCalls } from '../actions/offered.ts'
import { layoutOf, layoutsOf } from '../layouts/layouts.ts'
import { type AnswerColumns, arrangementAtom, fieldsOf, filledColumns, reportColumns, visibleColumns } from './columns.ts'
import { recordColumn } from './list-table.ts'
import { REPORT_CARDS, REPORT_PAGE, totalsOf } from './report-layout.ts'
import { queryParams } from './url-state.ts'
import { useChosenRecords } from './use-chosen-records.ts'
import { useListKeys } from './use-list-keys.ts'
import { useListState } from './use-list-state.ts'
import { useListTable } from './use-list-table.ts'
import { useDrill, useListPath, usePathOf, usePrefetch, useRecords } from './use-records.ts'

const ImportDialog = lazy(() => import('./ImportDialog.tsx'))
/** Most records that the server takes an action on at once. */
const MOST_AT_ONCE = 10_000
const NO_ROWS: readonly Row[] = []

type Can = ReturnType<typeof useModuleRoute>['can']

/** The module as its list shows it: a report's columns are its own. */
const useListed = (module: Module, answer: (AnswerColumns & { readonly rows: readonly Row[] }) | undefined): Module =>
  useMemo(
    () =>
      module.kind === 'report' && module.report
        ? { ...module, columns: filledColumns(reportColumns(module.report, answer), answer?.rows ?? NO_ROWS) }
        : module,
    [module, answer],
  )

/** Where a row opens; undefined where rows do not open. */
const useRowPath = (module: Module, base: string, can: Can, application: string) => {
  const pathOf = usePathOf(application)
  const listPath = useListPath()
  const rowPath = useMemo(() => {
    const opens = module.report?.opens
    if (opens) return (row: Row) => listPath(String(row[opens.application]), String(row[opens.module]), opens.query && row[opens.query])
    const stands = module.report?.records
    if (stands) return (row: Row) => (row[stands.id] ? pathOf(String(row[stands.module]), Number(row[stands.id])) : undefined)
    return !module.report && can('view') && module.actions.view ? (row: Row) => `${base}/view/${row.id}` : undefined
  }, [module, base, can, pathOf, listPath])
  return { pathOf, rowPath }
}

const mayChoose = (module: Module, may: (name: string) => boolean, can: Can): boolean =>
  module.report
    ? (module.report.records?.actions.length ?? 0) > 0 || (module.report.makes?.length ?? 0) > 0
    : may('delete') || Object.values(module.workflow?.transitions ?? {}).some(({ code }) => can(code))

/**
 * What a list or a report is and does, without a look: the address and the arrangement, the rows that they ask for, the
 * table over them, the records chosen, and what the user may do. `IndexPage` draws it.
 */
export const useIndexController = () => {
  const { module: resolved, base, can, application } = useModuleRoute()
  const { report, calendar } = resolved
  const [state, setState] = useListState()
  const [arrangement, setArrangement] = useAtom(arrangementAtom(resolved.name))
  const narrow = useMediaQuery('(max-width: 600px)', false, { getInitialValueInEffect: false })
  const searchField = useRef<HTMLInputElement>(null)
  const prefetch = usePrefetch(resolved.name)
  const { pathOf, rowPath } = useRowPath(resolved, base, can, application)

  const missing = report?.parameters.some((field) => field.required && !state.filters[field.name] && !field.default) ?? false
  const layout = layoutOf(resolved, state.show)
  // A report is read as a whole, with its totals; a phone draws fewer cards at once.
  const shownState = report ? { ...state, limit: narrow ? REPORT_CARDS : REPORT_PAGE } : state
  const fields = report ? undefined : fieldsOf(visibleColumns(resolved, arrangement))
  const records = useRecords(resolved.name, shownState, { fields, enabled: !missing && layout === 'list' })
  const rows = records.data?.rows ?? NO_ROWS
  const pagination = records.data?.pagination
  const module = useListed(resolved, records.data)
  const drillPath = useDrill(resolved, application, records.data)

  const may = (name: string) => module.actions[name] !== undefined && can(module.actions[name]!.code)
  const newPath = may('new') && !beginsElsewhere(module) ? `${base}/new` : undefined
  const chosen = useChosenRecords(rows, JSON.stringify([state.search, state.filters, state.all]))
  const selectable = mayChoose(module, may, can)
  const totals = useMemo(() => totalsOf(records.data), [records.data])
  const table = useListTable({
    module,
    rows,
    totals,
    state: shownState,
    setState,
    pageCount: pagination?.last_page ?? Math.max(1, Math.ceil((pagination?.total ?? 0) / shownState.limit)),
    arrangement,
    setArrangement,
    selectable,
    selection: chosen.selection,
    onSelectionChange: chosen.onSelectionChange,
  })
  useListKeys({
    newPath,
    focusSearch: () => searchField.current?.focus(),
    clear: chosen.chosen.size > 0 ? chosen.clear : undefined,
  })

  /** What the list shows: its columns in their order, its filters, sort and days; or every column. */
  const exportRows = (format: 'csv' | 'xlsx', { ids, every = false }: { ids?: readonly string[]; every?: boolean } = {}) => {
    const columns = table.getHeaderGroups()[0]!.headers.flatMap(({ column }) => recordColumn(column)?.path ?? [])
    const params = {
      ...queryParams(state),
      ...(ids && { 'filter[id][in]': ids.join(',') }),
      ...(!every && !report && { columns: columns.join(',') }),
      ...(!state.all && !ids && { window: 'list' }),
      format,
    }
    file('get', `${module.name}/exportCSV`, { params }).then(save, toastError)
  }
  // A call of the module's own that takes the place of the import only adds.
  const changesByImport = may('edit') && !module.endpoints.some(({ method, path }) => method === 'POST' && path === 'import')
  const openImport = () =>
    void dialogs.modal({ title: t('import.title', { title: label(module.title) }), width: 720 }, (close) => (
      <Suspense>
        <ImportDialog
          module={module}
          creates={may('import')}
          changes={changesByImport}
          params={queryParams(state)}
          onDone={() => close()}
        />
      </Suspense>
    ))

  const { sort: _order, ...found } = queryParams(state)
  const offersAll =
    !report &&
    pagination !== undefined &&
    !pagination.total_is_estimate &&
    pagination.total <= MOST_AT_ONCE &&
    pagination.total > rows.length
  return {
    module,
    can,
    may,
    state,
    setState,
    arrangement,
    setArrangement,
    narrow,
    searchField,
    records,
    rows,
    pagination,
    table,
    chosen,
    /** Beyond the page: all that the search and the filters find. Offered when the whole page is chosen. */
    matching:
      offersAll && table.getIsAllPageRowsSelected()
        ? { params: found, total: pagination.total, chosen: chosen.everything, onChoose: chosen.chooseEverything }
        : undefined,
    pathOf,
    rowPath,
    drillPath,
    onHover: rowPath && !report ? (row: Row) => prefetch(Number(row.id)) : undefined,
    newPath,
    calls: useMemo(() => listCalls(module), [module]),
    /** Layouts that the module offers, and the one that is shown. */
    layouts: useMemo(() => layoutsOf(resolved), [resolved]),
    layout,
    /** Parameters that a report cannot do without are not given yet. */
    missing,
    /** A calendar sets the days itself. */
    parameters: (report?.parameters ?? []).filter(({ name }) => layout !== 'calendar' || !calendar?.range?.includes(name)),
    narrowed: state.search !== '' || Object.keys(state.filters).length > 0,
    exportRows,
    printRows: () => void printReport(module.name, queryParams(state)).catch(toastError),
    openImport,
    changesByImport,
  }
}

export type IndexController = ReturnType<typeof useIndexController>
