import { Badge, Button, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { post } from '../../../api/client.ts'
import { queryClient, sessionQuery } from '../../../api/queries.ts'
import { useModuleRoute } from '../../../routing/module-route.tsx'
import { Await } from '../../../ui/Await.tsx'
import { dialogs } from '../../../ui/dialogs/index.ts'
import { AdminPage } from '../../admin/parts/AdminPage.tsx'
import { Empty } from '../../admin/parts/Empty.tsx'
import { useBusy } from '../../admin/parts/useBusy.ts'
import { featuresQuery } from '../../admin/queries.ts'
import { label, t } from '../../admin/text.ts'
import type { Feature } from '../../admin/types.ts'
import classes from './features.module.css'

/** Features that a company can switch on beside its modules. */
export default function Features() {
  const { module, can } = useModuleRoute()
  const features = useQuery(featuresQuery)
  const { busy, run } = useBusy()

  const change = async ({ name, title, enabled }: Feature) => {
    const feature = label(title)
    if (enabled) {
      const sure = await dialogs.warning({
        title: t('features.removeTitle', { feature }),
        message: t('features.removeText'),
        confirm: t('features.uninstall'),
      })
      if (!sure) return
    }
    await run(
      name,
      () => (enabled ? post('features/uninstall', { name, _method: 'DELETE' }) : post('features/install', { name })),
      t(enabled ? 'features.removed' : 'features.installed', { feature }),
    )
    // The session lists the features of the company, which decide what is shown.
    await Promise.all([
      queryClient.invalidateQueries({ queryKey: featuresQuery.queryKey }),
      queryClient.invalidateQueries({ queryKey: sessionQuery.queryKey }),
    ])
  }
  return (
    <AdminPage title={label(module.title)} subtitle={t('features.intro')}>
      <Await query={features}>
        {(rows) =>
          rows.length === 0 ? (
            <Empty>{t('features.none')}</Empty>
          ) : (
            <ul className={classes.list}>
              {rows.map((feature) => (
                <li key={feature.name} className={classes.feature}>
                  <div className={classes.words}>
                    <div className={classes.name}>
                      <h2>{label(feature.title)}</h2>
                      <Badge variant="light" color={feature.enabled ? 'green' : 'gray'}>
                        {t(feature.enabled ? 'features.on' : 'features.off')}
                      </Badge>
                    </div>
                    {feature.description && (
                      <Text size="sm" c="dimmed">
                        {label(feature.description)}
                      </Text>
                    )}
                  </div>
                  {can('edit') && (
                    <Button
                      size="sm"
                      variant={feature.enabled ? 'default' : 'filled'}
                      loading={busy === feature.name}
                      aria-label={t(feature.enabled ? 'features.uninstallOne' : 'features.installOne', { feature: label(feature.title) })}
                      onClick={() => void change(feature)}
                    >
                      {t(feature.enabled ? 'features.uninstall' : 'features.install')}
                    </Button>
                  )}
                </li>
              ))}
            </ul>
          )
        }
      </Await>
    </AdminPage>
  )
}
