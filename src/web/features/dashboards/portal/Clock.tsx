import { Alert, Button, Group } from '@mantine/core'
import { IconCoffee, IconLogin2, IconLogout2 } from '@tabler/icons-react'
import { useState } from 'react'
import { errorDetail, isSilent } from '../../../api/errors.ts'
import { queryClient } from '../../../api/queries.ts'
import { zoneNote } from '../../../fields/zoneNote.ts'
import { instantText, numberText } from '../../../records/index/format.ts'
import { toast } from '../../../ui/toast.ts'
import { Card } from '../Card.tsx'
import { t } from '../text.ts'
import classes from './portal.module.css'
import { type Punched, type PunchNeeds, punch, toggleBreak } from './punch.ts'
import type { PortalDay } from './types.ts'

export const PORTAL = ['dashboard', 'portal']

/** `08:05 AM` of an instant, by the company's clock. */
const timeOf = (instant: string): string => instantText(instant).slice(11)

/** In, out and break, and the punches of today. */
export function Clock({ day }: { day: PortalDay }) {
  const [busy, setBusy] = useState<string | null>(null)
  const [refused, setRefused] = useState<string | null>(null)
  const run = async (name: string, send: () => Promise<Punched>) => {
    setBusy(name)
    setRefused(null)
    try {
      const { logged_at, is_inside_geofence, distance_m } = await send()
      const time = timeOf(logged_at)
      if (is_inside_geofence === false) toast('warning', t('portal.punchedOutside', { time, metres: numberText(distance_m, 'integer') }))
      else toast('success', t('portal.punched', { time }))
      await queryClient.invalidateQueries({ queryKey: PORTAL })
    } catch (error) {
      if (!isSilent(error)) setRefused(errorDetail(error))
    } finally {
      setBusy(null)
    }
  }
  const { time_status: status, may } = day
  const zone = zoneNote()
  const needs: PunchNeeds = {
    asksPlace: day.employee?.asks_place === true,
    asksPhoto: day.employee?.asks_photo === true,
    picture: async () => (await import('./Camera.tsx')).takePicture(),
  }
  const mayClock = may.clock && day.employee?.may_clock
  return (
    <Card title={t('portal.clock')}>
      <p className={classes.status} role="status">
        {t(`portal.status.${status}`)}
      </p>
      {mayClock && (
        <Group gap="sm" className={classes.buttons}>
          {status === 'out' && (
            <Button
              size="md"
              leftSection={<IconLogin2 size={18} stroke={1.6} />}
              loading={busy === 'in'}
              onClick={() => void run('in', () => punch('time_in', needs))}
            >
              {t('portal.timeIn')}
            </Button>
          )}
          {status === 'in' && (
            <Button
              size="md"
              leftSection={<IconLogout2 size={18} stroke={1.6} />}
              loading={busy === 'out'}
              disabled={busy !== null}
              onClick={() => void run('out', () => punch('time_out', needs))}
            >
              {t('portal.timeOut')}
            </Button>
          )}
          {may.break && status !== 'out' && (
            <Button
              size="md"
              variant={status === 'on_break' ? 'filled' : 'default'}
              leftSection={<IconCoffee size={18} stroke={1.6} />}
              loading={busy === 'break'}
              disabled={busy !== null && busy !== 'break'}
              onClick={() => void run('break', () => toggleBreak(status === 'on_break' ? 'working' : 'on_break', needs))}
            >
              {t(status === 'on_break' ? 'portal.endBreak' : 'portal.startBreak')}
            </Button>
          )}
        </Group>
      )}
      {refused && (
        <Alert color="red" role="alert" mt="sm">
          {refused}
        </Alert>
      )}
      <h3 className={classes.sub}>{t('portal.logs')}</h3>
      {day.today_logs.length ? (
        <ul className={classes.list}>
          {day.today_logs.map((log) => (
            <li key={log.id}>
              <span>{t(`portal.punch.${log.type}`)}</span>
              <time dateTime={log.logged_at} className="tabular">
                {timeOf(log.logged_at)}
              </time>
            </li>
          ))}
        </ul>
      ) : (
        <p className={classes.none}>{t('portal.noLogs')}</p>
      )}
      {zone && <p className={classes.none}>{zone}</p>}
    </Card>
  )
}
