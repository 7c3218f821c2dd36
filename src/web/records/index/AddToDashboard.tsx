import { Button, Checkbox, Group, Select, Stack } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { Module } from '../../../engine/model/module.ts'
import type { ViewTile } from '../../../engine/model/tile-answer.ts'
import { post } from '../../api/client.ts'
import type { SavedView } from '../../api/types.ts'
import { label, t } from '../../i18n/index.ts'
import { useApplications, useHere } from '../../routing/navigation.ts'
import { toast, toastError } from '../../ui/toast.ts'

/** Home shows no tiles. */
const HOME = 'home'

/** Ways to show a view as a tile; the one that it is saved in comes first. */
function waysToShow({ show, group }: Readonly<Record<string, unknown>>): ViewTile[] {
  const isGrouped = typeof group === 'string' && group !== ''
  if (!isGrouped) return ['list', 'figure']
  return show === 'chart' || show === 'pivot' ? ['chart', 'ranking', 'figure', 'list'] : ['ranking', 'chart', 'figure', 'list']
}

/** Puts a saved view on a dashboard of the user, as a tile that leads back to its list. */
export function AddToDashboard({ module, view, close }: { module: Module; view: SavedView; close: () => void }) {
  const client = useQueryClient()
  const { application: here } = useHere()
  const dashboards = [...useApplications()]
    .filter(({ name }) => name !== HOME)
    .sort((a, b) => Number(b.name === here?.name) - Number(a.name === here?.name))
    .flatMap((application) =>
      application.groups
        .flatMap(({ modules }) => modules)
        .filter(({ kind, tiles }) => kind === 'dashboard' && tiles)
        .map(({ name, title }) => ({ value: name, label: `${label(application.title)} · ${label(title)}` })),
    )
  const ways = waysToShow(view.state)
  const [dashboard, setDashboard] = useState(dashboards[0]?.value ?? null)
  const [as, setAs] = useState<ViewTile>(ways[0]!)
  const [follows, setFollows] = useState(false)
  const [isBusy, setBusy] = useState(false)
  if (!dashboards.length) return <p>{t('view.noDashboard')}</p>
  const add = async () => {
    setBusy(true)
    try {
      await post(`${dashboard}/tiles`, { module: module.name, view: view.id, as, follows })
      await client.invalidateQueries({ queryKey: ['dashboard', dashboard] })
      toast('success', t('view.onDashboard', { name: view.name }))
      close()
    } catch (error) {
      toastError(error)
      setBusy(false)
    }
  }
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        void add()
      }}
    >
      <Stack gap="sm">
        <Select
          data-autofocus
          label={t('view.dashboard')}
          allowDeselect={false}
          data={dashboards}
          value={dashboard}
          onChange={setDashboard}
        />
        <Select
          label={t('view.showAs')}
          allowDeselect={false}
          data={ways.map((way) => ({ value: way, label: t(`view.as.${way}`) }))}
          value={as}
          onChange={(value) => setAs((value as ViewTile | null) ?? 'list')}
        />
        {module.entity.date && (
          <Checkbox label={t('view.follows')} checked={follows} onChange={(event) => setFollows(event.currentTarget.checked)} />
        )}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={close}>
            {t('dialog.cancel')}
          </Button>
          <Button type="submit" loading={isBusy}>
            {t('view.add')}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
