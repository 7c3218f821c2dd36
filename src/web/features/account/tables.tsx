import { ActionIcon, Badge, Group, Text } from '@mantine/core'
import { IconDownload, IconTrash } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Row } from '../../../engine/model/module.ts'
import { file, post, save } from '../../api/client.ts'
import { queryClient } from '../../api/queries.ts'
import { fileSize } from '../../fields/fileSize.ts'
import { instantText, relativeText } from '../../records/index/format.ts'
import { useSession } from '../../routing/navigation.ts'
import { deviceId } from '../../state/device.ts'
import { dialogs } from '../../ui/dialogs/index.ts'
import { toast, toastError } from '../../ui/toast.ts'
import { AccountTable, type TableColumn } from './AccountTable.tsx'
import styles from './account.module.css'
import { Card, CardLink, Loaded } from './parts.tsx'
import { ownRowsQuery, type Rows, sharedByMeQuery, sharedWithMeQuery } from './queries.ts'
import type { Section } from './sections.ts'
import { type AccountKey, t } from './text.ts'

const BRIEF = 5
const PAGE = 10

/** A card in a section shows the first rows and leads to the table of all. */
interface CardProps {
  brief?: boolean
}

const all = (section: Section, table: string, title: string) => (
  <CardLink to={`/account/${section}/view/${table}`} text={t('account.all')} label={t('account.allOf', { title })} />
)
const when = (value: unknown) => <span title={instantText(value)}>{value ? relativeText(value) : ''}</span>
const exact = (value: unknown) => <span className="tabular">{instantText(value)}</span>
const textOf = (value: unknown): string => (value === null || value === undefined ? '' : String(value))
const isThis = (row: Row): boolean => row.device_id === deviceId()
const deviceName = (row: Row): string => textOf(row.device_name) || t('devices.unnamed')

const useOwnRows = (module: 'user_device' | 'recent_logins', brief: boolean) => {
  const [page, setPage] = useState(1)
  const size = brief ? BRIEF : PAGE
  const query = useQuery({ ...ownRowsQuery(module, useSession()?.user.id, page, size), placeholderData: (previous) => previous })
  return { query, paging: brief ? undefined : { page, size, onPage: setPage } }
}

const deleteDevice = async (row: Row) => {
  const name = deviceName(row)
  if (
    !(await dialogs.danger({
      title: t('devices.deleteTitle'),
      message: t('devices.deleteText', { name }),
      confirm: t('devices.deleteShort'),
    }))
  )
    return
  try {
    await post('user/delete-device', { id: row.id })
    toast('success', t('devices.deleted', { name }))
    await queryClient.invalidateQueries({ queryKey: ['account', 'user_device'] })
  } catch (error) {
    toastError(error)
  }
}

const DEVICES: readonly TableColumn[] = [
  {
    title: t('devices.name'),
    render: (row) => (
      <Group gap="xs" wrap="nowrap">
        {deviceName(row)}
        {isThis(row) && (
          <Badge variant="light" style={{ flex: 'none' }}>
            {t('devices.current')}
          </Badge>
        )}
      </Group>
    ),
  },
  { title: t('devices.ip'), render: (row) => textOf(row.last_ip) },
  { title: t('devices.registered'), render: (row) => exact(row.registered_at) },
  { title: t('devices.seen'), render: (row) => when(row.last_seen_at) },
  {
    title: t('account.actions'),
    quiet: true,
    render: (row) =>
      // The device in use is left by signing out.
      !isThis(row) && (
        <ActionIcon
          variant="subtle"
          color="red"
          aria-label={t('devices.delete', { name: deviceName(row) })}
          onClick={() => void deleteDevice(row)}
        >
          <IconTrash size={16} />
        </ActionIcon>
      ),
  },
]

export const DevicesCard = ({ brief = false }: CardProps) => {
  const { query, paging } = useOwnRows('user_device', brief)
  const title = t('devices.title')
  return (
    <Card title={title} action={brief && all('security', 'devices', title)} bare>
      <Loaded query={query}>
        {(data) => <AccountTable label={title} columns={DEVICES} data={data} empty={t('devices.empty')} paging={paging} />}
      </Loaded>
    </Card>
  )
}

