import { Alert, Button, Group, Stack, Table, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import { post } from '../../api/client.ts'
import { ScrollRegion } from '../../ui/ScrollRegion.tsx'
import { useBusy } from '../admin/parts/useBusy.ts'
import { t } from '../admin/text.ts'
import type { Backup, Restored } from '../admin/types.ts'
import classes from './backups.module.css'

const CODE = /^[A-Z][A-Z0-9_]{1,19}$/

/** Names the company that a backup becomes, and then shows, table by table, that it became the same. */
export function RestoreDialog({ backup, onClose }: { backup: Backup; onClose: () => void }) {
  const [code, setCode] = useState('')
  const [name, setName] = useState('')
  const [restored, setRestored] = useState<Restored>()
  const { busy, run } = useBusy()
  const restore = () =>
    run('restore', async () => {
      const path = `system_backup/${encodeURIComponent(backup.name)}/restore`
      setRestored(await post<Restored>(path, { company_code: code, company_name: name.trim() }))
    })
  if (restored) return <Comparison restored={restored} onClose={onClose} />
  const wrong = code !== '' && !CODE.test(code)
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        void restore()
      }}
    >
      <Stack gap="sm">
        <Text size="sm">{t('backups.restoreText', { name: backup.name })}</Text>
        <TextInput
          label={t('backups.code')}
          data-autofocus
          withAsterisk
          value={code}
          error={wrong ? t('backups.badCode') : undefined}
          onChange={(event) => setCode(event.currentTarget.value.toUpperCase())}
        />
        <TextInput label={t('backups.companyName')} withAsterisk value={name} onChange={(event) => setName(event.currentTarget.value)} />
        <Group justify="flex-end" gap="xs" mt="sm">
          <Button variant="default" disabled={busy !== null} onClick={onClose}>
            {t('admin.cancel')}
          </Button>
          <Button type="submit" loading={busy !== null} disabled={!code || wrong || !name.trim()}>
            {t('backups.restore')}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}

function Comparison({ restored: { company, identical, tables }, onClose }: { restored: Restored; onClose: () => void }) {
  return (
    <Stack gap="sm">
      <Alert color={identical ? 'green' : 'red'} role="status">
        {t(identical ? 'backups.identical' : 'backups.different', { company: `${company.name} (${company.code})` })}
      </Alert>
      <ScrollRegion role="region" label={t('backups.comparison')} className={classes.comparison}>
        <Table verticalSpacing={4} stickyHeader>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{t('backups.table')}</Table.Th>
              <Table.Th ta="end">{t('backups.rows')}</Table.Th>
              <Table.Th>{t('backups.checksum')}</Table.Th>
              <Table.Th>{t('backups.same')}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {tables.map(({ table, rows, checksum, restored_checksum }) => (
              <Table.Tr key={table}>
                <Table.Th scope="row">{table}</Table.Th>
                <Table.Td ta="end" className="tabular">
                  {rows.toLocaleString('en-US')}
                </Table.Td>
                <Table.Td>
                  <code title={checksum}>{checksum.slice(0, 12)}</code>
                </Table.Td>
                <Table.Td>{t(checksum === restored_checksum ? 'admin.yes' : 'admin.no')}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </ScrollRegion>
      <Group justify="flex-end">
        <Button onClick={onClose}>{t('admin.close')}</Button>
      </Group>
    </Stack>
  )
}
