import { ActionIcon, Button, CloseButton, TextInput } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { IconDots, IconPlus, IconSearch } from '@tabler/icons-react'
import { useAtom } from 'jotai'
import { lazy, Suspense, useEffect, useMemo, useRef, useState } from 'react'
import { Link } from 'react-router-dom'
import type { Row } from '../../../engine/model/module.ts'
import { file, save } from '../../api/client.ts'
import { label, t } from '../../i18n/index.ts'
import { useModuleRoute } from '../../routing/module-route.tsx'
import { dialogs } from '../../ui/dialogs/index.ts'
import { ErrorPage } from '../../ui/ErrorPage.tsx'
import { Late } from '../../ui/Late.tsx'
import { usePageTitle } from '../../ui/page-title.ts'
import { printReport } from '../../ui/print.ts'
import { toastError } from '../../ui/toast.ts'
import { listCalls, runCall } from '../actions/offered.ts'
import { Cards } from './Cards.tsx'
import { ColumnsMenu } from './ColumnsMenu.tsx'
import { arranged, arrangementAtom, drawn, fieldsOf, reportColumns } from './columns.ts'
import { FilterBar } from './FilterBar.tsx'
import { numberText } from './format.ts'
import styles from './IndexPage.module.css'
import { Pager } from './Pager.tsx'
import { RecordTable } from './RecordTable.tsx'
import { REPORT_CARDS, REPORT_PAGE } from './report-layout.ts'
import { queryParams } from './url-state.ts'
import { useListKeys } from './use-list-keys.ts'
import { useListState } from './use-list-state.ts'
import { usePathOf, usePrefetch, useRecords } from './use-records.ts'
import { ViewsMenu } from './ViewsMenu.tsx'

const OtherToggle = lazy(() => import('../other/OtherToggle.tsx'))
const OtherView = lazy(() => import('./AlternateLayout.tsx'))
const BulkBar = lazy(() => import('./BulkBar.tsx'))
const EmptyState = lazy(() => import('./EmptyState.tsx'))
const ImportDialog = lazy(() => import('./ImportDialog.tsx'))
const ReportParameters = lazy(() => import('./ReportParameters.tsx'))
const SEARCH_DEBOUNCE_MS = 250
/** Most records that the server takes an action on at once. */
const MOST_AT_ONCE = 10_000

/** The search box: what is typed shows at once and is asked for after a pause. */
const Search = ({
  value,
  onSearch,
  field,
}: {
  value: string
  onSearch: (search: string) => void
  field: React.RefObject<HTMLInputElement | null>
}) => {
  const [text, setText] = useState(value)
  const asked = useRef(value)
  useEffect(() => {
    if (value !== asked.current) {
      asked.current = value
      setText(value)
    }
  }, [value])
  useEffect(() => {
    if (text === asked.current) return
    const timer = setTimeout(() => {
      asked.current = text
      onSearch(text)
    }, SEARCH_DEBOUNCE_MS)
    return () => clearTimeout(timer)
  }, [text, onSearch])
  return (
    <TextInput
      ref={field}
      className={styles.search!}
      value={text}
      onChange={(event) => setText(event.currentTarget.value)}
      onKeyDown={(event) => event.key === 'Escape' && event.currentTarget.blur()}
      placeholder={t('list.search')}
      aria-label={t('list.search')}
      leftSection={<IconSearch size={16} />}
      rightSection={text && <CloseButton size="sm" onClick={() => setText('')} aria-label={t('list.clearSearch')} />}
    />
  )
}

