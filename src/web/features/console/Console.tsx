import { Alert, Button, Tabs } from '@mantine/core'
import { lazy, Suspense } from 'react'
import { Link, useSearchParams } from 'react-router-dom'
import { useModuleRoute } from '../../routing/module-route.tsx'
import { useSession } from '../../routing/navigation.ts'
import { AdminPage } from '../admin/parts/AdminPage.tsx'
import { label, t } from '../admin/text.ts'
import { Biometric } from './Biometric.tsx'
import { Database } from './Database.tsx'
import { Execute } from './Execute.tsx'
import { Facts } from './Facts.tsx'
import { Tasks } from './Tasks.tsx'

const Mail = lazy(() => import('./Mail.tsx'))

const TABS = ['execute', 'mail', 'storage', 'tasks', 'server', 'database', 'biometric'] as const
type Tab = (typeof TABS)[number]
const isTab = (name: string | null): name is Tab => TABS.some((tab) => tab === name)

const PANELS: Readonly<Record<Tab, () => React.ReactNode>> = {
  execute: () => <Execute />,
  mail: () => (
    <Suspense>
      <Mail />
    </Suspense>
  ),
  storage: () => <Facts path="developer_console/s3" />,
  tasks: () => <Tasks />,
  server: () => <Facts path="developer_console/server-info" />,
  database: () => <Database />,
  biometric: () => <Biometric />,
}

/** Tools for developers: mail, storage, tasks, the server, and named read-only commands. The tab is in the address. */
export default function Console() {
  const { module } = useModuleRoute()
  const developer = useSession()?.is_developer
  const [search, setSearch] = useSearchParams()
  const asked = search.get('tab')
  const tab: Tab = isTab(asked) ? asked : 'execute'
  if (developer === false)
    return (
      <AdminPage title={label(module.title)}>
        <Alert color="yellow">{t('console.developersOnly')}</Alert>
      </AdminPage>
    )
  return (
    <AdminPage
      title={label(module.title)}
      actions={
        <Button component={Link} to="/problems" variant="default" size="xs">
          {t('console.toProblems')}
        </Button>
      }
    >
      <Tabs value={tab} keepMounted={false} onChange={(value) => setSearch({ tab: value ?? 'execute' }, { replace: true })}>
        <Tabs.List mb="md">
          {TABS.map((name) => (
            <Tabs.Tab key={name} value={name}>
              {t(`console.${name}`)}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        {TABS.map((name) => (
          <Tabs.Panel key={name} value={name}>
            {PANELS[name]()}
          </Tabs.Panel>
        ))}
      </Tabs>
    </AdminPage>
  )
}
