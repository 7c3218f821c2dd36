import { Alert, Button, Switch } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useParams } from 'react-router-dom'
import { post, put } from '../../../api/client.ts'
import { useModuleRoute } from '../../../routing/module-route.tsx'
import { Await } from '../../../ui/Await.tsx'
import { dialogs } from '../../../ui/dialogs/index.ts'
import { AdminPage } from '../../admin/parts/AdminPage.tsx'
import { useBusy } from '../../admin/parts/useBusy.ts'
import { applicationQuery, menuModulesQuery } from '../../admin/queries.ts'
import { label, t } from '../../admin/text.ts'
import type { ApplicationRecord, MenuModule, NavigationEntry } from '../../admin/types.ts'
import { LayoutSettings } from './LayoutSettings.tsx'
import { MenuTree } from './MenuTree.tsx'
import classes from './navigation.module.css'
import { refreshApplication } from './refresh.ts'
import { flattened, groupsOf } from './tree.ts'

/** The menu of an application and the frame of its screens. All users see changes at once. */
export default function NavigationPage() {
  const id = Number(useParams().id)
  const { base } = useModuleRoute()
  const application = useQuery(applicationQuery(id))
  return (
    <AdminPage title={t('navigation.title')} subtitle={application.data && label(application.data.title)} back={`${base}/view/${id}`}>
      <Await query={application} height={480}>
        {(data) => (
          <div className={classes.layout}>
            <Menu application={data} />
            <aside className={classes.side}>
              <Active application={data} />
              <LayoutSettings application={data} />
            </aside>
          </div>
        )}
      </Await>
    </AdminPage>
  )
}

/** An entry of the menu as the modules make it by themselves. */
const defaultEntry = (menuModule: MenuModule, index: number): NavigationEntry => ({
  id: menuModule.module_id,
  parent: menuModule.parent,
  is_module: menuModule.is_module,
  is_report: menuModule.is_report,
  module_id: menuModule.module_id,
  module: { name: menuModule.module, title: menuModule.title },
  title: null,
  icon: null,
  permission_codes: null,
  sort_order: index,
})

function Menu({ application }: { application: ApplicationRecord }) {
  const { id, navigation } = application
  const shown = useQuery(menuModulesQuery(id))
  const { busy, run } = useBusy()
  const hasNavigation = navigation.length > 0
  const groups = groupsOf(hasNavigation ? navigation : (shown.data ?? []).map(defaultEntry))
  const arrange = async () => {
    await run('arrange', () => put(`application/${id}/override`, { navigation: flattened(groups) }))
    await refreshApplication(id)
  }
  const reset = async () => {
    if (!(await dialogs.warning({ title: t('navigation.resetTitle'), message: t('navigation.resetText'), confirm: t('navigation.reset') })))
      return
    await run('reset', () => put(`application/${id}/reset`), t('navigation.wasReset'))
    await refreshApplication(id)
  }
  return (
    <section className={classes.menu}>
      <div className={classes.head}>
        <h2>{t('navigation.menu')}</h2>
        {hasNavigation ? (
          <Button size="compact-sm" variant="default" loading={busy === 'reset'} onClick={() => void reset()}>
            {t('navigation.reset')}
          </Button>
        ) : (
          <Button size="compact-sm" loading={busy === 'arrange'} disabled={groups.length === 0} onClick={() => void arrange()}>
            {t('navigation.arrange')}
          </Button>
        )}
      </div>
      {!hasNavigation && <Alert color="blue">{t('navigation.default')}</Alert>}
      <MenuTree application={id} groups={groups} readOnly={!hasNavigation} />
    </section>
  )
}

function Active({ application: { id, is_active, title } }: { application: ApplicationRecord }) {
  const { busy, run } = useBusy()
  const toggle = async () => {
    if (
      is_active &&
      !(await dialogs.danger({
        title: t('navigation.offTitle'),
        message: t('navigation.offText', { application: label(title) }),
        confirm: t('navigation.off'),
      }))
    )
      return
    await run('toggle', () => (is_active ? post('application/toggle', { id }) : put(`application/${id}/activate`)))
    await refreshApplication(id)
  }
  return (
    <section className={classes.box}>
      <Switch
        label={t('navigation.active')}
        description={t('navigation.activeHelp')}
        checked={is_active}
        disabled={busy !== null}
        onChange={() => void toggle()}
      />
    </section>
  )
}
