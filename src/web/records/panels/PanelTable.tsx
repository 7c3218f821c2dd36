import { ActionIcon, Anchor, Badge, Button, Group, Loader, Menu, Table, Text, VisuallyHidden } from '@mantine/core'
import { IconDots, IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useMemo } from 'react'
import { Link, useNavigate } from 'react-router-dom'
import type { Field, Module, Panel, Report, Row } from '../../../engine/model/module.ts'
import { call, get, put, remove } from '../../api/client.ts'
import { moduleQuery, queryClient } from '../../api/queries.ts'
import { FieldValue } from '../../fields/FieldValue.tsx'
import { isNumeric } from '../../fields/registry.tsx'
import { label, t } from '../../fields/text.ts'
import { useListHref } from '../../routing/list-href.ts'
import { useModuleRoute } from '../../routing/module-route.tsx'
import { dialogs } from '../../ui/dialogs/index.ts'
import { ErrorPage } from '../../ui/ErrorPage.tsx'
import { toastError } from '../../ui/toast.ts'
import type { PathOf } from '../index/cells.tsx'
import { usePathOf } from '../index/use-records.ts'
import { PanelForm, PanelRecord, withoutOwner } from './PanelForm.tsx'

const COLUMNS = 7
/** Narrower than this per column, a table scrolls sideways, so that numbers of documents are not broken. */
const COLUMN_WIDTH = 90
const FORM_WIDTH = 700

interface Props {
  readonly parent: Module
  readonly id: number
  readonly panel: Panel
  /** Whether the user can change the owner, which decides for children without a menu of their own. */
  readonly writable: boolean
  /** The child module as it is to be shown; by default as the person may see it in general. */
  readonly child?: Module | undefined
}

