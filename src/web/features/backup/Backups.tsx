import { ActionIcon, Badge, Button, Loader, Menu, Table } from '@mantine/core'
import { IconChevronDown, IconDownload, IconRestore } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { file, post, save } from '../../api/client.ts'
import { queryClient } from '../../api/queries.ts'
import { formatDateTime } from '../../fields/dates.ts'
import { fileSize } from '../../fields/fileSize.ts'
import { refLabel } from '../../fields/types.ts'
import { useModuleRoute } from '../../routing/module-route.tsx'
import { Await } from '../../ui/Await.tsx'
import { dialogs } from '../../ui/dialogs/index.ts'
import { AdminPage } from '../admin/parts/AdminPage.tsx'
import { Empty } from '../admin/parts/Empty.tsx'
import { useBusy } from '../admin/parts/useBusy.ts'
import { backupsQuery } from '../admin/queries.ts'
import { label, t } from '../admin/text.ts'
import type { Backup } from '../admin/types.ts'
import classes from './backups.module.css'
import { RestoreDialog } from './RestoreDialog.tsx'

const TYPES = ['full', 'database', 'files'] as const
const COLORS: Readonly<Record<Backup['status'], string>> = { Queued: 'gray', Running: 'blue', Done: 'green', Failed: 'red' }

/** Copies of the company's rows and files: making one, keeping one elsewhere, and bringing one back as a company. */
export default function Backups() {
  const { module, can } = useModuleRoute()
  const backups = useQuery(backupsQuery)
  const { busy, run } = useBusy()
  const create = async (type: Backup['type']) => {
    await run('create', () => post('system_backup', { type }), t('backups.queued'))
    await queryClient.invalidateQueries({ queryKey: backupsQuery.queryKey })
  }
  const download = (name: string) => run(name, async () => save(await file('get', `system_backup/${encodeURIComponent(name)}`)))
  const restore = (backup: Backup) =>
    dialogs.modal({ title: t('backups.restoreTitle'), width: 640, persistent: true }, (close) => (
      <RestoreDialog backup={backup} onClose={() => close()} />
    ))
  return (
    <AdminPage
      title={label(module.title)}
      subtitle={t('backups.intro')}
      actions={
        can('new') && (
          <Menu position="bottom-end" withinPortal withInitialFocusPlaceholder={false}>
            <Menu.Target>
              <Button loading={busy === 'create'} rightSection={<IconChevronDown size={16} />}>
                {t('backups.create')}
              </Button>
            </Menu.Target>
            <Menu.Dropdown>
              {TYPES.map((type) => (
                <Menu.Item key={type} onClick={() => void create(type)}>
                  {t(`backups.${type}`)}
                </Menu.Item>
              ))}
            </Menu.Dropdown>
          </Menu>
        )
      }
    >
      <Await query={backups}>
        {(rows) =>
          rows.length === 0 ? (
            <Empty>{t('backups.none')}</Empty>
          ) : (
            <div className={classes.scrolling}>
              <Table className={classes.table} verticalSpacing={6}>
                <Table.Thead>
                  <Table.Tr>
                    <Table.Th>{t('backups.name')}</Table.Th>
                    <Table.Th>{t('backups.type')}</Table.Th>
                    <Table.Th>{t('backups.status')}</Table.Th>
                    <Table.Th>{t('backups.size')}</Table.Th>
                    <Table.Th>{t('backups.by')}</Table.Th>
                    <Table.Th>{t('backups.finished')}</Table.Th>
                    <Table.Th>{t('backups.actions')}</Table.Th>
                  </Table.Tr>
                </Table.Thead>
                <Table.Tbody>
                  {rows.map((backup) => (
                    <Table.Tr key={backup.id}>
                      <Table.Th scope="row">
                        {backup.name}
                        {backup.error && <div className={classes.error}>{backup.error}</div>}
                      </Table.Th>
                      <Table.Td>{t(`backups.${backup.type}`)}</Table.Td>
                      <Table.Td>
                        <Badge
                          variant="light"
                          color={COLORS[backup.status]}
                          leftSection={backup.status === 'Running' && <Loader size={10} color="currentColor" aria-hidden />}
                        >
                          {label(backup.status)}
                        </Badge>
                      </Table.Td>
                      <Table.Td className="tabular">{backup.size_bytes ? fileSize(backup.size_bytes) : ''}</Table.Td>
                      <Table.Td>{refLabel(backup.requested_by_user)}</Table.Td>
                      <Table.Td className="tabular">{formatDateTime(backup.finished_at)}</Table.Td>
                      <Table.Td>
                        {backup.status === 'Done' && (
                          <div className={classes.row}>
                            <ActionIcon
                              variant="subtle"
                              color="gray"
                              loading={busy === backup.name}
                              aria-label={t('backups.download', { name: backup.name })}
                              title={t('backups.download', { name: backup.name })}
                              onClick={() => void download(backup.name)}
                            >
                              <IconDownload size={18} stroke={1.6} />
                            </ActionIcon>
                            {can('process') && backup.type === 'full' && (
                              <ActionIcon
                                variant="subtle"
                                color="gray"
                                aria-label={t('backups.restoreOf', { name: backup.name })}
                                title={t('backups.restoreOf', { name: backup.name })}
                                onClick={() => void restore(backup)}
                              >
                                <IconRestore size={18} stroke={1.6} />
                              </ActionIcon>
                            )}
                          </div>
                        )}
                      </Table.Td>
                    </Table.Tr>
                  ))}
                </Table.Tbody>
              </Table>
            </div>
          )
        }
      </Await>
    </AdminPage>
  )
}
