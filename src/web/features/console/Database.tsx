import { Button, Text } from '@mantine/core'
import { IconDatabaseExport } from '@tabler/icons-react'
import { Link } from 'react-router-dom'
import { post } from '../../api/client.ts'
import { queryClient } from '../../api/queries.ts'
import { useBusy } from '../admin/parts/useBusy.ts'
import { backupsQuery } from '../admin/queries.ts'
import { t } from '../admin/text.ts'
import classes from './console.module.css'

/** A copy of the database, made like any other backup and found among them. */
export function Database() {
  const { busy, run } = useBusy()
  const backup = async () => {
    await run('backup', () => post('developer_console/database/backup'), t('backups.queued'))
    await queryClient.invalidateQueries({ queryKey: backupsQuery.queryKey })
  }
  return (
    <div className={classes.parts}>
      <Text c="dimmed" maw={560}>
        {t('console.databaseText')} <Link to="/command/system_backup">{t('console.toBackups')}</Link>
      </Text>
      <div>
        <Button leftSection={<IconDatabaseExport size={16} />} loading={busy === 'backup'} onClick={() => void backup()}>
          {t('console.backup')}
        </Button>
      </div>
    </div>
  )
}