/** Child records of another module, on a tab of the view: read, added, changed, deleted, made the default. */
export function PanelTable({ parent, id, panel, writable, child }: Props) {
  const path = `${parent.name}/${id}/${panel.path}`
  const pathOf = usePathOf(useModuleRoute().application)
  const navigate = useNavigate()
  const described = useQuery({ ...moduleQuery(panel.module), enabled: !child })
  const answer = useQuery({
    queryKey: ['records', panel.module, 'panel', parent.name, id, panel.path],
    queryFn: ({ signal }) => call<Row[]>('get', path, { signal }),
  })
  const definition = child ?? described.data
  const module = useMemo(() => definition && withoutOwner(definition, panel), [definition, panel])
  const failed = described.error ?? answer.error
  if (failed) return <ErrorPage error={failed} onRetry={() => Promise.all([described.refetch(), answer.refetch()])} />
  const rows = answer.data?.data
  if (!module || !rows) return <Loader size="sm" role="img" aria-label={t('fields.loading')} />

  const may = (action: 'new' | 'edit' | 'delete') =>
    panel.readonly ? false : panel.through ? writable && panel.may.includes(action) : module.actions[action] !== undefined
  const short = <Shortened panel={panel} id={id} shown={rows.length} total={answer.data?.pagination?.total ?? rows.length} />
  if (module.report)
    return rows.length ? (
      <>
        <Rows fields={reportFields(module.report, panel, rows)} rows={rows} hrefOf={recordHref(module.report, pathOf)} />
        {short}
      </>
    ) : (
      <Nothing />
    )
  const isDefault = (row: Row) => panel.default !== undefined && row[panel.default] === true
  const owner = Object.fromEntries(Object.entries(panel.where).map(([name, value]) => [name, value === '$id' ? id : value]))
  const changed = () =>
    Promise.all([
      queryClient.invalidateQueries({ queryKey: ['records', panel.module] }),
      // Other children follow from this one, as a checklist does.
      queryClient.invalidateQueries({
        predicate: ({ queryKey: [, , kind, name, owned] }) => kind === 'panel' && name === parent.name && owned === id,
      }),
      queryClient.invalidateQueries({ queryKey: ['rail', parent.name, id] }),
    ])
  // A list masks sensitive fields and omits large ones: the whole record is read before it is shown or changed.
  const whole = (row: Row) => get<Row>(`${path}/${String(row.id)}`)
  const open = async (listed?: Row) => {
    const row = listed && (await whole(listed))
    const given = row ? owner : { ...(await broughtBy(module, { parent, id, owner })), ...owner }
    const title = t(row ? 'form.edit' : 'form.new', { name: label(module.singular) })
    const saved = await dialogs.modal<Row>({ title, width: FORM_WIDTH }, (close) => (
      <PanelForm path={path} module={module} owner={given} {...(row && { row })} close={close} />
    ))
    if (saved) await changed()
  }
  // A record with steps of its own has a screen, where they are taken.
  const hrefOf = (row: Row) => (module.workflow ? pathOf(module.name, Number(row.id)) : undefined)
  const show = async (listed: Row) => {
    const href = hrefOf(listed)
    if (href) return navigate(href)
    const row = await whole(listed)
    await dialogs.modal({ title: label(module.singular), width: FORM_WIDTH }, () => <PanelRecord module={module} row={row} />)
  }
  const run = (work: () => Promise<unknown>) => void work().then(changed).catch(toastError)
  const drop = async (row: Row) => {
    if (await dialogs.danger({ confirm: t('view.delete') })) run(() => remove(`${path}/${String(row.id)}`))
  }

  return (
    <>
      {may('new') && (
        <Group justify="flex-end" mb="sm">
          <Button
            size="compact-md"
            variant="default"
            leftSection={<IconPlus size={16} aria-hidden />}
            onClick={() => void open().catch(toastError)}
          >
            {t('form.new', { name: label(module.singular) })}
          </Button>
        </Group>
      )}
      {rows.length === 0 ? (
        <Nothing />
      ) : (
        <Rows
          fields={columnsOf(module, panel, rows)}
          rows={rows}
          hrefOf={hrefOf}
          isDefault={isDefault}
          actions={(row) => [
            { title: t('view.open'), run: () => void show(row).catch(toastError) },
            ...(may('edit') ? [{ title: t('view.edit'), run: () => void open(row).catch(toastError) }] : []),
            ...(may('edit') && panel.default && !isDefault(row)
              ? [{ title: t('view.makeDefault'), run: () => run(() => put(`${path}/${String(row.id)}/default`)) }]
              : []),
            ...(may('delete') ? [{ title: t('view.delete'), run: () => void drop(row), danger: true }] : []),
          ]}
        />
      )}
      {short}
    </>
  )
}

/** Says that not all rows are shown, with the way to them where the user has the module's list. */
function Shortened({ panel, id, shown, total }: { panel: Panel; id: number; shown: number; total: number }) {
  const listOf = useListHref()
  if (total <= shown) return null
  const conditions = Object.entries(panel.where)
  // A condition on another field of the owner is not known here.
  const known = conditions.every(([, value]) => value === '$id' || !String(value).startsWith('$'))
  const query = new URLSearchParams(conditions.map(([name, value]) => [`filter[${name}]`, String(value === '$id' ? id : value)]))
  const href = known ? listOf(panel.module, `?${query}`) : undefined
  return (
    <Text size="sm" c="dimmed" mt="sm">
      {t('view.shortened', { shown: shown.toLocaleString('en'), total: total.toLocaleString('en') })}{' '}
      {href && <Link to={href}>{t('view.all')}</Link>}
    </Text>
  )
}

const Nothing = () => (
  <Text size="sm" c="dimmed">
    {t('view.noChildren')}
  </Text>
)

/** What a new child takes over from its owner, as when the owner is chosen in a form (`fetch`). */
async function broughtBy(module: Module, { parent, id, owner }: { parent: Module; id: number; owner: Row }): Promise<Row> {
  const fields = module.fields.flatMap(({ name, fetch = [] }) =>
    fetch.filter(({ from }) => owner[from] === id && module.field[from]?.to === parent.name).map(({ path }) => ({ name, path })),
  )
  if (fields.length === 0) return {}
  const record = await get<Row>(`${parent.name}/${id}`)
  return Object.fromEntries(fields.map(({ name, path }) => [name, record[path] ?? null]))
}