/** The list of a module's records, or the rows of a report. */
const IndexPage = () => {
  const { module: resolved, base, can, application } = useModuleRoute()
  const report = resolved.kind === 'report' ? resolved.report : undefined
  const module = useMemo(() => (report ? { ...resolved, columns: reportColumns(report) } : resolved), [resolved, report])
  const [state, setState] = useListState()
  const [arrangement, setArrangement] = useAtom(arrangementAtom(module.name))
  const [selected, setSelected] = useState<ReadonlyMap<string, Row>>(new Map())
  const narrow = useMediaQuery('(max-width: 600px)', false, { getInitialValueInEffect: false })
  const searchField = useRef<HTMLInputElement>(null)
  const prefetch = usePrefetch(module.name)
  const pathOf = usePathOf(application)
  usePageTitle(label(module.title), { crumb: false })

  const missing = report?.parameters.some((field) => field.required && !state.filters[field.name] && !field.default) ?? false
  const { calendar } = module
  const other = calendar ?? module.tree
  const asOther = other !== undefined && (state.show ? state.show !== 'list' : other.first)
  const fields = report ? undefined : fieldsOf(drawn(module, arrangement))
  // A report is read as a whole, with its totals; a phone draws fewer cards at once.
  const shownState = report ? { ...state, limit: narrow ? REPORT_CARDS : REPORT_PAGE } : state
  const records = useRecords(module.name, shownState, { fields, enabled: !missing && !asOther })
  const rows = records.data?.rows ?? []
  const may = (name: string) => module.actions[name] !== undefined && can(module.actions[name]!.code)
  const calls = useMemo(() => listCalls(module), [module])
  const menuCalls = calls.filter(({ button }) => button.tone !== 'primary')
  const newPath = may('new') ? `${base}/new` : undefined
  const stands = report?.records
  const rowPath = stands
    ? (row: Row) => pathOf(String(row[stands.module]), Number(row[stands.id])) ?? base
    : !report && can('view') && module.actions.view
      ? (row: Row) => `${base}/view/${row.id}`
      : undefined
  const selectable =
    (stands?.actions.length ?? 0) > 0 ||
    (!report && (may('delete') || Object.values(module.workflow?.transitions ?? {}).some(({ code }) => can(code))))
  const [everything, setEverything] = useState(false)
  const clear = () => {
    setSelected(new Map())
    setEverything(false)
  }
  // What was chosen by a search and filters is not what others find.
  const narrowing = JSON.stringify([state.search, state.filters, state.all])
  useEffect(() => {
    if (narrowing) setEverything(false)
  }, [narrowing])
  useListKeys({
    newPath,
    focusSearch: () => searchField.current?.focus(),
    clear: selected.size > 0 ? clear : undefined,
  })

  const selection = useMemo(() => Object.fromEntries([...selected.keys()].map((id) => [id, true])), [selected])
  const select = (next: Record<string, boolean>) => {
    const known = new Map([...selected, ...rows.map((row) => [String(row.id), row] as const)])
    setEverything(false)
    setSelected(new Map(Object.keys(next).flatMap((id) => (next[id] && known.has(id) ? [[id, known.get(id)!]] : []))))
  }
  /** What the list shows: its columns in their order, its filters, sort and days; or every column. */
  const exportRows = (format: 'csv' | 'xlsx', { ids, every = false }: { ids?: readonly string[]; every?: boolean } = {}) => {
    const columns = drawn(module, arrangement).map(({ path }) => path)
    const params = {
      ...queryParams(state),
      ...(ids && { 'filter[id][in]': ids.join(',') }),
      ...(!every && !report && { columns: columns.join(',') }),
      ...(!state.all && !ids && { window: 'list' }),
      format,
    }
    file('get', `${module.name}/exportCSV`, { params }).then(save, toastError)
  }
  const printRows = () => void printReport(module.name, queryParams(state)).catch(toastError)
  const openImport = () =>
    dialogs.modal({ title: t('import.title', { title: label(module.title) }) }, (close) => (
      <Suspense>
        <ImportDialog module={module} onDone={() => close()} />
      </Suspense>
    ))

  // A calendar sets the days itself.
  const parameters = (report?.parameters ?? []).filter(({ name }) => !asOther || !calendar?.range?.includes(name))
  const narrowed = state.search !== '' || Object.keys(state.filters).length > 0
  const total = records.data?.pagination.total
  const window = records.data?.pagination.window
  const { sort: _order, ...found } = queryParams(state)
  const offersAll =
    !report && total !== undefined && !records.data?.pagination.total_is_estimate && total <= MOST_AT_ONCE && total > rows.length
  const matching =
    offersAll && rows.every((row) => selected.has(String(row.id))) && rows.length > 0
      ? { params: found, total, chosen: everything, onChoose: () => setEverything(true) }
      : undefined
  const listProps = {
    module,
    rows,
    pathOf,
    loading: records.isPending && !missing,
    stale: records.isPlaceholderData,
    ...(rowPath && { rowPath }),
    ...(selectable && { selection }),
  }

  return (
    <div className={styles.page}>
      <div className={styles.head}>
        <h1 className={styles.title}>{label(module.title)}</h1>
        {total !== undefined && !asOther && (
          <span className={`${styles.count} tabular`}>
            {records.data?.pagination.total_is_estimate && '~'}
            {numberText(total, 'integer')}
          </span>
        )}
        <div className={styles.actions}>
          {other && (
            <Suspense>
              <OtherToggle module={module} shown={asOther} onShow={(show) => setState({ show, page: 1 })} />
            </Suspense>
          )}
          {calls
            .filter(({ button }) => button.tone === 'primary')
            .map((one) => (
              <Button key={one.path} variant="default" onClick={() => void runCall(module, one)}>
                {label(one.button.title)}
              </Button>
            ))}
          {report && may('print') && rows.length > 0 && (
            <Button variant="default" onClick={printRows}>
              {t('report.print')}
            </Button>
          )}
          {(may('export') || may('import') || menuCalls.length > 0) && (
            <Late
              kind="menu"
              items={[
                ...(may('export')
                  ? [
                      { title: t('list.exportXlsx'), run: () => exportRows('xlsx') },
                      { title: t('list.exportCsv'), run: () => exportRows('csv') },
                      ...(report
                        ? []
                        : [
                            { title: t('list.exportXlsxAll'), run: () => exportRows('xlsx', { every: true }) },
                            { title: t('list.exportCsvAll'), run: () => exportRows('csv', { every: true }) },
                          ]),
                    ]
                  : []),
                ...(may('import') ? [{ title: t('list.import'), run: () => void openImport() }] : []),
                ...menuCalls.map((one) => ({ title: label(one.button.title), run: () => void runCall(module, one) })),
              ]}
              button={
                <ActionIcon variant="default" size={36} aria-label={t('list.more')}>
                  <IconDots size={18} />
                </ActionIcon>
              }
            />
          )}
          {newPath && (
            <Button
              component={Link}
              to={newPath}
              leftSection={<IconPlus size={16} />}
              onPointerEnter={() => void import('../form/FormPage.tsx')}
            >
              {t('list.new')}
            </Button>
          )}
        </div>
      </div>

      {report ? (
        parameters.length > 0 && (
          <Suspense>
            <ReportParameters
              key={String(asOther)}
              parameters={parameters}
              filters={state.filters}
              onShow={(filters) => setState({ filters, page: 1 })}
            />
          </Suspense>
        )
      ) : (
        <div className={styles.tools}>
          <Search field={searchField} value={state.search} onSearch={(search) => setState({ search, page: 1 }, { replace: true })} />
          <FilterBar module={module} state={state} setState={setState} />
          <div className={styles.arrange}>
            <ViewsMenu module={module} state={state} setState={setState} arrangement={arrangement} setArrangement={setArrangement} />
            {!narrow && !asOther && <ColumnsMenu module={module} arrangement={arrangement} setArrangement={setArrangement} />}
          </div>
        </div>
      )}

      {selected.size > 0 && !asOther && (
        <Suspense>
          <BulkBar
            module={module}
            rows={[...selected.values()]}
            can={can}
            {...(matching && { matching })}
            onExport={() => exportRows('xlsx', matching?.chosen ? {} : { ids: [...selected.keys()] })}
            onClear={clear}
          />
        </Suspense>
      )}

      {asOther ? (
        <Suspense>
          <OtherView {...{ module, state, setState, rowPath, narrow, newPath }} />
        </Suspense>
      ) : records.isError ? (
        <ErrorPage error={records.error} onRetry={records.refetch} />
      ) : missing ? (
        <p className={styles.hint}>{t('report.ask')}</p>
      ) : rows.length === 0 && !records.isPending ? (
        <Suspense>
          <EmptyState
            module={module}
            narrowed={narrowed}
            newPath={newPath}
            onClear={() => setState({ filters: {}, search: '', page: 1 })}
            {...(window && { onAll: () => setState({ all: true }) })}
          />
        </Suspense>
      ) : (
        <>
          {narrow ? (
            <Cards
              {...listProps}
              columns={arranged(module, arrangement).filter(({ path }) => !arrangement.hidden.includes(path))}
              onSelection={select}
              totals={records.data?.totals}
            />
          ) : (
            <RecordTable
              {...listProps}
              sort={state.sort || (module.sort[0] ? `${module.sort[0].descending ? '-' : ''}${module.sort[0].field}` : '')}
              onSort={(sort) => setState({ sort, page: 1 })}
              arrangement={arrangement}
              setArrangement={setArrangement}
              onSelection={select}
              {...(rowPath && !stands && { onHover: (row: Row) => prefetch(Number(row.id)) })}
              {...(records.data?.totals && Object.keys(records.data.totals).length > 0 && { totals: records.data.totals })}
            />
          )}
          {window && (
            <p className={styles.window}>
              {t('list.window', { from: String(window.from).replaceAll('-', '/') })}{' '}
              <button type="button" className={styles.all} onClick={() => setState({ all: true, page: 1 })}>
                {t('list.showAll')}
              </button>
            </p>
          )}
          {records.data && (!report || records.data.pagination.total > rows.length) && (
            <Pager
              pagination={records.data.pagination}
              shown={rows.length}
              state={shownState}
              setState={setState}
              {...(report && { fixed: true })}
            />
          )}
        </>
      )}
    </div>
  )
}

export default IndexPage
