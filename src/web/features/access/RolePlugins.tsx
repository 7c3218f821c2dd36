import { Switch } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { post } from '../../api/client.ts'
import { Await } from '../../ui/Await.tsx'
import { Empty } from '../admin/parts/Empty.tsx'
import { useBusy } from '../admin/parts/useBusy.ts'
import { refreshRole, rolePluginsQuery } from '../admin/queries.ts'
import { label, t } from '../admin/text.ts'
import classes from './access.module.css'

/** Plugins of a role's users. A plugin that is not installed in the company cannot be granted. */
export function RolePlugins({ roleId }: { roleId: number }) {
  const plugins = useQuery(rolePluginsQuery(roleId))
  const { busy, run } = useBusy()
  const toggle = async (plugin: number, title: string, on: boolean) => {
    await run(
      String(plugin),
      () => post(`user_role/toggle_plugin/${plugin}`, { user_role_id: roleId }),
      t(on ? 'role.pluginOn' : 'role.pluginOff', { plugin: title }),
    )
    await refreshRole(roleId)
  }
  return (
    <section className={classes.box}>
      <div className={classes.boxHead}>
        <h2>{t('role.plugins')}</h2>
      </div>
      <Await query={plugins} height={60}>
        {(rows) =>
          rows.length === 0 ? (
            <Empty>{t('role.noPlugins')}</Empty>
          ) : (
            <div className={classes.switches}>
              {rows.map((plugin) => {
                const title = label(plugin.title ?? plugin.name)
                return (
                  <Switch
                    key={plugin.plugin_id}
                    label={title}
                    description={plugin.is_installed ? undefined : t('role.notInstalled')}
                    checked={plugin.is_enabled}
                    disabled={!plugin.is_installed || busy !== null}
                    onChange={() => void toggle(plugin.plugin_id, title, !plugin.is_enabled)}
                  />
                )
              })}
            </div>
          )
        }
      </Await>
    </section>
  )
}