const LOGINS: readonly TableColumn[] = [
  { title: t('logins.at'), render: (row) => exact(row.logged_in_at) },
  {
    title: t('logins.result'),
    render: (row) =>
      row.result === 'failed' ? (
        <Text span c="var(--mantine-color-error)" title={textOf(row.failure_reason)}>
          {t('logins.failed')}
        </Text>
      ) : (
        t('logins.success')
      ),
  },
  { title: t('logins.ip'), render: (row) => textOf(row.ip_address) },
  { title: t('logins.device'), render: (row) => textOf(row.device_type) },
  { title: t('logins.out'), render: (row) => exact(row.logged_out_at) },
]

export const LoginsCard = ({ brief = false }: CardProps) => {
  const { query, paging } = useOwnRows('recent_logins', brief)
  const title = t('logins.title')
  return (
    <Card title={title} action={brief && all('security', 'logins', title)} bare>
      <Loaded query={query}>
        {(data) => <AccountTable label={title} columns={LOGINS} data={data} empty={t('logins.empty')} paging={paging} />}
      </Loaded>
    </Card>
  )
}

const download = (row: Row) =>
  void file('get', `files/${row.path}`)
    .then(({ blob }) => save({ blob, name: textOf(row.original_name) || textOf(row.name) }))
    .catch(toastError)

const nameOf = (value: unknown): string =>
  typeof value === 'object' && value !== null ? textOf((value as { name?: unknown }).name) : textOf(value)

const FILES: readonly TableColumn[] = [
  { title: t('files.name'), render: (row) => textOf(row.name) },
  { title: t('files.size'), render: (row) => <span className="tabular">{fileSize(Number(row.size_bytes))}</span> },
  { title: t('files.privacy'), render: (row) => (row.privacy ? t(`files.${row.privacy}` as AccountKey) : '') },
  { title: t('files.owner'), render: (row) => nameOf(row.user) },
  { title: t('files.at'), render: (row) => when(row.uploaded_at) },
  {
    title: t('account.actions'),
    quiet: true,
    render: (row) =>
      Boolean(row.path) && (
        <ActionIcon
          variant="subtle"
          color="gray"
          aria-label={t('files.download', { name: textOf(row.name) })}
          onClick={() => download(row)}
        >
          <IconDownload size={16} />
        </ActionIcon>
      ),
  },
]

const rowsOf = (rows: readonly Row[], brief: boolean): Rows => ({ rows: brief ? rows.slice(0, BRIEF) : rows, total: rows.length })

export const SharedByMeCard = ({ brief = false }: CardProps) => {
  const query = useQuery(sharedByMeQuery)
  const title = t('files.byMe')
  return (
    <Card title={title} action={brief && all('sharing', 'shared-files', title)} bare>
      <Loaded query={query}>
        {(rows) => <AccountTable label={title} columns={FILES} data={rowsOf(rows, brief)} empty={t('files.byMeEmpty')} />}
      </Loaded>
    </Card>
  )
}

export const SharedWithMeCard = ({ brief = false }: CardProps) => {
  const me = useSession()?.user.id
  const query = useQuery(sharedWithMeQuery)
  const title = t('files.withMe')
  return (
    <Card title={title} action={brief && all('sharing', 'shared-files', title)} bare>
      <Loaded query={query}>
        {(rows) => (
          <AccountTable
            label={title}
            columns={FILES}
            data={rowsOf(
              rows.filter((row) => row.user_id !== me),
              brief,
            )}
            empty={t('files.withMeEmpty')}
          />
        )}
      </Loaded>
    </Card>
  )
}

/** A licence by key is not invoiced here: the table says so. */
export const InvoicesCard = ({ brief = false }: CardProps) => {
  const title = t('invoices.title')
  return (
    <Card title={title} action={brief && all('subscription', 'invoices', title)} bare>
      <p className={styles.state}>{t('invoices.empty')}</p>
    </Card>
  )
}
