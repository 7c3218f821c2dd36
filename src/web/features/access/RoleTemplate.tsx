import { Switch, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { post } from '../../api/client.ts'
import { Await } from '../../ui/Await.tsx'
import { useBusy } from '../admin/parts/useBusy.ts'
import { refreshRole, roleOverrideQuery } from '../admin/queries.ts'
import { t } from '../admin/text.ts'
import classes from './access.module.css'

/** Whether the role follows its template or has permissions of its own. */
export function RoleTemplate({ roleId, template }: { roleId: number; template: { name?: string } | undefined }) {
  const override = useQuery(roleOverrideQuery(roleId))
  const { busy, run } = useBusy()
  const set = async (is_override: boolean) => {
    await run('set', () => post(`user_role/override/${roleId}`, { is_override }), t(is_override ? 'role.overridden' : 'role.follows'))
    await refreshRole(roleId)
  }
  return (
    <section className={classes.box}>
      <div className={classes.boxHead}>
        <h2>{t('role.template')}</h2>
      </div>
      <Await query={override} height={60}>
        {({ is_override }) => (
          <div className={classes.switches}>
            <Text size="sm" c="dimmed">
              {template?.name ?? t('role.noTemplate')}
            </Text>
            <Switch
              label={t('role.override')}
              description={t('role.overrideHelp')}
              checked={is_override}
              disabled={busy !== null}
              onChange={(event) => void set(event.currentTarget.checked)}
            />
          </div>
        )}
      </Await>
    </section>
  )
}
