import { Button, Group } from '@mantine/core'
import { IconTool } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { Row } from '../../../engine/model/module.ts'
import { get, put } from '../../api/client.ts'
import { errorDetail } from '../../api/errors.ts'
import { navigationQuery, queryClient, sessionQuery } from '../../api/queries.ts'
import { getCompanyCode } from '../../api/session.ts'
import { Theme } from '../../theme/Theme.tsx'
import { logout } from './actions.ts'
import styles from './Maintenance.module.css'
import { t } from './text.ts'

const ASK_EVERY_MS = 5000

/** Opens the company again for all users. */
const endMaintenance = async (): Promise<void> => {
  const code = getCompanyCode() ?? ''
  const rows = await get<Row[]>('company/paginate', { search: code })
  const company = rows.find((row) => row.code === code)
  if (company) await put(`company/${company.id}`, { is_maintenance: false })
  await queryClient.refetchQueries({ queryKey: sessionQuery.queryKey })
}

/** Users who can change the company can still use it; all others see that it is closed. */
const useMayEnd = (): boolean =>
  useQuery({ ...navigationQuery, retry: false }).data?.applications.some(({ groups }) =>
    groups.some(({ modules }) => modules.some(({ name, actions }) => name === 'company' && actions.includes('edit'))),
  ) ?? false

/** In the place of the whole application while its company is closed; asks by itself when it opens again. */
const Maintenance = () => {
  useQuery({ ...sessionQuery, refetchInterval: ASK_EVERY_MS, refetchIntervalInBackground: true })
  const mayEnd = useMayEnd()
  const [refusal, setRefusal] = useState<string>()
  const [busy, setBusy] = useState(false)
  useEffect(() => {
    document.title = t('maintenance.title')
  }, [])
  const end = async () => {
    setBusy(true)
    setRefusal(undefined)
    try {
      await endMaintenance()
    } catch (error) {
      setRefusal(errorDetail(error))
    }
    setBusy(false)
  }
  return (
    <Theme>
      <main className={styles.page}>
        <IconTool size={48} stroke={1.3} className={styles.icon!} aria-hidden />
        <h1 className={styles.title}>{t('maintenance.title')}</h1>
        <p>{t('maintenance.text')}</p>
        <p>{t('maintenance.thanks')}</p>
        {refusal && (
          <p role="alert" className={styles.refusal}>
            {refusal}
          </p>
        )}
        <Group gap="xs" justify="center" mt="lg">
          {mayEnd && (
            <Button variant="default" loading={busy} onClick={end}>
              {t('maintenance.end')}
            </Button>
          )}
          <Button variant="subtle" color="gray" onClick={logout}>
            {t('profile.logout')}
          </Button>
        </Group>
      </main>
    </Theme>
  )
}

export default Maintenance
