import { ActionIcon, Button } from '@mantine/core'
import { IconDots, IconPlus } from '@tabler/icons-react'
import { lazy, Suspense } from 'react'
import { Link } from 'react-router-dom'
import { label, t } from '../../i18n/index.ts'
import { Late } from '../../ui/Late.tsx'
import { runCall } from '../actions/offered.ts'
import type { OfferedCall } from '../actions/offered-call.ts'
import { numberText } from './format.ts'
import styles from './IndexPage.module.css'
import { shownValues } from './parameter-values.ts'
import type { IndexController } from './use-index-controller.tsx'
import { ViewsMenu } from './ViewsMenu.tsx'

const LayoutMenu = lazy(() => import('../layouts/LayoutMenu.tsx'))

/** Runs a call of the list; a report's begins with the parameters that are shown. */
const run = ({ module, parameters, state, setState }: IndexController, call: OfferedCall): void =>
  void runCall(module, call, {
    given: shownValues(call.button.input, parameters, state.filters),
    show: (filters) => setState({ filters, search: '', page: 1 }),
  })

/** What stands behind the dots: exports, the import, calls that are not the list's first. */
const menuItems = (list: IndexController) => {
  const { module, may, calls, exportRows, openImport } = list
  return [
    ...(may('export')
      ? [
          { title: t('list.exportXlsx'), run: () => exportRows('xlsx') },
          { title: t('list.exportCsv'), run: () => exportRows('csv') },
          ...(module.report
            ? []
            : [
                { title: t('list.exportXlsxAll'), run: () => exportRows('xlsx', { every: true }) },
                { title: t('list.exportCsvAll'), run: () => exportRows('csv', { every: true }) },
              ]),
        ]
      : []),
    ...(may('import') || (module.actions.import !== undefined && list.changesByImport)
      ? [{ title: t('list.import'), run: openImport }]
      : []),
    ...calls
      .filter(({ button }) => button.tone !== 'primary')
      .map((call) => ({ title: label(call.button.title), run: () => run(list, call) })),
  ]
}

/** The name of a list, how many records it has, and what can be done with it as a whole. */
export const IndexHead = ({ list }: { list: IndexController }) => {
  const { module, may, calls, newPath, layouts, layout, pagination, setState } = list
  const items = menuItems(list)
  return (
    <div className={styles.head} data-action-bar>
      <h1 className={styles.title}>{label(module.title)}</h1>
      {pagination && layout === 'list' && (
        <span className={`${styles.count} tabular`}>
          {pagination.total_is_estimate && '~'}
          {numberText(pagination.total, 'integer')}
        </span>
      )}
      <div className={styles.actions}>
        {layouts.length > 1 && (
          <Suspense fallback={<span className={styles.layout} />}>
            <LayoutMenu
              layouts={layouts}
              shown={layout}
              onShow={(show) => setState({ show, page: 1, group: '', across: '', measure: '' })}
            />
          </Suspense>
        )}
        {calls
          .filter(({ button }) => button.tone === 'primary')
          .map((call) => (
            <Button key={call.path} variant="default" onClick={() => run(list, call)}>
              {label(call.button.title)}
            </Button>
          ))}
        {module.report && list.parameters.length > 0 && (
          <ViewsMenu {...{ module, state: list.state, setState, arrangement: list.arrangement, setArrangement: list.setArrangement }} />
        )}
        {module.report && may('print') && list.rows.length > 0 && (
          <Button variant="default" onClick={list.printRows}>
            {t('report.print')}
          </Button>
        )}
        {items.length > 0 && (
          <Late
            kind="menu"
            items={items}
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
  )
}
