import { Button, Checkbox, Group, Menu, Stack, TextInput } from '@mantine/core'
import { IconCalendarTime, IconCheck, IconLayoutDashboard, IconTrash } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate } from 'react-router-dom'
import type { Module } from '../../../engine/model/module.ts'
import { post, put, remove } from '../../api/client.ts'
import { viewsQuery } from '../../api/queries.ts'
import { ROLES } from '../../api/roles.ts'
import { SCHEDULES } from '../../api/schedules.ts'
import type { SavedView } from '../../api/types.ts'
import { t } from '../../i18n/index.ts'
import { useApplications, useSession } from '../../routing/navigation.ts'
import { dialogs } from '../../ui/dialogs/index.ts'
import { toast, toastError } from '../../ui/toast.ts'
import { choicesOf } from '../figures/fields.ts'
import { AddToDashboard } from './AddToDashboard.tsx'
import type { Arrangement } from './columns.ts'
import { applyView } from './opening-view.ts'
import { RolesForm } from './RolesForm.tsx'
import type { ListState } from './url-state.ts'
import type { SetListState } from './use-list-state.ts'

/** Layouts of figures. */
const FIGURES: readonly ListState['show'][] = ['grouped', 'pivot', 'chart']

interface Named {
  name: string
  shared: boolean
}

const NameForm = ({ onDone }: { onDone: (named?: Named) => void }) => {
  const [name, setName] = useState('')
  const [shared, setShared] = useState(false)
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        if (name.trim()) onDone({ name: name.trim(), shared })
      }}
    >
      <Stack gap="sm">
        <TextInput
          data-autofocus
          label={t('view.name')}
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
          maxLength={80}
        />
        <Checkbox label={t('view.share')} checked={shared} onChange={(event) => setShared(event.currentTarget.checked)} />
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={() => onDone()}>
            {t('dialog.cancel')}
          </Button>
          <Button type="submit" disabled={!name.trim()}>
            {t('view.save')}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}

export interface ViewsProps {
  module: Module
  state: ListState
  setState: SetListState
  arrangement: Arrangement
  setArrangement: (arrangement: Arrangement) => void
}

