import { Switch } from '@mantine/core'
import { put } from '../../../api/client.ts'
import { useBusy } from '../../admin/parts/useBusy.ts'
import { t } from '../../admin/text.ts'
import type { ApplicationRecord } from '../../admin/types.ts'
import classes from './navigation.module.css'
import { refreshApplication } from './refresh.ts'

const FLAGS = ['layout_header', 'layout_top_bar', 'layout_footer', 'layout_left_menu', 'layout_left_menu_overlay', 'menu_hidden'] as const

/** The settings of the frame around the screens of an application. */
export function LayoutSettings({ application }: { application: ApplicationRecord }) {
  const { busy, run } = useBusy()
  const set = async (flag: (typeof FLAGS)[number], on: boolean) => {
    await run(flag, () => put(`application/${application.id}/update`, { [flag]: on }))
    await refreshApplication(application.id)
  }
  return (
    <section className={classes.box}>
      <h2>{t('navigation.layout')}</h2>
      <div className={classes.switches}>
        {FLAGS.map((flag) => (
          <Switch
            key={flag}
            label={t(`navigation.${flag}`)}
            checked={application[flag] === true}
            disabled={busy !== null}
            onChange={(event) => void set(flag, event.currentTarget.checked)}
          />
        ))}
      </div>
    </section>
  )
}