/** The first columns of the child's list, without what ties it to its owner and what no row has. */
function columnsOf(module: Module, panel: Panel, rows: readonly Row[]): readonly Field[] {
  const shown = module.columns.flatMap(({ path }) => {
    const root = path.split('.')[0]
    return module.fields.filter((field) => field.name === root || field.refAs === root)
  })
  const isSaid = ({ name }: Field) => rows.some((row) => row[name] !== null && row[name] !== undefined && row[name] !== '')
  return [...new Set(shown)]
    .filter((field) => !(field.name in panel.where) && field.name !== panel.default && isSaid(field))
    .slice(0, COLUMNS)
}

/** The report's columns that its rows have: those that a user cannot see are missing. */
const reportFields = ({ columns }: Report, panel: Panel, rows: readonly Row[]): readonly Field[] =>
  columns.filter(({ name, widget }) => !(name in panel.where) && widget !== 'hidden' && rows.some((row) => row[name] !== undefined))

/** The address of the record that a row of a report stands for. */
const recordHref = ({ records }: Report, pathOf: PathOf) =>
  records && ((row: Row) => (row[records.id] ? pathOf(String(row[records.module]), Number(row[records.id])) : undefined))

interface RowAction {
  readonly title: string
  readonly run: () => void
  readonly danger?: boolean
}

interface RowsProps {
  readonly fields: readonly Field[]
  readonly rows: readonly Row[]
  readonly isDefault?: (row: Row) => boolean
  /** Where the name of a row leads: the first text that has one. */
  readonly hrefOf?: ((row: Row) => string | undefined) | undefined
  /** Actions on a row; rows of a report have none. */
  readonly actions?: (row: Row) => readonly RowAction[]
}

const Opened = ({ href, children }: { href: string | undefined; children: ReactNode }) =>
  href ? (
    <Anchor component={Link} to={href} inherit>
      {children}
    </Anchor>
  ) : (
    children
  )

function Rows({ fields, rows, isDefault, hrefOf, actions }: RowsProps) {
  const first = fields.find(({ type }) => type === 'text')
  return (
    <Table.ScrollContainer minWidth={Math.max(fields.length * COLUMN_WIDTH, 360)}>
      <Table verticalSpacing="xs" horizontalSpacing="xs">
        <Table.Thead>
          <Table.Tr>
            {fields.map((field) => (
              <Table.Th key={field.name} {...(isNumeric(field.type) && { ta: 'right' })}>
                {label(field.title)}
              </Table.Th>
            ))}
            {actions && (
              <Table.Th w={44}>
                <VisuallyHidden>{t('view.actions')}</VisuallyHidden>
              </Table.Th>
            )}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.map((row, position) => {
            const name = String(row.label ?? row.name ?? row.id)
            return (
              <Table.Tr key={String(row.id ?? position)}>
                {fields.map((field, index) => (
                  <Table.Td key={field.name}>
                    <Group gap="xs" wrap="nowrap" {...(isNumeric(field.type) && { justify: 'flex-end' })}>
                      <Opened href={field === first ? hrefOf?.(row) : undefined}>
                        <FieldValue field={field} value={row[field.name]} resolved={field.refAs ? row[field.refAs] : undefined} />
                      </Opened>
                      {index === 0 && isDefault?.(row) && (
                        <Badge size="sm" variant="light">
                          {t('view.default')}
                        </Badge>
                      )}
                    </Group>
                  </Table.Td>
                ))}
                {actions && (
                  <Table.Td>
                    <Menu position="bottom-end">
                      <Menu.Target>
                        <ActionIcon variant="subtle" color="gray" aria-label={t('view.actionsOf', { name })}>
                          <IconDots size={16} aria-hidden />
                        </ActionIcon>
                      </Menu.Target>
                      <Menu.Dropdown>
                        {actions(row).map(({ title, run, danger }) => (
                          <Menu.Item key={title} onClick={run} {...(danger && { color: 'red' })}>
                            {title}
                          </Menu.Item>
                        ))}
                      </Menu.Dropdown>
                    </Menu>
                  </Table.Td>
                )}
              </Table.Tr>
            )
          })}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  )
}
