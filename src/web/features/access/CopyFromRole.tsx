import { Button, Group, Select, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { dropdownQuery, queryClient } from '../../api/queries.ts'
import { useBusy } from '../admin/parts/useBusy.ts'
import { roleModulesQuery } from '../admin/queries.ts'
import { t } from '../admin/text.ts'
import type { MatrixRow } from './matrix.ts'
import { roleRow } from './roleRow.ts'

const MOST = 200

/** Asks which role's permissions to take over here; they are only laid into the matrix, and saved there. */
export function CopyFromRole({
  roleId,
  application,
  onDone,
}: {
  roleId: number
  application: number
  onDone: (rows?: readonly MatrixRow[]) => void
}) {
  const roles = useQuery(dropdownQuery('user_role', { limit: MOST }))
  const [from, setFrom] = useState<string | null>(null)
  const { busy, run } = useBusy()
  const copy = () =>
    run('copy', async () => onDone((await queryClient.fetchQuery(roleModulesQuery(Number(from), application))).map(roleRow)))
  return (
    <Stack gap="sm">
      <Text size="sm">{t('role.copyText')}</Text>
      <Select
        label={t('role.from')}
        searchable
        data-autofocus
        data={(roles.data ?? [])
          .filter(({ id }) => id !== roleId)
          .map((row) => ({ value: String(row.id), label: String(row.label ?? row.name) }))}
        value={from}
        onChange={setFrom}
        comboboxProps={{ withinPortal: true }}
      />
      <Group justify="flex-end" gap="xs" mt="sm">
        <Button variant="default" onClick={() => onDone()}>
          {t('admin.cancel')}
        </Button>
        <Button disabled={!from} loading={busy === 'copy'} onClick={() => void copy()}>
          {t('role.copyNow')}
        </Button>
      </Group>
    </Stack>
  )
}
