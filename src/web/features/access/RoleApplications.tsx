import { ActionIcon, Button, Menu } from '@mantine/core'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { post, remove } from '../../api/client.ts'
import { dialogs } from '../../ui/dialogs/index.ts'
import { ModuleIcon } from '../../ui/ModuleIcon.tsx'
import { Empty } from '../admin/parts/Empty.tsx'
import { useBusy } from '../admin/parts/useBusy.ts'
import { applicationsQuery, refreshRole } from '../admin/queries.ts'
import { label, t } from '../admin/text.ts'
import type { RoleApplication } from '../admin/types.ts'
import classes from './access.module.css'

/** The applications of a role: choose one to see its permissions, grant another, or take one away. */
export function RoleApplications({
  roleId,
  applications,
  current,
  onChoose,
}: {
  roleId: number
  applications: readonly RoleApplication[]
  current: number | undefined
  onChoose: (application: number) => void
}) {
  const all = useQuery(applicationsQuery)
  const { busy, run } = useBusy()
  const missing = (all.data ?? []).filter(({ id }) => !applications.some(({ application_id }) => application_id === id))

  const grant = async (application: number, title: string) => {
    const done = await run(
      'grant',
      () => post('user_role/grant_apps', { user_role_id: roleId, applications: [application] }),
      t('role.granted', { application: title }),
    )
    if (done) onChoose(application)
    await refreshRole(roleId)
  }
  const take = async ({ application_id, title }: RoleApplication) => {
    const name = label(title)
    const sure = await dialogs.danger({
      title: t('role.takeTitle', { application: name }),
      message: t('role.takeText', { application: name }),
      confirm: t('role.take'),
    })
    if (!sure) return
    await run('take', () => remove(`user_role/app/${application_id}?user_role_id=${roleId}`), t('role.taken', { application: name }))
    await refreshRole(roleId)
  }
  return (
    <section className={classes.box}>
      <div className={classes.boxHead}>
        <h2>{t('role.applications')}</h2>
        <Menu position="bottom-end" withinPortal withInitialFocusPlaceholder={false}>
          <Menu.Target>
            <Button
              size="compact-sm"
              variant="default"
              leftSection={<IconPlus size={14} />}
              loading={busy === 'grant'}
              disabled={!missing.length}
            >
              {t('role.grant')}
            </Button>
          </Menu.Target>
          <Menu.Dropdown>
            {missing.map(({ id, title, icon }) => (
              <Menu.Item key={id} leftSection={<ModuleIcon name={icon ?? ''} size={16} />} onClick={() => void grant(id, label(title))}>
                {label(title)}
              </Menu.Item>
            ))}
          </Menu.Dropdown>
        </Menu>
      </div>
      {applications.length === 0 && <Empty>{t('role.noApplications')}</Empty>}
      <ul className={classes.choices}>
        {applications.map((application) => (
          <li key={application.application_id}>
            <button
              type="button"
              className={classes.choice}
              aria-current={application.application_id === current || undefined}
              onClick={() => onChoose(application.application_id)}
            >
              <ModuleIcon name={application.icon ?? ''} size={18} />
              <span>{label(application.title)}</span>
            </button>
            <ActionIcon
              variant="subtle"
              color="gray"
              loading={busy === 'take'}
              aria-label={t('role.takeTitle', { application: label(application.title) })}
              onClick={() => void take(application)}
            >
              <IconTrash size={16} stroke={1.6} />
            </ActionIcon>
          </li>
        ))}
      </ul>
    </section>
  )
}