/** The saved views of a module, and the actions on them and on the present list. */
const ViewsItems = ({ module, state, setState, arrangement, setArrangement, views }: ViewsProps & { views: readonly SavedView[] }) => {
  const client = useQueryClient()
  const navigate = useNavigate()
  const session = useSession()
  const maintainsRoles = useApplications().some(({ groups }) =>
    groups.some(({ modules }) => modules.some(({ name, actions }) => name === ROLES && actions.includes('edit'))),
  )
  const path = `${module.name}/views`
  const current = views.find(({ id }) => id === state.view)
  const content = {
    search: state.search,
    sort: state.sort,
    filters: state.filters,
    // What figures begin with is part of the view as well: its tile and its mail show the same.
    ...(state.show && {
      show: state.show,
      ...(FIGURES.includes(state.show) ? choicesOf(module, state) : { group: state.group, across: state.across, measure: state.measure }),
      chart: state.chart,
    }),
    columns: [...arrangement.order],
    hidden: [...arrangement.hidden],
  }

  /** What the work answers; undefined where it failed, which is said. */
  const run = async <T,>(work: () => Promise<T>, text: string): Promise<T | undefined> => {
    try {
      const answer = await work()
      await client.invalidateQueries({ queryKey: viewsQuery(module.name).queryKey })
      toast('success', text)
      return answer
    } catch (error) {
      toastError(error)
      return undefined
    }
  }
  /** The list as it is now, saved under a name that is asked for; undefined where the user does not give one. */
  const saveAs = async (): Promise<SavedView | undefined> => {
    const named = await dialogs.modal<Named>({ title: t('view.saveAs'), width: 420 }, (close) => <NameForm onDone={close} />)
    if (!named) return undefined
    const made = await run(() => post<{ id: number }>(path, { ...named, state: content }), t('view.saved'))
    if (!made) return undefined
    setState({ view: made.id }, { replace: true })
    return { id: made.id, ...named, own: true, state: content }
  }
  /** What is done with a saved view is offered before the list is saved as well, and saves it first. */
  const withView = (work: (view: SavedView) => void) => async () => {
    const view = current ?? (await saveAs())
    if (view) work(view)
  }
  const addToDashboard = (view: SavedView) =>
    void dialogs.modal({ title: t('view.addToDashboard'), width: 420 }, (close) => (
      <AddToDashboard module={module} view={view} close={() => close()} />
    ))
  const schedule = ({ id, name }: SavedView) => {
    // Most schedules are one's own: others are added beside.
    const recipient_ids = session ? [session.user.id] : []
    const values = JSON.stringify({
      name,
      module_name: module.name,
      view_id: Number(id),
      recipient_ids,
      ...(module.report && { format: 'pdf' }),
    })
    void navigate(`${SCHEDULES}/new?${new URLSearchParams({ values })}`)
  }
  const apply = (view: SavedView) => applyView(view, { setState, arrangement, setArrangement })
  const openForRoles = async ({ id, roles = [] }: SavedView) => {
    const chosen = await dialogs.modal<string[]>({ title: t('view.openForRoles'), width: 420 }, (close) => (
      <RolesForm chosen={roles} onDone={close} />
    ))
    // Users of a role can only open what is shared with them.
    if (chosen) await run(() => put(`${path}/${id}`, { roles: chosen, ...(chosen.length && { shared: true }) }), t('view.saved'))
  }
  const drop = async (view: SavedView) => {
    if (
      await dialogs.warning({
        title: t('view.deleteView'),
        message: t('view.deleteText', { name: view.name }),
        confirm: t('view.deleteView'),
      })
    ) {
      await run(() => remove(`${path}/${view.id}`), t('view.deletedView'))
    }
  }

  const section = (title: string, shown: readonly SavedView[]) =>
    shown.length > 0 && (
      <>
        <Menu.Label>{title}</Menu.Label>
        {shown.map((view) => (
          <Menu.Item key={view.id} onClick={() => apply(view)} rightSection={view.id === state.view && <IconCheck size={14} />}>
            {view.name}
          </Menu.Item>
        ))}
      </>
    )
  return (
    <>
      {section(
        t('view.own'),
        views.filter(({ own: isOwn }) => isOwn),
      )}
      {section(
        t('view.shared'),
        views.filter(({ own: isOwn }) => !isOwn),
      )}
      {views.length > 0 && <Menu.Divider />}
      <Menu.Item leftSection={<IconLayoutDashboard size={14} />} onClick={withView(addToDashboard)}>
        {t('view.addToDashboard')}
      </Menu.Item>
      <Menu.Item leftSection={<IconCalendarTime size={14} />} onClick={withView(schedule)}>
        {t('view.schedule')}
      </Menu.Item>
      {current?.own && (
        <>
          <Menu.Item
            onClick={() =>
              run(
                () =>
                  put(`${path}/${current.id}`, {
                    name: current.name,
                    shared: current.shared,
                    state: content,
                  }),
                t('view.saved'),
              )
            }
          >
            {t('view.update', { name: current.name })}
          </Menu.Item>
          <Menu.Item
            rightSection={current.is_default && <IconCheck size={14} />}
            onClick={() => run(() => put(`${path}/${current.id}`, { is_default: !current.is_default }), t('view.saved'))}
          >
            {t('view.openFirst')}
          </Menu.Item>
          {maintainsRoles && (
            <Menu.Item
              onClick={() => void openForRoles(current)}
              rightSection={(current.roles?.length ?? 0) > 0 && <IconCheck size={14} />}
            >
              {t('view.openForRoles')}
            </Menu.Item>
          )}
          <Menu.Item color="red" leftSection={<IconTrash size={14} />} onClick={() => drop(current)}>
            {t('view.deleteView')}
          </Menu.Item>
        </>
      )}
      <Menu.Item onClick={() => void saveAs()}>{t('view.saveAs')}</Menu.Item>
      <Menu.Item onClick={() => void navigate(SCHEDULES)}>{t('view.scheduled')}</Menu.Item>
    </>
  )
}

export default ViewsItems
